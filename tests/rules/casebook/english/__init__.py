"""Whist under the English code of 1864, with Cavendish's notes and decided cases."""
