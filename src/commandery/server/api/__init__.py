"""The house for programs: tables, moves, views and streams as JSON."""
