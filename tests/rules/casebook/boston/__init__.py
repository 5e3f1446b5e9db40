"""Boston."""
