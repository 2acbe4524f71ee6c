"""The ZIP itself: written so that the same is the same, byte for byte, and read as a stranger's.

Nothing is ever unpacked to the disk: a part is read by its name, and every name is one of ours.
"""

import hashlib
import json
import re
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO, Any, Final

from lhombre_club.refusal import Refusal
from tournaments.carried.reasons import CarriedReason

MANIFEST: Final = "manifest.json"
SIGNATURE: Final = "signature.json"
SCHEMA: Final = "schema.json"
README: Final = "README.txt"
MOST_ENTRIES: Final = 20_000
LARGEST_PART: Final = 32_000_000
"""Bytes of one part, unpacked; an evening of a hundred tables has a fifth."""
LARGEST: Final = 2_000_000_000
"""Bytes of all of them, unpacked."""
STEEPEST: Final = 200
"""A part is at most so many times as long as it is packed: JSON comes to forty."""
SHORT: Final = 100_000
"""Bytes of a part that may be packed as it likes."""
ALWAYS: Final = (1980, 1, 1, 0, 0, 0)
"""When every part says that it was written: what it holds says more."""
_AT_ONCE: Final = 1 << 16
_NUL: Final = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")
BROKEN: Final = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    OSError,
    ValueError,
    OverflowError,
    IndexError,
)
"""What the library says of a file that is none."""


# --- writing ------------------------------------------------------------------------------


@dataclass
class Writing:
    """A file that is being written."""

    zip: zipfile.ZipFile
    parts: dict[str, dict[str, Any]] = field(default_factory=dict)
    """What the manifest says of each part."""

    def rows(self, part: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Write a part: a list, each row on a line of its own."""
        self._part(f"{part}.json", _lines(rows))

    def file(self, name: str, pieces: Iterable[bytes]) -> None:
        """Write a part that is packed already: a photo, or another file."""
        self._part(name, ((piece, 0) for piece in pieces), zipfile.ZIP_STORED)

    def beside(self, name: str, text: str) -> None:
        """Write what the manifest does not tell of."""
        self.zip.writestr(_info(name), text.encode())

    def _part(
        self,
        name: str,
        pieces: Iterable[tuple[bytes, int]],
        packed: int = zipfile.ZIP_DEFLATED,
    ) -> None:
        digest, size, count = hashlib.sha256(), 0, 0
        with self.zip.open(_info(name, packed), "w", force_zip64=False) as entry:
            for piece, rows in pieces:
                entry.write(piece)
                digest.update(piece)
                size, count = size + len(piece), count + rows
        self.parts[name] = {"rows": count, "bytes": size, "sha256": digest.hexdigest()}


def _info(name: str, packed: int = zipfile.ZIP_DEFLATED) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, ALWAYS)
    info.compress_type, info.external_attr = packed, 0o600 << 16
    return info


def _lines(rows: Iterable[Mapping[str, Any]]) -> Iterator[tuple[bytes, int]]:
    yield b"[", 0
    before = "\n"
    for row in rows:
        yield f"{before}{dumped(row)}".encode(), 1
        before = ",\n"
    yield b"\n]\n", 0


def dumped(value: object, **words: Any) -> str:
    """Return JSON that the same value always gives, with its letters as they are."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, **words)


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of a part, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


# --- reading ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Opened:
    """A file that was opened: its parts are known by name and size, and none is read yet."""

    zip: zipfile.ZipFile
    entries: Mapping[str, zipfile.ZipInfo]

    def read(self, name: str, most: int = LARGEST_PART) -> bytes:
        """Return a part. Refused where it is not there, too long or damaged."""
        if name not in self.entries:
            raise Refusal(CarriedReason.DAMAGED, part=name)
        if self.entries[name].file_size > most:
            raise Refusal(CarriedReason.TOO_LARGE)
        try:
            with self.zip.open(self.entries[name]) as entry:
                data = entry.read(most + 1)
        except BROKEN as error:
            raise Refusal(CarriedReason.DAMAGED, part=name) from error
        if len(data) != self.entries[name].file_size:
            raise Refusal(CarriedReason.DAMAGED, part=name)
        return data

    def pieces(self, name: str) -> Iterator[bytes]:
        """Yield a long part piece by piece. Refused where it is damaged."""
        if name not in self.entries:
            raise Refusal(CarriedReason.DAMAGED, part=name)
        try:
            with self.zip.open(self.entries[name]) as entry:
                while piece := entry.read(_AT_ONCE):
                    yield piece
        except BROKEN as error:
            raise Refusal(CarriedReason.DAMAGED, part=name) from error


@contextmanager
def opened(file: IO[bytes]) -> Iterator[Opened]:
    """Open a file and look at its table of contents alone.

    Refused where it is no ZIP, or one that would unpack into more than a club has.
    """
    try:
        archive = zipfile.ZipFile(file)
    except BROKEN as error:
        raise Refusal(CarriedReason.NO_FILE) from error
    with archive:
        infos = archive.infolist()
        if len(infos) > MOST_ENTRIES or sum(each.file_size for each in infos) > LARGEST:
            raise Refusal(CarriedReason.TOO_LARGE)
        for each in infos:
            _look_at(each)
        entries = {each.filename: each for each in infos}
        if len(entries) != len(infos):
            raise Refusal(CarriedReason.NO_FILE)
        yield Opened(archive, entries)


def _look_at(entry: zipfile.ZipInfo) -> None:
    is_ours = entry.compress_type in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
    if entry.flag_bits & 0x1 or not is_ours or entry.orig_filename != entry.filename:
        raise Refusal(CarriedReason.NO_FILE)
    is_steep = entry.file_size > STEEPEST * max(entry.compress_size, 1)
    if entry.file_size > SHORT and is_steep:
        raise Refusal(CarriedReason.TOO_LARGE)


def loaded(data: bytes, part: str) -> Any:
    """Return the JSON of a part.

    Refused where it is none, says something twice, or holds what no database keeps.
    """
    try:
        text = data.decode()
        value = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
        said = dumped(value)
        said.encode()  # half a letter cannot be written
    except (ValueError, RecursionError) as error:
        raise Refusal(CarriedReason.DAMAGED, part=part) from error
    if "\\u0000" in said and _NUL.search(said):
        raise Refusal(CarriedReason.DAMAGED, part=part)
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice")
    return found


def _no_number(name: str) -> float:
    message = f"{name} is no number"
    raise ValueError(message)
