"""The lock, read: each package with its version, its hashes, and who wants it."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
LOCK: Final = ROOT / "requirements.txt"
"""What a club runs on."""
INSTALLERS: Final = ROOT / "requirements-uv.txt"
"""What brings it there."""
PIN: Final = re.compile(r"^(?P<name>[a-z0-9._-]+)==(?P<version>[^\s;]+)(?: ; (?P<marker>.+?))? \\$")


@dataclass(frozen=True)
class Pin:
    """One package of the lock."""

    name: str
    version: str
    marker: str
    """On which machines it is installed; empty: on all."""
    hashes: tuple[str, ...]
    """SHA-256 of each of its files that may be installed."""
    wanted_by: tuple[str, ...]
    """The packages of the lock that need it; empty where only we do."""

    @property
    def purl(self) -> str:
        """Its address among all packages of the world."""
        return f"pkg:pypi/{self.name}@{self.version}"


def read(path: Path = LOCK) -> list[Pin]:
    """Return the packages of a lock. Raises ValueError where a line is none of a lock."""
    blocks: list[list[str]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith(" "):
            blocks.append([])
        blocks[-1].append(line)
    return [_pin(*block) for block in blocks]


def _pin(head: str, *rest: str) -> Pin:
    found = PIN.fullmatch(head)
    if found is None:
        raise ValueError(f"not a line of a lock: {head!r}")
    words = [line.strip(" #\\").removeprefix("via").strip() for line in rest]
    return Pin(
        name=found["name"],
        version=found["version"],
        marker=found["marker"] or "",
        hashes=tuple(word.partition("sha256:")[2] for word in words if word.startswith("--hash")),
        wanted_by=tuple(word for word in words if word and not word.startswith("-")),
    )
