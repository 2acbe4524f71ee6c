"""The tables of pages as files."""
