"""Cayenne."""
