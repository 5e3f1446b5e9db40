"""Tests of finding and reading cards."""
