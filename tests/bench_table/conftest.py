"""One thread for small matrices: several wait for each other, and for whatever else the machine does."""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
