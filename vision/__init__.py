"""The eyes: from light on the felt to facts, each said with its confidence."""
