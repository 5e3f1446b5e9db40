"""The table: order, truth and what each role is shown."""
