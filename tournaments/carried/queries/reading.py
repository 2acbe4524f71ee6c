"""Reading a file back: held to its manifest and its schemas before anything is made of it."""

import hashlib
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO, Any, Final
from uuid import UUID

from django.core.signing import BadSignature

from lhombre_club.refusal import Refusal
from tournaments.carried.queries import schema
from tournaments.carried.queries.kinds import Kind
from tournaments.carried.queries.writing import IN_MEMORY, signer
from tournaments.carried.queries.zipped import (
    MANIFEST,
    README,
    SCHEMA,
    SIGNATURE,
    Opened,
    digest_of,
    loaded,
    opened,
)
from tournaments.carried.reasons import CarriedReason

Row = Mapping[str, Any]
BESIDE: Final = {MANIFEST, SIGNATURE, SCHEMA, README}
POSTINGS: Final = "postings.json"
KINDS: Final = {name: kind for kind, name in schema.FORMATS.items()}


@dataclass(frozen=True)
class Carried:
    """A file that was read: all its parts fit their schemas, and lead to rows that are there."""

    opened: Opened
    kind: str
    """``event`` or ``club``."""
    manifest: Mapping[str, Any]
    is_ours: bool
    """It was made by this installation, and nobody has changed it since."""
    parts: Mapping[str, Sequence[Row]]
    """Rows as JSON, by part."""
    values: Mapping[str, Sequence[dict[str, Any]]] = field(default_factory=dict)
    """The same rows as columns of their models; of parts that are rows of one."""

    @property
    def events(self) -> Sequence[str]:
        """Names of the files of its events, in the order in which they were written."""
        return [name for name in self.manifest["parts"] if name.startswith("events/")]

    @property
    def photos(self) -> Sequence[str]:
        """Names of the photos that it has."""
        return [name for name in self.manifest["parts"] if name.startswith("photos/")]


@contextmanager
def read(file: IO[bytes], kind: str = "") -> Iterator[Carried]:
    """Read a file; of the ``kind``, where one is asked for.

    Refused where it is none, is damaged, was changed, or was made by a newer program.
    """
    with opened(file) as there:
        manifest, is_ours = _manifest(there)
        found = KINDS[manifest["format"]]
        if kind and found != kind:
            raise Refusal(CarriedReason.NO_FILE)
        _same_names(there, manifest, found)
        parts = {name: _part(there, manifest, found, name) for name in schema.rows_of(found)}
        _one_of(found, manifest, parts)
        values = {each.name: _values(each, parts[each.name]) for each in schema.OWN[found]}
        _lead_somewhere(found, manifest, parts)
        yield Carried(there, found, manifest, is_ours, parts, values)


@contextmanager
def event_in(club: Carried, name: str) -> Iterator[Carried]:
    """Read the file of an event that lies in that of its club; refused as ``read`` is."""
    with tempfile.SpooledTemporaryFile(max_size=IN_MEMORY) as inner:
        copy_part(club, name, inner)
        inner.seek(0)
        with read(inner, "event") as event:
            _expect_name(event, name)
            yield event


def copy_part(carried: Carried, name: str, to: IO[bytes]) -> None:
    """Copy a long part, as the manifest tells of it. Refused where it is another."""
    told, digest, size = carried.manifest["parts"][name], hashlib.sha256(), 0
    for piece in carried.opened.pieces(name):
        digest.update(piece)
        size += len(piece)
        to.write(piece)
    if size != told["bytes"] or digest.hexdigest() != told["sha256"]:
        raise Refusal(CarriedReason.DAMAGED, part=name)


def _expect_name(event: Carried, name: str) -> None:
    if name != f"events/{event.manifest['event']['id']}.zip":
        raise Refusal(CarriedReason.DAMAGED, part=name)


def _manifest(there: Opened) -> tuple[Mapping[str, Any], bool]:
    if MANIFEST not in there.entries or SIGNATURE not in there.entries:
        raise Refusal(CarriedReason.NO_FILE)
    data = there.read(MANIFEST)
    manifest, signed = loaded(data, MANIFEST), loaded(there.read(SIGNATURE), SIGNATURE)
    version = manifest.get("version") if isinstance(manifest, dict) else None
    if type(version) is int and version > schema.VERSION:
        raise Refusal(CarriedReason.NEWER)
    if not schema.judge(schema.MANIFEST).is_valid(manifest):
        raise Refusal(CarriedReason.DAMAGED, part=MANIFEST)
    if not schema.judge(schema.SIGNATURE).is_valid(signed):
        raise Refusal(CarriedReason.DAMAGED, part=SIGNATURE)
    if signed["manifest"] != digest_of(data):
        raise Refusal(CarriedReason.DAMAGED, part=MANIFEST)
    return manifest, _is_ours(signed)


