"""Who was forgotten, in a file beside the copies: a copy of before must bring nobody back.

It has keys that lead nowhere, a number and the names of files, and nothing else. It goes to every
place with the copies, so that it is there where another computer puts one back.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from lhombre_club import disk
from lhombre_club.copies import shelf

FILE: Final = "forgotten.jsonl"


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody who was forgotten, once for each club."""

    club: str
    person: str
    number: int
    photos: tuple[str, ...] = ()
    """Names of files that went with him."""


def read(*places: Path) -> list[Entry]:
    """Return who was forgotten, by the lists of these places, each once. Raises OSError.

    A line that was cut off by a power cut is passed over: its deed was not done either.
    """
    found: dict[tuple[str, str], Entry] = {}
    for place in places:
        file = place / FILE
        for line in file.read_text(encoding="utf-8").splitlines() if file.is_file() else ():
            entry = _entry(line)
            if entry is not None:
                found[entry.club, entry.person] = entry
    return list(found.values())


def _entry(line: str) -> Entry | None:
    try:
        said = json.loads(line)
        photos = tuple(str(name) for name in said["photos"])
        return Entry(str(said["club"]), str(said["person"]), int(said["number"]), photos)
    except (ValueError, KeyError, TypeError):
        return None


def note(entries: Iterable[Entry], place: Path | None = None) -> None:
    """Let the list of a place have these too; without one it is the first. Raises OSError."""
    folder = place or shelf.home()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    known = read(folder)
    # Of one who is there already the newer counts: more photos may have come with a copy.
    every = {(one.club, one.person): one for one in (*known, *entries)}.values()
    if list(every) == known:
        return
    file = folder / FILE
    unfinished = file.with_suffix(".tmp")
    unfinished.touch(mode=0o600)
    unfinished.write_text("".join(f"{json.dumps(asdict(one))}\n" for one in every), "utf-8")
    disk.sync(unfinished)
    unfinished.replace(file)
    disk.sync(folder)


def bring(place: Path) -> None:
    """Let the list of a second place have all of the first, and the first all of that."""
    note(read(shelf.home()), place)
    note(read(place))
