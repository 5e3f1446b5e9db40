"""An evening at the table: who belongs to it, who plays where and with whom, who waits and who goes out."""
