"""Rows whose own cases all come out the same without them: what is left to be done."""

from __future__ import annotations

from typing import Final

UNMOVED: Final = frozenset(
    """
    am-18.a am-18.d am-21.a am-32.b en-3.III en-52.b en-fn19 en-77.b en-P3 en-P4 en-P2 de-36 de-56 de-102 de-98
    de-99 de-120 bo-24.c bo-P.play.e so-2.a so-5 so-P.seats so-P.counters so-P.players so-P.shuffle s3-2 sc-2.a
    sc-10 sc-11.c mo-7 mo-9.a
    """.split()
)
