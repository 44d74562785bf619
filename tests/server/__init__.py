"""The house and its pages."""
