"""An evening at the table, code by code: who comes, who plays, who waits and who goes out."""
