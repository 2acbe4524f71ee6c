"""What is printed: every document, its data, and asking for it."""
