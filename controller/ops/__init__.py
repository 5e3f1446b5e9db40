"""What a table needs to be run by somebody: its configuration, and the keeping of a hand's key."""
