"""What is done with letters: written down, sent once, marked."""
