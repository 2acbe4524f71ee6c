"""What the club writes to its members: by e-mail, and on paper to who has none."""
