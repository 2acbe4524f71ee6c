"""Pages of the room ``club``."""
