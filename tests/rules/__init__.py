"""Tests of the rules: law cases, properties, and records."""
