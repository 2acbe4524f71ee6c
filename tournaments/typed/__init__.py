"""A deal as it is typed: read, printed, and refused in a sentence."""
