"""Tests of what a table needs to be run by somebody."""
