"""The pages of the room ``answers``."""
