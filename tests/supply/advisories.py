"""Whether an advisory meets what the lock pins: ``python -m tests.supply.advisories PATH...``.

A path is a file of an advisory in OSV's form, JSON or YAML, or a folder of such files, as the
databases of OSV and of the Python Packaging Authority are when they are unpacked. No network is
asked. Ends with 1 where something is affected, and with 2 where nothing could be looked at.
"""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.supply import lock

READ: Final[dict[str, Callable[[str], Any]]] = {
    ".json": json.loads,
    ".yaml": yaml.safe_load,
    ".yml": yaml.safe_load,
}
Advisory = dict[str, Any]


@dataclass(frozen=True)
class Hit:
    """A pinned version that an advisory names."""

    pin: lock.Pin
    advisory: Advisory

    def __str__(self) -> str:
        """Say which, why, and which version is mended."""
        names = " ".join([self.advisory["id"], *self.advisory.get("aliases", [])])
        words = self.advisory.get("summary") or self.advisory.get("details", "").partition("\n")[0]
        fixed = {
            event["fixed"]
            for affected in _about(self.advisory, self.pin.name)
            for events in _ranges(affected)
            for event in events
            if "fixed" in event and Version(event["fixed"]) > Version(self.pin.version)
        }
        mended = f"; mended in {', '.join(sorted(fixed, key=Version))}" if fixed else ""
        return f"{self.pin.name} {self.pin.version}: {names}: {words}{mended}"


def files(paths: Iterable[Path]) -> Iterator[Path]:
    """The files of advisories that the paths are or hold."""
    for path in paths:
        found = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (file for file in found if file.suffix in READ)


def read(file: Path) -> Advisory:
    """Return what a file says. Raises ValueError where it is no advisory."""
    said = READ[file.suffix](file.read_text(encoding="utf-8"))
    if not isinstance(said, dict) or "id" not in said:
        raise ValueError(f"{file} is no advisory")
    return said


def hits(advisory: Advisory, pins: Iterable[lock.Pin]) -> Iterator[Hit]:
    """Yield what it meets; one that was withdrawn meets nothing."""
    if advisory.get("withdrawn"):
        return
    for pin in pins:
        if any(_is_met(affected, pin.version) for affected in _about(advisory, pin.name)):
            yield Hit(pin, advisory)


def _about(advisory: Advisory, name: str) -> list[dict[str, Any]]:
    """The parts of an advisory that are about a package of Python."""
    return [
        affected
        for affected in advisory.get("affected", [])
        if affected.get("package", {}).get("ecosystem") == "PyPI"
        and canonicalize_name(affected["package"]["name"]) == canonicalize_name(name)
    ]


def _ranges(affected: dict[str, Any]) -> list[list[dict[str, str]]]:
    """The events of each range of versions; those of commits say nothing of a version."""
    ranges = affected.get("ranges", [])
    return [each["events"] for each in ranges if each.get("type") == "ECOSYSTEM"]


def _is_met(affected: dict[str, Any], version: str) -> bool:
    listed = any(Version(each) == Version(version) for each in affected.get("versions", []))
    return listed or any(_is_within(events, Version(version)) for events in _ranges(affected))


def _is_within(events: list[dict[str, str]], version: Version) -> bool:
    """Whether it was brought in and not yet mended, as OSV evaluates a range."""
    met = False
    for what, at in sorted(
        ((what, Version(at)) for event in events for what, at in event.items() if what != "limit"),
        key=lambda event: event[1],
    ):
        if what == "introduced" and version >= at:
            met = True
        if (what == "fixed" and version >= at) or (what == "last_affected" and version > at):
            met = False
    return met


def main(words: list[str]) -> int:
    """Look at the advisories, say what they meet, and return the exit status."""
    found = list(files(map(Path, words)))
    pins = [*lock.read(), *lock.read(lock.INSTALLERS)]
    try:
        met = [hit for file in found for hit in hits(read(file), pins)]
    except (OSError, ValueError, yaml.YAMLError) as error:
        sys.stdout.write(f"An advisory cannot be read: {error}\n")
        return 2
    lines = [*map(str, met), f"{len(found)} advisories, {len(pins)} packages, {len(met)} affected"]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if met else 0 if found else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
