"""The shoe: its firmware in C, and the protocol that it speaks."""
