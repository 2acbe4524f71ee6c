"""The room's screen: what everybody sees, and the page from which it is steered."""
