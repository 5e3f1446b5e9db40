"""The truth of a table: every fact with its rulings, in a chain, sealed while it is hidden."""
