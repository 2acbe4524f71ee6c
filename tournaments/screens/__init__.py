"""What the room sees on its screen: who sits where, how far the tables are, how it stands."""
