"""What a file holds: its parts, how they are written, and how they are read."""
