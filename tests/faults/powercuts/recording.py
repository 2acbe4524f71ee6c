"""Every call to the disk that the program makes in the scenes, as strace sees it."""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.faults.harness import ROOT, python

WRITING = (
    *("pwrite64", "write", "sendfile", "copy_file_range", "ftruncate", "fallocate"),
    *("fsync", "fdatasync", "openat", "mkdir", "mkdirat", "rmdir", "unlink", "unlinkat"),
    *("rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat"),
)
_CALL = re.compile(r"(\d+) +(\w+)\((.*)\) += (\d+)(?:<.*>)?$")
_WORD = re.compile(r'"([^"]*)"|AT_FDCWD<([^>]*)>|(-?\d+)<([^>]*)>|([^",<>()\[\] ]+)')


@dataclass(frozen=True, slots=True)
class Step:
    """One call that changed something, or a mark; paths are within the scene's folder."""

    kind: str
    """write, copy, truncate, sync, create, mkdir, rename, unlink, rmdir, link or mark."""
    path: str = ""
    other: str = ""
    """Where a file is renamed or linked to, or which is copied from."""
    at: int = 0
    """The first byte that is written, the new length, or how much is copied."""
    data: bytes = b""
    said: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scene:
    """What was on the disk, and what was done to it."""

    name: str
    folder: Path
    steps: list[Step]

    @property
    def before(self) -> Path:
        """The folder as it was when the scene began."""
        return self.folder.with_suffix(".before")


def record(folder: Path, *words: str) -> list[Scene]:
    """Act the scenes in ``folder`` under strace, and return them."""
    trace = folder / "trace"
    strace = ("strace", "-f", "--seccomp-bpf", "-y", "-xx", "-s", "67108864", "-o", str(trace))
    chosen = ("-e", f"trace={','.join(WRITING)}", "-e", "signal=none")
    command = python("-m", "tests.faults.powercuts.scenes", str(folder), *words)
    environment = {name: value for name, value in os.environ.items() if name not in _NOT_OURS}
    subprocess.run(
        [*strace, *chosen, *command],
        cwd=ROOT,
        env={
            **environment,
            "DJANGO_SETTINGS_MODULE": "lhombre_club.settings",
            "LHOMBRE_VAR": str(folder / "own"),
            "SECRET_KEY": "only for tests",
            "CELERY_BROKER_URL": "spool://",
        },
        check=True,
    )
    found = scenes_of(trace, folder)
    trace.unlink()
    return found


_NOT_OURS = {"DATABASE_URL", "CACHE_URL", "BACKUP_DIR", "COVERAGE_PROCESS_CONFIG"}


def scenes_of(trace: Path, folder: Path) -> list[Scene]:
    """Read the scenes out of what strace has written."""
    found: list[Scene] = []
    for step in _Reader(folder).steps(trace):
        if "scene" in step.said:
            found.append(Scene(step.said["scene"], folder / step.said["scene"], []))
        if not found:
            continue
        root = f"{found[-1].folder}/"
        if step.kind == "mark":
            found[-1].steps.append(step)
        elif f"{step.path}/".startswith(root):
            inside = Step(
                step.kind,
                step.path.removeprefix(root[:-1]).lstrip("/"),
                step.other.removeprefix(root[:-1]).lstrip("/"),
                step.at,
                step.data,
            )
            found[-1].steps.append(inside)
    return found


class _Reader:
    """Reads calls in their order, and knows how far each open file was written."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.place: dict[tuple[str, str], int] = {}

    def steps(self, trace: Path) -> Iterator[Step]:
        """Return the steps of all that was called within the folder."""
        with trace.open(encoding="ascii") as lines:
            for line in lines:
                if read := _CALL.match(line):
                    process, name, words, gave = read.groups()
                    given = [_word(each) for each in _WORD.finditer(words)]
                    yield from self._step(process, name, given, int(gave))
                elif "unfinished" in line or "resumed" in line:
                    raise ValueError(f"two processes at once: {line[:200]}")

    def _step(self, process: str, name: str, words: list[Any], gave: int) -> Iterator[Step]:
        if name == "openat":
            yield from self._opened(process, words, gave)
        elif name in {"write", "sendfile"}:
            yield from self._written(process, name, words, gave)
        elif name == "pwrite64":
            yield Step("write", words[0][1], at=int(words[3]), data=words[1][:gave])
        elif name == "ftruncate":
            yield Step("truncate", words[0][1], at=int(words[1]))
        elif name in {"fsync", "fdatasync"}:
            yield Step("sync", words[0][1])
        else:
            paths = list(_paths(words))
            if any(path.startswith(self.folder) for path in paths):
                kind = name.removesuffix("2").removesuffix("at")
                if kind == "unlink" and "AT_REMOVEDIR" in words:
                    kind = "rmdir"
                yield Step(kind, paths[0], "".join(paths[1:]))

    def _opened(self, process: str, words: list[Any], gave: int) -> Iterator[Step]:
        (path,) = _paths(words[:2])
        self.place[process, str(gave)] = 0
        flags = str(words[2])
        if path.startswith(self.folder) and "O_CREAT" in flags:
            yield Step("create", path)
        if path.startswith(self.folder) and "O_TRUNC" in flags:
            yield Step("truncate", path)

    def _written(self, process: str, name: str, words: list[Any], gave: int) -> Iterator[Step]:
        number, path = words[0]
        if path == f"{self.folder}/marks":
            yield Step("mark", said=json.loads(words[1]))
            return
        at = self.place.get((process, number), 0)
        self.place[process, number] = at + gave
        if name == "write":
            yield Step("write", path, at=at, data=words[1][:gave])
        elif gave:
            if at:
                raise ValueError(f"{path} is copied in parts")
            yield Step("copy", path, words[1][1], gave)


def _word(read: re.Match[str]) -> Any:
    """Return a path or data as bytes, an open file as number and path, or a word."""
    quoted, here, number, path, word = read.groups()
    if quoted is not None:
        return _unhexed(quoted)
    if here is not None:
        return "", _unhexed(here).decode()
    return (number, _unhexed(path).decode()) if number is not None else word


def _unhexed(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", "")) if text.startswith("\\x") else text.encode()


def _paths(words: list[Any]) -> Iterator[str]:
    """Return the whole paths among the words; a relative one follows the folder it is in."""
    above = ""
    for word in words:
        if isinstance(word, tuple):
            above = word[1]
        elif isinstance(word, bytes):
            yield str(Path(above or ROOT, word.decode()))
            above = ""
