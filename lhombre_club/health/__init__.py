"""Whether the program is well: for whoever watches it, and for its director on a page."""
