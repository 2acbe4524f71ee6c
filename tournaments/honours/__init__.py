"""The board of honour of a club."""
