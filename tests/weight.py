"""What a browser fetches to show a page, in bytes as they are sent."""

import gzip
import posixpath
import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from django.test import Client

PACKED: Final = {"accept-encoding": "gzip, deflate, br"}
NAMED: Final = re.compile(
    r"<(?:link rel=\"(?:stylesheet|modulepreload)\" href|script [^>]*src)=\"([^\"]+)\""
)
READS: Final = re.compile(r"(?:\bfrom|\bimport|@import)\s*\(?[\"']([^\"']+\.(?:js|css))[\"']")
"""What a script or a style sheet has fetched besides."""


@dataclass(frozen=True, slots=True)
class Weight:
    """Bytes of a page without letters and pictures."""

    page: int
    style: int
    script: int

    @property
    def all(self) -> int:
        """The sum."""
        return self.page + self.style + self.script


def weighed(client: Client, path: str, **headers: str) -> Weight | None:
    """Return what a page weighs; None where an address answers with none."""
    answer = client.get(path, headers={**PACKED, **headers})
    if answer.status_code != 200 or not answer.get("Content-Type", "").startswith("text/html"):
        return None
    files: dict[str, int] = {}
    plain = client.get(path, headers=headers).content.decode()
    if "<html" not in plain:
        return None
    for name in NAMED.findall(plain):
        _fetch(client, name, files)
    scripts = sum(size for name, size in files.items() if name.endswith(".js"))
    return Weight(len(answer.content), sum(files.values()) - scripts, scripts)


def _fetch(client: Client, name: str, files: dict[str, int]) -> None:
    """Add what a file weighs, and what it reads."""
    path = urlsplit(name).path
    if path in files:
        return
    sent = client.get(path, headers=PACKED)
    assert sent.status_code == 200, path
    files[path] = int(sent["Content-Length"])
    text = gzip.decompress(sent.content).decode()
    for found in READS.findall(text):
        _fetch(client, posixpath.normpath(posixpath.join(posixpath.dirname(path), found)), files)
