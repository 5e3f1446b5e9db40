"""What holds for every test: how fast a machine happens to be decides nothing."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("pone", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("pone")
