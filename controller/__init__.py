"""The controller of a card table: rules, journal, table, pages, and the bench that stands in for the hardware."""
