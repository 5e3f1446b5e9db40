"""The whole house at once: service, journal, simulated machine, pages and players, as ``pone demo`` runs them."""
