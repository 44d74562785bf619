"""The web application: people, tables, live updates, and what is kept of them."""
