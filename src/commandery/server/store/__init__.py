"""What is kept: people, tables, and the journal of each table."""
