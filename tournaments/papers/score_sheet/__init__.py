"""The sheet of a table, drawn."""
