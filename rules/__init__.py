"""The game: pure, typed, no clock, no chance, no files."""
