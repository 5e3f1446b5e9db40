"""The games of the whist family, one module a game."""
