"""The American law of the table itself: how it is formed, how cards are shuffled, and good manners."""
