"""The seats' buttons and lamps, and the wheel on which pone turns his number.

Imports of Pone only the seats. What people do is told as small observations (:mod:`controller.panel.observations`);
contacts bounce, and that is settled here (:mod:`controller.panel.contacts`), not by the library that reads the pins.
"""
