"""A disk that may lose what it was not told to keep.

What was written and not synced since may be there or not, each 512 bytes for themselves. A name
that was made, changed or taken away may be so or not until its folder is synced, whatever became of
other names; a file that changes its name is never without one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path, PurePosixPath
from random import Random

from tests.faults.powercuts.recording import Step

SECTOR = 512


class Loss(Enum):
    """What the disk has kept of that which it need not have."""

    NOTHING_LOST = "everything kept"
    """Also what is left when the program alone is killed."""
    ALL_LOST = "nothing kept"
    SOME_LOST = "some writes kept"
    TORN = "some sectors kept"


@dataclass(slots=True)
class Change:
    """Bytes that were written to a file, or its new length where ``data`` is None."""

    at: int
    data: bytes | None

    def on(self, content: bytearray) -> None:
        """Do it."""
        if self.data is None:
            del content[self.at :]
            content.extend(bytes(self.at - len(content)))
            return
        content.extend(bytes(max(0, self.at - len(content))))
        content[self.at : self.at + len(self.data)] = self.data

    def sectors(self) -> list[Change]:
        """Return it in pieces of which a disk writes each wholly or not at all."""
        if self.data is None:
            return [self]
        data, pieces, at = self.data, [], 0
        while at < len(data):
            end = at + SECTOR - (self.at + at) % SECTOR
            pieces.append(Change(self.at + at, data[at:end]))
            at = end
        return pieces


@dataclass(slots=True, eq=False)
class File:
    """A file, whatever it is called."""

    kept: bytearray = field(default_factory=bytearray)
    pending: list[Change] = field(default_factory=list)

    def sync(self) -> None:
        """Keep what was written."""
        for change in self.pending:
            change.on(self.kept)
        self.pending.clear()

    def content(self, loss: Loss = Loss.NOTHING_LOST, chance: Random | None = None) -> bytes:
        """Return what may be read after a cut."""
        if not self.pending or loss is Loss.ALL_LOST:
            return bytes(self.kept)
        content = bytearray(self.kept)
        for change in self.pending:
            pieces = change.sectors() if loss is Loss.TORN else [change]
            for piece in pieces:
                if chance is None or loss is Loss.NOTHING_LOST or chance.random() < 1 / 2:
                    piece.on(content)
        return bytes(content)


@dataclass(slots=True, eq=False)
class Folder:
    """A folder: what is in it now."""

    now: dict[str, File | Folder] = field(default_factory=dict)
    kept: dict[str, File | Folder] = field(default_factory=dict)


@dataclass(slots=True)
class Naming:
    """Names that change together: each in its folder, and what it names from now on, or nothing."""

    names: list[tuple[Folder, str, File | Folder | None]]

    def on(self, entries: Callable[[Folder], dict[str, File | Folder]]) -> None:
        """Do it in these entries of each folder."""
        for folder, name, node in self.names:
            if node is None:
                entries(folder).pop(name, None)
            else:
                entries(folder)[name] = node


class Disk:
    """The files of one scene; of ``forgets``, "files" or "folders", it never keeps anything."""

    def __init__(self, before: Path, forgets: str = "") -> None:
        self.forgets = forgets
        self.root = Folder()
        self.pending: list[Naming] = []
        self._fill(self.root, before)

    def _fill(self, folder: Folder, source: Path) -> None:
        for path in source.iterdir():
            node: File | Folder
            if path.is_dir():
                node = Folder()
                self._fill(node, path)
            else:
                node = File(bytearray(path.read_bytes()))
            folder.now[path.name] = folder.kept[path.name] = node

    def do(self, step: Step) -> None:
        """Let a step of the program happen."""
        if step.kind in {"write", "truncate", "copy"}:
            self._file(step.path).pending.append(self._change(step))
        elif step.kind == "sync":
            self._sync(self._node(step.path))
        else:
            self._call(step)

    def _change(self, step: Step) -> Change:
        if step.kind == "copy":
            return Change(0, self._file(step.other).content()[: step.at])
        return Change(step.at, step.data if step.kind == "write" else None)

    def _call(self, step: Step) -> None:
        match step.kind:
            case "create" if self._there(step.path):
                pass
            case "create" | "mkdir":
                self._name((step.path, File() if step.kind == "create" else Folder()))
            case "unlink" | "rmdir":
                self._name((step.path, None))
            case "link":
                self._name((step.other, self._node(step.path)))
            case "rename":
                self._name((step.other, self._node(step.path)), (step.path, None))
            case _:
                raise ValueError(step.kind)

    def _node(self, path: str) -> File | Folder:
        node: File | Folder = self.root
        for part in PurePosixPath(path).parts:
            assert isinstance(node, Folder)
            node = node.now[part]
        return node

    def _file(self, path: str) -> File:
        node = self._node(path)
        assert isinstance(node, File)
        return node

    def _there(self, path: str) -> bool:
        try:
            return bool(self._node(path))
        except KeyError:
            return False

    def _name(self, *names: tuple[str, File | Folder | None]) -> None:
        placed = []
        for path, node in names:
            folder = self._node(str(PurePosixPath(path).parent))
            assert isinstance(folder, Folder)
            placed.append((folder, PurePosixPath(path).name, node))
        self.pending.append(Naming(placed))
        self.pending[-1].on(lambda folder: folder.now)

    def _sync(self, node: File | Folder) -> None:
        if self.forgets == ("files" if isinstance(node, File) else "folders"):
            return
        if isinstance(node, File):
            node.sync()
            return
        for naming in [each for each in self.pending if any(n[0] is node for n in each.names)]:
            naming.on(lambda folder: folder.kept)
            self.pending.remove(naming)

    def leave(self, target: Path, loss: Loss, chance: Random) -> None:
        """Write into ``target``, which is empty, what a cut may have left."""
        entries: dict[int, dict[str, File | Folder]] = {}

        def of(folder: Folder) -> dict[str, File | Folder]:
            return entries.setdefault(id(folder), dict(folder.kept))

        for naming in self.pending:
            if loss is Loss.NOTHING_LOST or (loss is not Loss.ALL_LOST and chance.random() < 1 / 2):
                naming.on(of)

        def write(folder: Folder, path: Path) -> None:
            path.mkdir(exist_ok=True)
            for name, node in of(folder).items():
                if isinstance(node, Folder):
                    write(node, path / name)
                elif not name.endswith("-shm"):  # memory of the computer, and gone with it
                    (path / name).write_bytes(node.content(loss, chance))

        write(self.root, target)
