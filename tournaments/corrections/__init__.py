"""Mending what was entered: shown before it is stored, and taken back as a whole."""
