"""How the networks were made: needs ``requirements/train.txt``, and nothing of it runs at the table."""
