"""The panel: contacts that bounce, pins that are watched, lamps that are lit."""
