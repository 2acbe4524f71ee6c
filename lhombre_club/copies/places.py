"""What is said of the places that copies go to, beside the program's own."""

from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from lhombre_club.copies import shelf
from lhombre_club.copies.shelf import Copy


def told(made: Copy, also: Path | None = None) -> list[str]:
    """Say where a copy is that was just made, in each second place and in ``also``.

    Whoever copies beside another's copies is told so now, not when one has to be put back.
    """
    places = shelf.second_places(also)
    return [line for place in places for line in (*_same(made, place), *_beside(made, place))]


def _same(made: Copy, place: Path) -> Iterator[str]:
    for there in shelf.copies(place):
        if there.number == made.number and there.lines == made.lines:
            yield f"{there.path} (the same{', encrypted' if there.is_encrypted else ''})"


def _beside(made: Copy, place: Path) -> Iterator[str]:
    for other in shelf.beside(made, [place]):
        begun = (
            "which went on from the same evening as this one"
            if set(other.lines) & set(made.lines)
            else "as far as is known of another club"
        )
        yield (
            f"{place} also has copies of another computer, or of before a copy was put back, "
            f"{begun}: the newest is {other}, and what was entered there since is not in this. "
            f"No number says which is right:  ./club restore {place}  will name both and ask for "
            "one. If this is not meant, give each a folder of its own."
        )


def only_here(chosen: Copy) -> str:
    """Say that copies now go to this computer alone, if ``chosen`` was brought from elsewhere."""
    if settings.BACKUP_PLACES or chosen.path.is_relative_to(Path(settings.VAR_DIR).resolve()):
        return ""
    place = chosen.path.parent
    return (
        f"From now on copies go to this computer only, into {shelf.home()}. To let each go to "
        f"{place} as well, start the program with  BACKUP_DIR={place} ./club run"
    )


def brought() -> str:
    """Say so at the starts that follow, where none of the copies is that the club came from.

    It ends when the first copies may go: then nobody knows any more what was here.
    """
    there = shelf.copies(shelf.home())
    passed = there[-1].passed if there else {}
    if settings.BACKUP_PLACES or not passed or len(there) > shelf.ALWAYS_KEPT:
        return ""
    if any(line in passed for one in there for line in one.lines[:1]):
        return ""
    return (
        "the club was put back here from copies elsewhere, and copies now go to this computer "
        "only; to let each go to a stick as well, start with  BACKUP_DIR=/media/stick ./club run"
    )
