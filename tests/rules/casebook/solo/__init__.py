"""Solo, Solo for three and Kimberly."""
