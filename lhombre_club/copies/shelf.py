"""The copies in a place: which there are, in which order, and which may go.

A copy is a folder: the database, the key that signs, and a slip that says what it is. Copies are
numbered, and the number alone says which is newer: a laptop's clock may be a day ahead, and goes
back an hour each autumn. Photos lie beside the copies, each once, since none is ever changed.

Copies follow each other in a line. Where one is put back the numbers go on from it, in a line of
its own: another computer may go on with the old one, and then no number says which is right.

What is encrypted has a name that ends in ``.age``: the copy, each file in it, and its photos. Only
a slip that orders the copies can still be read there, and the key, which wants a passphrase.
"""

import fcntl
import hashlib
import json
import re
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.utils import timezone

from lhombre_club import disk

ALWAYS_KEPT = 14
"""So many of the highest numbers stay, whatever the clock said of them."""
SPANS = (
    (timedelta(days=1), "%Y%m%d%H"),
    (timedelta(days=14), "%Y%m%d"),
    (timedelta(weeks=12), "%G%V"),
    (timedelta(days=366), "%Y%m"),
)
"""Of a day one an hour stays, of a fortnight one a day, of a quarter one a week, of a year one a
month."""
OLD = timedelta(days=2)
"""A copy that is older is to be followed by another."""
CLOCKS_DIFFER = timedelta(minutes=5)
UNFINISHED = ".unfinished-"
"""What stands before the name of a copy that is not whole yet, or not any more."""
PHOTOS, SLIP, KEY = "photos", "copy.json", "secret_key"
DATABASES = {"sqlite": "club.sqlite3", "postgresql": "club.dump"}
AGE = ".age"
LOCKED_KEY = f"key{AGE}"
_STAMP = "%Y%m%dT%H%M%SZ"
_NAME = re.compile(r"club-(\d{6,})-(\d{8}T\d{6}Z)(\.age)?")
_EARLIER = re.compile(r"club-(\d{8}-\d{6}-\d{6})\.(sqlite3|dump)")
_BYTES = 1 << 20


class Why(StrEnum):
    """What a copy was made for."""

    ASKED = "asked"
    START = "start"
    UPGRADE = "upgrade"
    """Before the database changes its shape."""
    MOVE = "move"
    """Before the club goes into another database."""
    NIGHT = "night"
    ROUND = "round"
    STOP = "stop"
    RESTORED = "restored"


NEVER_GO = frozenset({Why.UPGRADE, Why.MOVE})


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy as it lies in a place."""

    path: Path
    """Its folder, or its file if an earlier program made it."""
    number: int
    """The higher, the newer; 0 if an earlier program made it, or its name was changed."""
    made_at: datetime
    """In UTC, as the clock of that computer said."""

    @property
    def database(self) -> Path:
        """The file of the database."""
        if self.path.is_file():
            return self.path
        ending = AGE if self.is_encrypted else ""
        files = [self.path / f"{name}{ending}" for name in DATABASES.values()]
        return next((file for file in files if file.exists()), files[0])

    @property
    def vendor(self) -> str:
        """Whose database it is a copy of, as Django calls it."""
        is_dump = self.database.name.removesuffix(AGE).endswith(".dump")
        return "postgresql" if is_dump else "sqlite"

    @property
    def is_encrypted(self) -> bool:
        """Whether it wants a passphrase."""
        return self.path.suffix == AGE or (self.path / LOCKED_KEY).is_file()

    @property
    def photos(self) -> Path:
        """The folder with the photos that belong to it, and perhaps others."""
        if self.number == 0 and not self.path.is_dir():
            return self.path.with_name(f"photos-{self.path.stem.removeprefix('club-')}")
        return self.path.parent / photos_for(str(self.slip().get("recipient", "")))

    def slip(self) -> dict[str, Any]:
        """Return what the copy says of itself; nothing if an earlier program made it."""
        try:
            read = json.loads((self.path / SLIP).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return read if isinstance(read, dict) else {}

    @property
    def why(self) -> str:
        """What it was made for; empty if it does not say."""
        return str(self.slip().get("why", ""))

    @property
    def lines(self) -> tuple[str, ...]:
        """The line it is in, and then those that it comes after; none if it does not say."""
        return tuple(self.slip().get("lines", ()))

    @property
    def passed(self) -> dict[str, int]:
        """Up to which number it comes after each other line; what that made later it has not.

        An earlier program did not say, and took all of them.
        """
        said = self.slip().get("passed")
        return dict.fromkeys(self.lines[1:], sys.maxsize) if said is None else said

    @property
    def standing(self) -> dict[str, int]:
        """Up to which number each line was gone, its own too, when it was made."""
        return _furthest(self.passed, dict.fromkeys(self.lines[:1], self.number))

    @property
    def is_ahead(self) -> bool:
        """Whether its date has not come yet on this computer's clock."""
        return self.made_at > timezone.now() + CLOCKS_DIFFER

    def __str__(self) -> str:
        """Say which it is, with the day and the time in this club's zone."""
        if not self.number:
            return f"the copy {self.path.name}"
        return f"copy {self.number} of {timezone.localtime(self.made_at):%Y-%m-%d %H:%M}"


