"""The journal: form, store, crashes, checks and exports."""
