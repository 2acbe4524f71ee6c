"""The club itself: its name, its words, how it usually plays, and its own rules."""