def photos_for(recipient: str) -> str:
    """Return the name of the folder of photos for whoever has this key; "" is everybody."""
    return f"{PHOTOS}-{recipient[:12]}" if recipient else PHOTOS


def home() -> Path:
    """Return the place that every copy goes to first."""
    return Path(settings.VAR_DIR) / "backups"


def put_back_note() -> Path:
    """Return the file that is there while an older state has been put back and not yet copied.

    So long the newest copy has what the database has not, and nothing is lost all the same. It
    says what the next copy comes after.
    """
    return Path(settings.VAR_DIR) / "put_back"


def put_back_words(copy: Copy, place: Path) -> str:
    """Return what the note says when ``copy`` is put back.

    What else is in the ``place`` that it was chosen in was there to be chosen.
    """
    number = copy.number or copy.slip().get("number", 0)  # its folder may have another name now
    chosen = replace(copy, number=number)
    passed = _furthest(*(each.standing for each in (chosen, *copies(place))))
    return json.dumps({"copy": str(copy), "number": number, "lines": copy.lines, "passed": passed})


def _read_note() -> tuple[int, tuple[str, ...], dict[str, int]]:
    """Return the number, the lines and what was passed; none where nothing was put back."""
    try:
        read = json.loads(put_back_note().read_text(encoding="utf-8"))
        lines = tuple(read["lines"])
        return int(read["number"]), lines, read.get("passed", dict.fromkeys(lines, sys.maxsize))
    except (OSError, ValueError, KeyError, TypeError):
        return 0, (), {}


def everywhere() -> list[Path]:
    """Return every place that copies go to, the first first."""
    return [home(), *settings.BACKUP_PLACES]


def second_places(also: Path | None = None) -> list[Path]:
    """Return where a copy goes besides, each place once, be it asked for in two ways."""
    asked = [*settings.BACKUP_PLACES, *([also] if also else [])]
    return list({place.resolve(): place for place in reversed(asked)}.values())[::-1]


def copies(place: Path) -> list[Copy]:
    """Return the copies in a place, the oldest first."""
    paths = place.iterdir() if place.is_dir() else ()
    found = (one for path in paths if (one := copy_at(path)))
    return sorted(found, key=_order)


def copy_at(path: Path) -> Copy | None:
    """Return the copy that this folder or file is by its name; None: it is not called one."""
    if (named := _NAME.fullmatch(path.name)) and path.is_dir():
        number, stamp, form = int(named[1]), named[2], _STAMP
    elif named := _EARLIER.fullmatch(path.name):
        number, stamp, form = 0, named[1], "%Y%m%d-%H%M%S-%f"
    else:
        return None
    with suppress(ValueError):
        return Copy(path, number, datetime.strptime(stamp, form).replace(tzinfo=UTC))
    return None


def newest(*places: Path, vendor: str = "", plain: bool = False) -> Copy | None:
    """Return the newest copy in these places, of any database or that of ``vendor``.

    With ``plain`` only those that want no passphrase are looked at.
    """
    there = (one for place in places for one in copies(place) if vendor in {"", one.vendor})
    fit = (one for one in there if not (plain and one.is_encrypted))
    return max(fit, key=_order, default=None)


def _order(copy: Copy) -> tuple[int, bool, str]:
    """Of one that is there twice, what needs no passphrase comes first when it is looked for."""
    return copy.number, not copy.is_encrypted, copy.path.name


