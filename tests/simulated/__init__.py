"""The simulated machine of the shoe, with a little program of its own in the chip: ``firmware/sim/test/trial.c``."""
