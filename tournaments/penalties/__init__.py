"""Penalties and entries by hand, and the club's list of reasons."""
