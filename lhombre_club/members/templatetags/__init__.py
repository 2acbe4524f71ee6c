"""Tags of every page."""
