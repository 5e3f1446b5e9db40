"""Tests of what the command line puts together."""
