"""Scotch and French whist."""
