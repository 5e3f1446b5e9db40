"""The dealing shoe's driver. Imports of Pone only ``controller.rules.cards`` and ``controller.rules.errors``.

    orders ─► driver ─► conversation ─► session ─► taking_in · dealing · reconciling     courses of action, generators
    events ◄─ (thread,    │   (pure)       └────────► operator                           what is known of the machine
               port)      └─► link ─► packets ─► the line
                                └ messages, codes (made from firmware/protocol.toml)

The shoe is told :mod:`controller.shoe.orders` and heard through :mod:`controller.shoe.events`;
:class:`controller.shoe.driver.SerialShoe` is the adapter. Pure and of use by themselves: ``plan`` (patterns of
dealing), ``shuffle``, ``commitment``, ``recovery`` (where each card is after an interruption), ``packets``, ``link``.
"""
