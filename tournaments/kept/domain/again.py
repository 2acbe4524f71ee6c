"""After an older copy was put back: who was forgotten since is forgotten again."""

from collections.abc import Iterable
from pathlib import Path
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from lhombre_club.copies import forgotten as outside
from lhombre_club.copies.forgotten import Entry
from lhombre_club.members.models import Club, Person
from tournaments.kept.domain import removing
from tournaments.kept.domain.forgetting import do, next_number, plan
from tournaments.models import Forgotten


def listed_in(*places: Path) -> list[Entry]:
    """Return who was forgotten, by the lists of these places. Raises OSError."""
    return outside.read(*places)


def forget_again(entries: Iterable[Entry], *, actor: str) -> int:
    """Forget those again whom an older state has brought back; return how many it had.

    Nobody is asked: it was decided when they were forgotten. The list has them from then on with
    the photos that came back.
    """
    removing.overwrite()
    done: list[Entry] = []
    had = 0
    with transaction.atomic():
        for entry in entries:
            club = Club.objects.filter(pk=entry.club).first()
            known = Forgotten.objects.filter(club=club, person=entry.person)
            if club is None or known.exists():
                continue
            had += Person.objects.filter(pk=entry.person).exists()
            done.append(_again(club, entry, actor))
        outside.note(done)
    if had:
        removing.compact()  # nobody else uses the database meanwhile
    return had


def _again(club: Club, entry: Entry, actor: str) -> Entry:
    taken = Forgotten.objects.filter(club=club, number=entry.number).exists()
    number = next_number(club) if taken else entry.number
    person = Person.objects.filter(pk=entry.person).first()
    if person is None:
        kept = Forgotten.objects.create(
            club=club, person=UUID(entry.person), number=number, actor=actor, at=timezone.now()
        )
    else:
        kept = do(plan(person, club, number), actor)
    photos = tuple(dict.fromkeys((*entry.photos, *kept.photos)))
    return Entry(entry.club, entry.person, number, photos)


def remove_again(*places: Path) -> None:
    """Remove the photos of forgotten people that a copy has brought back. Raises OSError."""
    for entry in listed_in(*places):
        removing.remove_files(entry.photos)
