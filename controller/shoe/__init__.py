"""The dealing shoe's driver: link packets, link, intake, shuffle, deal, recovery.

Imports of Pone only :mod:`controller.rules.cards` and :mod:`controller.rules.errors`. The shoe is heard through
:mod:`controller.shoe.events` and told through :mod:`controller.shoe.orders`; :class:`controller.shoe.driver.SerialShoe`
is the adapter. ``codes.py`` is made from ``firmware/protocol.toml``.
"""