def _is_ours(signed: Mapping[str, str]) -> bool:
    own = signer()
    try:
        own.unsign(f"{signed['manifest']}{own.sep}{signed['signature']}")
    except BadSignature:
        return False
    return True


def _same_names(there: Opened, manifest: Mapping[str, Any], kind: str) -> None:
    """Refuse a file that has other parts than it says, or such as there are not."""
    told, needed = manifest["parts"].keys(), {f"{name}.json" for name in schema.rows_of(kind)}
    may_miss = {f"{name}.json" for name in schema.MAY_MISS}
    if there.entries.keys() != told | BESIDE or not needed - may_miss <= told:
        raise Refusal(CarriedReason.DAMAGED, part=MANIFEST)
    folder, ending = {"event": ("photos/", ".jpg"), "club": ("events/", ".zip")}[kind]
    for name in told - needed:
        key = name.removeprefix(folder).removesuffix(ending)
        if name != f"{folder}{_key(key, kind)}{ending}":
            raise Refusal(CarriedReason.DAMAGED, part=MANIFEST)


def _key(text: str, kind: str) -> str:
    """Return an id as the name of a photo or an event has it; empty where it is none."""
    try:
        key = UUID(text)
    except ValueError:
        return ""
    return key.hex if kind == "event" else str(key)


def _part(there: Opened, manifest: Mapping[str, Any], kind: str, name: str) -> Sequence[Row]:
    part = f"{name}.json"
    if name in schema.MAY_MISS and part not in manifest["parts"]:
        return ()
    data, told = there.read(part), manifest["parts"][part]
    if len(data) != told["bytes"] or digest_of(data) != told["sha256"]:
        raise Refusal(CarriedReason.DAMAGED, part=part)
    rows = loaded(data, part)
    if not isinstance(rows, list) or len(rows) != told["rows"]:
        raise Refusal(CarriedReason.DAMAGED, part=part)
    judge = schema.judges(kind)[name]
    for at, row in enumerate(rows, start=1):
        if not judge.is_valid(row):
            raise Refusal(CarriedReason.SENSELESS, part=part, row=at)
    return rows


def _one_of(kind: str, manifest: Mapping[str, Any], parts: Mapping[str, Sequence[Row]]) -> None:
    """Refuse a file that is about another event or club than it says, or about several."""
    one = parts[kind]
    if len(one) != 1 or not manifest[kind] or one[0]["id"] != manifest[kind]["id"]:
        raise Refusal(CarriedReason.DAMAGED, part=f"{kind}.json")


def _values(kind: Kind, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return the rows as columns of the model."""
    found = []
    for at, row in enumerate(rows, start=1):
        try:
            found.append(
                {
                    each.attname: each.term.read(row[each.name])
                    if each.name in row
                    else each.usual()
                    for each in kind.columns
                }
            )
        except (ValueError, ArithmeticError) as error:
            raise Refusal(CarriedReason.SENSELESS, part=f"{kind.name}.json", row=at) from error
    return found


# --- what leads where ---------------------------------------------------------------------


def _lead_somewhere(
    kind: str, manifest: Mapping[str, Any], parts: Mapping[str, Sequence[Row]]
) -> None:
    """Refuse a row with another's key, or that leads to none in this file."""
    keys = {name: _keys(name, rows) for name, rows in parts.items()}
    keys["events"] = {
        name.removeprefix("events/").removesuffix(".zip") for name in manifest["parts"]
    }
    for name, column, part in _ways(kind):
        _expect(name, column, parts[name], keys[part])
    for each in schema.OWN[kind]:
        if each.many:
            others = [{"of": key} for row in parts[each.name] for key in row[each.many]]
            _expect(each.name, "of", others, keys["participants"])


def _ways(kind: str) -> Iterator[tuple[str, str, str]]:
    """Yield the parts and columns that lead somewhere, and to which part."""
    for each in schema.OWN[kind]:
        yield from ((each.name, one.name, one.refers) for one in each.columns if one.refers)
    if kind == "event":
        yield from ((name, "book", "tables") for name in ("postings", "totals"))


def _keys(name: str, rows: Sequence[Row]) -> set[str]:
    found: set[str] = set()
    for at, row in enumerate(rows, start=1):
        key = row.get("id")
        if key in found:
            raise Refusal(CarriedReason.SENSELESS, part=f"{name}.json", row=at)
        if key:
            found.add(key)
    return found


def _expect(part: str, column: str, rows: Sequence[Row], keys: set[str]) -> None:
    for at, row in enumerate(rows, start=1):
        if row.get(column) is not None and row[column] not in keys:
            raise Refusal(CarriedReason.SENSELESS, part=f"{part}.json", row=at)
