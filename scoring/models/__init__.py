"""The journal and what is derived from it."""

from scoring.models.journal import JournalEntry, SeatTotal

__all__ = ["JournalEntry", "SeatTotal"]
