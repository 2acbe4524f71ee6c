"""Who did it: the actor is kept in the history beside what was changed."""

from django.db import models

from lhombre_club.members.models import Club

_REASON = "_change_reason"  # where django-simple-history looks for it


def save(row: models.Model, actor: str) -> None:
    """Save a row; its history says that ``actor`` did it."""
    setattr(row, _REASON, actor)
    row.save()


def delete(row: models.Model, actor: str) -> None:
    """Delete a row; its history keeps it, and says that ``actor`` did it."""
    setattr(row, _REASON, actor)
    row.delete()


def lock(club: Club) -> None:
    """Let one writer at a time at a club's members, so that what was checked stays true.

    On SQLite the transaction has the whole database already.
    """
    Club.objects.select_for_update().get(pk=club.pk)
