"""The power goes in a scene, once for each of many cuts, and the program is started again."""

import os
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from unittest.mock import patch

from django.test.utils import override_settings

from lhombre_club.copies import engine, looking, replacing, shelf
from tests.faults.powercuts.disk import Disk, Loss
from tests.faults.powercuts.recording import Scene
from tests.faults.powercuts.state import LEDGER, digest


@dataclass(frozen=True, slots=True)
class Cut:
    """Before which step of a scene the power goes, and what the disk makes of it."""

    at: int
    loss: Loss


@dataclass(slots=True)
class Expected:
    """What must be there at a step, from the marks before it and the next one."""

    states: list[str] = field(default_factory=list)
    """What the database may hold: the last state that was acknowledged, or the one after."""
    copies: dict[str, str] = field(default_factory=dict)
    """The newest copy that was acknowledged, and what it holds."""
    photos: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Found:
    """What came of the cuts."""

    cuts: Counter[str] = field(default_factory=Counter)
    """How many, by scene."""
    wrong: list[str] = field(default_factory=list)

    def add(self, other: "Found") -> None:
        """Count what another process has found."""
        self.cuts.update(other.cuts)
        self.wrong += other.wrong


def drawn(scene: Scene, count: int, chance: Random) -> list[Cut]:
    """Return cuts at any step, the power gone for good or only the program."""
    losses = list(Loss)
    return [Cut(chance.randrange(1, len(scene.steps)), chance.choice(losses)) for _ in range(count)]


def kills(scene: Scene) -> list[Cut]:
    """Return a kill of the program before each of its calls; of many writes in a row one."""
    pairs = zip(scene.steps, scene.steps[1:], strict=False)
    return [
        Cut(at, Loss.NOTHING_LOST)
        for at, (last, step) in enumerate(pairs, 1)
        if (last.kind, last.path) != (step.kind, step.path)
    ]


def tried(
    scene: Scene, cuts: Iterable[Cut], seed: int, *, forgets: str = "", slip: bool = True
) -> Found:
    """Cut a scene off each time, start again, and say what is wrong.

    ``forgets`` switches a protection off: the syncs of "files" or of "folders" do nothing. Without
    the ``slip`` nobody is told how to go on.
    """
    found, chance = Found(), Random(f"{seed} {scene.name}")  # noqa: S311
    here = scene.folder.parent.parent / f"cut-{os.getpid()}"
    shown, disk, done = _expectations(scene), Disk(scene.before, forgets), 0
    for cut in sorted(cuts, key=lambda each: each.at):
        for step in scene.steps[done : cut.at]:
            if step.kind != "mark":
                disk.do(step)
        done = cut.at
        shutil.rmtree(here, ignore_errors=True)
        disk.leave(here, cut.loss, chance)
        _moved(scene, here, slip=slip)
        found.cuts[scene.name] += 1
        with (
            override_settings(VAR_DIR=here, BACKUP_PLACES=[here / "stick"]),
            patch.object(replacing, "place", lambda: here / "club.sqlite3"),
        ):
            wrong = start_again(scene, here, shown[cut.at])
        if wrong:
            told = f"{scene.name}, step {cut.at} of {len(scene.steps)}, {cut.loss.value}"
            found.wrong.append(f"{told}: {wrong}")
    shutil.rmtree(here, ignore_errors=True)
    return found


def _moved(scene: Scene, here: Path, *, slip: bool) -> None:
    """Let the slip name the folder that this is in."""
    file = here / "replacing.json"
    if file.exists():
        file.write_text(file.read_text(errors="replace").replace(str(scene.folder), str(here)))
        if not slip:
            file.unlink()


def _expectations(scene: Scene) -> list[Expected]:
    """Return for each step what must be there when the power goes before it."""
    shown, now = [], Expected()
    for step in scene.steps:
        shown.append(now)
        if "state" in step.said:
            now = Expected([step.said["state"]], now.copies, step.said.get("photos", now.photos))
        if "copy" in step.said:
            now.copies = {step.said["copy"]: step.said["state"]}
    following: list[str] = []
    for step, expected in zip(reversed(scene.steps), reversed(shown), strict=True):
        following = [step.said["state"]] if "state" in step.said else following
        expected.states = list(dict.fromkeys([*expected.states[:1], *following]))
    return shown


def start_again(scene: Scene, here: Path, expected: Expected) -> str:
    """Start as ``./club run`` does; return what is wrong, or nothing."""
    database = here / "club.sqlite3"
    tables = LEDGER if scene.name in {"posts", "copies"} else ()
    try:
        looking.before_start()
        state = _state_of(database, tables)
    except (looking.LostError, sqlite3.DatabaseError, OSError, ValueError) as error:
        return f"no start: {error}"
    if replacing.is_begun():
        return "the replacement is not finished"
    if state not in expected.states:
        return f"the database holds {state[:80]}"
    if state != scene.steps[0].said["state"] and not tables and not _put_aside(scene, here):
        return "what was there is not put aside"
    if any(not (here / "media" / photo).exists() for photo in expected.photos):
        return "a photo is missing"
    return _wrong_copies(here, expected, tables)


def _state_of(database: Path, tables: tuple[str, ...]) -> str:
    """Return what is in a database, or what is wrong with it; the same bytes are read once."""
    files = (database, *(database.with_name(database.name + end) for end in replacing.BESIDE[::2]))
    key = (tables, *(shelf.digest(each) if each.exists() else "" for each in files))
    if key not in _READ:
        with closing(sqlite3.connect(database)) as there:
            _READ[key] = engine.complaint(there) or digest(there, tables)
    return _READ[key]


_READ: dict[object, str] = {}


def _put_aside(scene: Scene, here: Path) -> bool:
    first = scene.steps[0].said["state"]
    return any(_state_of(each, ()) == first for each in here.glob("aside-*/club.sqlite3"))


def _wrong_copies(here: Path, expected: Expected, tables: tuple[str, ...]) -> str:
    """Return which copy that has its name is not whole, or is not there any more."""
    for place in (here / "backups", here / "stick"):
        there = shelf.copies(place)
        for copy in there:
            written = copy.slip().get("sha256")
            if not copy.database.exists() or shelf.digest(copy.database) != written:
                return f"{copy.path} is not whole"
        names = [copy.path.name for copy in there]
        for name, state in expected.copies.items():
            if name not in names:
                if not names or names[-1] < name:  # else it was let go for a later one
                    return f"{place / name} is gone"
            elif _state_of(place / name / "club.sqlite3", tables) != state:
                return f"{place / name} holds something else"
    return ""
