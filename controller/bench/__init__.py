"""The simulated table: hands of whist, players, mishaps, and a machine that tells of them. A process of its own."""
