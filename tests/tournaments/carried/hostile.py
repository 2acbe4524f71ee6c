"""Files that somebody made to harm, or that a disk has: each with what was done to it."""

import hashlib
import io
import json
import struct
import uuid
import warnings
import zipfile
from collections.abc import Callable
from typing import IO, Any, Final

Parts = dict[str, bytes]
Change = Callable[[Parts], None]
UNSEALED: Final = {"manifest.json", "signature.json", "schema.json", "README.txt"}


def parts_of(file: IO[bytes]) -> Parts:
    file.seek(0)
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(parts: Parts, *, packed: int = zipfile.ZIP_DEFLATED) -> io.BytesIO:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", packed) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    file.seek(0)
    return file


def sealed(parts: Parts) -> Parts:
    """The parts with a manifest that tells of them as they are: only a key is missing."""
    manifest = json.loads(parts["manifest.json"])
    manifest["parts"] = {
        name: {
            "rows": _rows(name, data),
            "bytes": len(data),
            "sha256": hashlib.sha256(data).hexdigest(),
        }
        for name, data in parts.items()
        if name not in UNSEALED
    }
    return signed({**parts, "manifest.json": json.dumps(manifest).encode()})


def signed(parts: Parts) -> Parts:
    digest = hashlib.sha256(parts["manifest.json"]).hexdigest()
    told = {"manifest": digest, "signature": "x" * 43}
    return {**parts, "signature.json": json.dumps(told).encode()}


def _rows(name: str, data: bytes) -> int:
    try:
        told = json.loads(data) if name.endswith(".json") else []
    except (ValueError, RecursionError):
        return 0
    return len(told) if isinstance(told, list) else 0


def row(part: str, place: int = 0, /, **fields: Any) -> Change:
    """Let a row say something else."""

    def change(parts: Parts) -> None:
        rows = json.loads(parts[f"{part}.json"])
        rows[place].update(fields)
        parts[f"{part}.json"] = json.dumps(rows).encode()

    return change


def inside(part: str, column: str, /, **fields: Any) -> Change:
    """Let a game that was won say something else."""

    def change(parts: Parts) -> None:
        rows = json.loads(parts[f"{part}.json"])
        won = (row[column] for row in rows if (row[column] or {}).get("outcome") == "won")
        next(won).update(fields)
        parts[f"{part}.json"] = json.dumps(rows).encode()

    return change


def without(part: str, column: str) -> Change:
    def change(parts: Parts) -> None:
        rows = json.loads(parts[f"{part}.json"])
        del rows[0][column]
        parts[f"{part}.json"] = json.dumps(rows).encode()

    return change


def twice(part: str) -> Change:
    def change(parts: Parts) -> None:
        rows = json.loads(parts[f"{part}.json"])
        parts[f"{part}.json"] = json.dumps([*rows, rows[0]]).encode()

    return change


def fewer(part: str) -> Change:
    def change(parts: Parts) -> None:
        parts[f"{part}.json"] = json.dumps(json.loads(parts[f"{part}.json"])[:-1]).encode()

    return change


def bare(part: str, data: bytes) -> Change:
    def change(parts: Parts) -> None:
        parts[part] = data

    return change


def manifest(**fields: Any) -> Change:
    def change(parts: Parts) -> None:
        told = {**json.loads(parts["manifest.json"]), **fields}
        parts["manifest.json"] = json.dumps(told).encode()

    return change


