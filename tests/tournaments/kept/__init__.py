"""Tests of the room ``kept``."""
