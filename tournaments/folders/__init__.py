"""Folders of cards that travel from table to table, and how each was played."""
