"""The table: observations in, one record out, and what each role may see of it."""
