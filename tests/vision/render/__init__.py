"""Tests of the film maker."""