STRANGE: Final = str(uuid.UUID(int=7))
CHANGES: Final[dict[str, Change]] = {
    "a row of a key twice": twice("participants"),
    "a result twice": twice("results"),
    "a seat less": fewer("seats"),
    "a result less": fewer("results"),
    "a posting less": fewer("postings"),
    "a total less": fewer("totals"),
    "a seal less": fewer("seals"),
    "an event twice": twice("event"),
    "no event": bare("event.json", b"[]"),
    "another amount": row("postings", seats=[5, -5, 0, 0, 0]),
    "an amount that does not balance": row("postings", seats=[9, 0, 0, 0, 0]),
    "another total": row("totals", points=99),
    "a reversal of none": row("postings", kind="reversal", reverses=999),
    "another result": inside("results", "record", outcome="bet"),
    "a result of no rules": inside("results", "record", contract="<script>"),
    "a result with a cycle of keys": row("results", record={"a": {"b": [1, None, "x"]}}),
    "a result of another time": row("results", created_at="2026-01-01T00:00:00.000000+00:00"),
    "a day that there is not": row("event", date="2026-02-31"),
    "a moment that there is not": row("deeds", at="2026-13-01T00:00:00.000000+00:00"),
    "a moment without a zone": row("deeds", at="2026-01-01T00:00:00.000000"),
    "a text that is too long": row("event", name="x" * 121),
    "a text with a nul": row("event", name="a\0b"),
    "half a letter": row("event", name="\ud800"),
    "a number as text": row("rounds", number="1"),
    "a number as a fraction": row("rounds", number=1.5),
    "a number like a whole one": row("rounds", number=1.0),
    "true for a number": row("rounds", number=True),
    "a number that no database keeps": row("rounds", number=10**30),
    "below nothing": row("rounds", number=-1),
    "a state that there is not": row("rounds", state="open"),
    "a column more": row("rounds", password="x"),
    "a column less": without("rounds", "number"),
    "a key that is none": row("rounds", id="1; DROP TABLE"),
    "a key in other letters": row("rounds", id="{00000000-0000-0000-0000-00000000000a}"),
    "a table of no round": row("tables", round=STRANGE),
    "a seat at no table": row("seats", table=STRANGE),
    "somebody of nobody": row("participants", person=STRANGE),
    "a bonus for nobody": row("side_bonuses", payers=[STRANGE]),
    "a sixth chair": row("seats", seat=5),
    "a chair of another round": row("seats", round=STRANGE),
    "a dealer who sits nowhere": row("tables", first_dealer=4),
    "amounts of other seats": row("entries", amounts=[1, 2, 3]),
    "rules that are none": row("event", ruleset={"id": "dlu"}),
    "rules of another digest": row("event", ruleset_digest="0" * 64),
    "an account that there is not": row("event", accounting="roulette"),
    "a setting that there is not": row("event", account_settings={"x": 1}),
    "a chain of no metrics": row("event", tie_chain=["__class__"]),
    "a language that there is not": row("event", language="xx"),
    "money below nothing": row("event", unit="-1"),
    "a verb that there is not": row("deeds", verb="rm -rf"),
    "a deed without its facts": row("deeds", verb="round.closed", facts={}),
    "a fact that is none": row("deeds", facts={"x": [1]}),
    "a correction of no rules": row("corrections", kind="rules", before={}),
    "folders that cannot be": row("folders", folders=0),
    "a list as deep as a well": bare("tray.json", b"[" * 100_000),
    "a number as long as a road": bare("tray.json", b"[" + b"9" * 50_000 + b"]"),
    "not a number": bare("tray.json", b"[NaN]"),
    "a name twice": bare("tray.json", b'[{"id": 1, "id": 2}]'),
    "no list": bare("tray.json", b"{}"),
    "no JSON": bare("tray.json", b"\x00\x01"),
    "other letters": bare("tray.json", "[]".encode("utf-16")),
    "another part": bare("secret_key.json", b"[]"),
    "a way out": bare("../../etc/cron.d/x", b"x"),
    "a way out of the photos": bare("photos/../../x.jpg", b"x"),
    "a way from the root": bare("/etc/passwd", b"x"),
    "a photo of no row's name": bare("photos/x.jpg", b"x"),
    "a file of another kind": manifest(format="lhombre-club"),
    "a file of another program": manifest(format="zip"),
    "a file of a newer program": manifest(version=2),
    "another event's name": manifest(event={"id": STRANGE, "name": "x"}),
    "a manifest that says more": manifest(x=1),
    "no manifest": bare("manifest.json", b""),
}
"""What is done to the parts of an event that has everything; afterwards they are sealed again."""


def bomb(parts: Parts) -> io.BytesIO:
    """A part of a hundred megabytes that is packed into a hundred kilobytes."""
    return zipped({**parts, "tray.json": b"[" + b" " * 31_000_000 + b"]"})


def many(parts: Parts) -> io.BytesIO:
    return zipped({**parts, **{f"photos/{at}.jpg": b"" for at in range(20_001)}})


def doubled(parts: Parts) -> io.BytesIO:
    """The same name twice: one for who checks, one for who reads."""
    file = zipped(parts)
    with zipfile.ZipFile(file, "a") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        archive.writestr("event.json", b"[]")
    file.seek(0)
    return file


def locked(parts: Parts) -> io.BytesIO:
    """Every part says that it wants a password."""
    data = bytearray(zipped(parts).getvalue())
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = data.find(mark)
        while place >= 0:
            data[place + at] |= 1
            place = data.find(mark, place + 4)
    return io.BytesIO(bytes(data))


def lying(parts: Parts) -> io.BytesIO:
    """The table of contents says that a part is shorter than it is."""
    data = bytearray(zipped(parts).getvalue())
    place = data.find(b"PK\x01\x02")
    data[place + 24 : place + 28] = struct.pack("<I", 3)
    return io.BytesIO(bytes(data))


def cut(parts: Parts) -> io.BytesIO:
    return io.BytesIO(zipped(parts).getvalue()[:-500])


def flipped(parts: Parts) -> io.BytesIO:
    """A byte in the middle is another, as on an old stick."""
    data = bytearray(zipped(parts, packed=zipfile.ZIP_STORED).getvalue())
    data[data.find(b'"deal"')] ^= 0x20
    return io.BytesIO(bytes(data))


def other_packing(parts: Parts) -> io.BytesIO:
    return zipped(parts, packed=zipfile.ZIP_BZIP2)


WHOLE: Final[dict[str, Callable[[Parts], io.BytesIO]]] = {
    "a bomb": bomb,
    "too many parts": many,
    "a name twice": doubled,
    "locked": locked,
    "a length that is not": lying,
    "cut off": cut,
    "a byte": flipped,
    "another packing": other_packing,
    "nothing": lambda _parts: io.BytesIO(b""),
    "a text": lambda _parts: io.BytesIO(b"club" * 1000),
    "a picture": lambda _parts: io.BytesIO(b"\xff\xd8\xff" + b"x" * 100),
    "an empty one": lambda _parts: zipped({}),
    "a spreadsheet": lambda _parts: zipped({"xl/workbook.xml": b"<x/>"}),
}
