"""The parts of the picture: cards, coins, and what lies in the middle of the table."""