def to_come(home_: Path, others: Sequence[Path]) -> Copy:
    """Return the copy that is made next.

    Its number is higher than any in these places, and than that of the copy that was put back.
    """
    there = (one.number for place in (home_, *others) for one in copies(place))
    number = 1 + max(_read_note()[0], *there, 0)
    now = timezone.now().astimezone(UTC).replace(microsecond=0)
    return Copy(home_ / f"club-{number:06}-{now:{_STAMP}}", number, now)


def line_to_come(home_: Path, why: Why) -> dict[str, Any]:
    """Return what the next copy's slip says of its line: a new one, if something was put back.

    What is in the place was there to be chosen, so that the new line comes after that as well.
    """
    before = newest(home_)
    _, noted, passed = _read_note()
    lines = [*noted, *(before.lines if before else ())]
    if why is Why.RESTORED or put_back_note().exists() or not lines:
        lines.insert(0, uuid4().hex)
    passed = _furthest(passed, before.standing if before else {})
    passed.pop(lines[0], None)
    return {"lines": list(dict.fromkeys(lines)), "passed": passed}


def _furthest(*standings: Mapping[str, int]) -> dict[str, int]:
    """Return the highest number of each line."""
    lines = {line for each in standings for line in each}
    return {line: max(each.get(line, 0) for each in standings) for line in sorted(lines)}


def beside(copy: Copy, places: Sequence[Path]) -> list[Copy]:
    """Return the newest copy of each line that ``copy`` does not come after."""
    there = sorted((one for place in places for one in copies(place)), key=_order)
    last = {lines[0]: one for one in there if (lines := one.lines)}
    passed = _furthest(*(one.passed for one in (copy, *last.values())))
    return [
        one
        for line, one in last.items()
        if one.number > passed.get(line, 0) and line not in copy.lines[:1]
    ]


def after(copy: Copy) -> Copy | None:
    """Return the newest copy in the same place that comes after ``copy``; None: it is the last."""
    line, number = copy.lines[:1], copy.number or int(copy.slip().get("number", 0))
    later = [
        one
        for one in copies(copy.path.parent)
        if (one.standing.get(line[0], 0) if line else one.number) > number
    ]
    return max(later, key=_order, default=None)


def tidy(place: Path) -> None:
    """Let go what is no longer kept, and the photos that no copy names any more."""
    there = copies(place)
    gone = to_let_go(there)
    folders = {copy.photos for copy in gone if copy.number}
    for copy in gone:
        if copy.number == 0:
            shutil.rmtree(copy.photos, ignore_errors=True)
        with suppress(OSError):
            take_away(copy.path)
    kept = copies(place)
    for folder in folders:
        wanted = {
            name for copy in kept if copy.photos == folder for name in copy.slip().get("photos", ())
        }
        for photo in folder.iterdir() if folder.is_dir() else ():
            if photo.name not in wanted:
                with suppress(OSError):
                    photo.unlink()


def take_away(path: Path) -> None:
    """Remove a copy, out of its name first: what has the name of one is whole. Raises OSError."""
    if path.is_file():
        path.unlink()
        return
    going = path.replace(path.with_name(f"{UNFINISHED}{path.name}"))
    disk.sync(path.parent)
    shutil.rmtree(going)


def to_let_go(there: Sequence[Copy]) -> list[Copy]:
    """Return which of the copies, the oldest first, need not be kept.

    The newest ALWAYS_KEPT stay, and every one from before an upgrade or a move; of the others as
    many as SPANS says, counted back from the newest.
    """
    gone, taken = [], set()
    for place, copy in enumerate(reversed(there)):
        age = there[-1].made_at - copy.made_at
        form = next((form for span, form in SPANS if age < span), "")
        slot = (form, f"{copy.made_at:{form}}") if form else None
        is_spare = slot is None or slot in taken
        taken.add(slot)
        if place >= ALWAYS_KEPT and is_spare and copy.why not in NEVER_GO:
            gone.append(copy)
    return gone


def digest(file: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@contextmanager
def one_at_a_time(place: Path) -> Iterator[None]:
    """Wait until nobody else puts a copy into the place, and let nobody meanwhile."""
    with (place / ".lock").open("a", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
