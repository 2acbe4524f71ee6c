"""Taking a file in: what it would make, and making it."""
