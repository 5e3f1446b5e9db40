"""Dummy, double dummy and mort under the English code."""
