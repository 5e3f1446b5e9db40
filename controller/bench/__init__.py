"""The simulated table: hands of whist, players, mishaps, and a machine that tells of them. A process of its own."""

import os

# For the small matrices of a picture's reader: two threads make each other late. Heard when numpy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
