"""The shoe's firmware: what is generated agrees, it builds, and the core's own tests pass."""
