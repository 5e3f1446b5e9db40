"""The simulated table: its scripts, its machine, and whole demos."""
