"""Pages of the table: rendered for a role, live, denied by default."""
