"""A whole event, or a whole club, as one file: taken out here, and taken in elsewhere."""
