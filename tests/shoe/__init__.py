"""Tests of the shoe's driver."""
