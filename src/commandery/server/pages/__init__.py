"""What browsers ask for, and what they get."""
