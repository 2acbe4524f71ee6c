"""Copies of all that a club has: made, kept in order, sent to a second place, and put back."""
