"""The film maker: a card table drawn as its cameras would see it, with the truth beside it.

A :class:`~vision.render.scene.Scene` says what there is, a :class:`~vision.render.timeline.Timeline` what moves and
when, and a :class:`~vision.render.painter.Painter` draws the frame of any view at any time. Nothing here knows a
record: what happened is given as visits of arms to the table.
"""
