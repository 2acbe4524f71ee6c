"""Who would get which letter, and what would stand in it."""

from tournaments.letters.preview.drafts import Draft, Topic, drafts, language_of

__all__ = ["Draft", "Topic", "drafts", "language_of"]
