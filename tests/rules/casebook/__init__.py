"""Law cases thought out by hand: each is a short script of a table and what must come out of it."""
