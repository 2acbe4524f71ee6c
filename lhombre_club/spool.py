"""A message queue in a folder, for a club without a Redis server.

Kombu's filesystem transport writes a message in place, so that a reader can meet half of one.
Here a message is written under another name, synced, and renamed: it is there whole or not at all.
"""

import os
import time
import uuid
from pathlib import Path
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.encoding import str_to_bytes
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    """A channel whose messages appear whole."""

    def _put(self, queue: str, payload: dict[str, Any], **_kwargs: Any) -> None:
        name = f"{time.time_ns():020d}_{uuid.uuid4()}.{queue}.msg"
        folder = Path(self.data_folder_out)
        unfinished = folder / f".{name}.tmp"
        with unfinished.open("wb") as file:
            file.write(str_to_bytes(dumps(payload)))
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(folder / name)


class Transport(filesystem.Transport):
    """The transport behind ``spool://``."""

    Channel = Channel


def register() -> None:
    """Let Celery understand ``spool://`` (a class path will not do: kombu lower-cases it)."""
    TRANSPORT_ALIASES["spool"] = "lhombre_club.spool:Transport"
