"""A message queue in a folder, for a club without a Redis server.

Kombu's filesystem transport writes in place, so that a reader can meet half a message and die of
it. Here a message, and the table of who reads which exchange, is written under another name,
synced, and renamed: it is there whole or not at all. A reader takes a message by renaming it.
"""

import fcntl
import os
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from queue import Empty
from typing import Any, ClassVar

from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.encoding import str_to_bytes
from kombu.utils.json import dumps, loads

Table = list[filesystem.exchange_queue_t]


def publish(path: Path, content: Any) -> None:
    """Write ``content`` as JSON to ``path``, whole or not at all."""
    unfinished = path.with_name(f".{path.name}.{uuid.uuid4().hex}.tmp")
    with unfinished.open("wb") as file:
        file.write(str_to_bytes(dumps(content)))
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


class Channel(filesystem.Channel):
    """A channel whose messages appear whole."""

    # The stubs of the two parents disagree about the parameter's name.
    def _put(self, queue: str, message: Any, **_kwargs: Any) -> None:  # type: ignore[override]
        name = f"{time.time_ns():020d}_{uuid.uuid4()}.{queue}.msg"
        publish(Path(self.data_folder_out) / name, message)

    def _get(self, queue: str, timeout: float | None = None) -> Any:  # noqa: ARG002 -- inherited
        for path in sorted(Path(self.data_folder_in).iterdir()):
            if path.name.partition(".")[2] != f"{queue}.msg":
                continue
            taken = path.with_name(f".{path.name}.taken")
            try:
                path.rename(taken)
                content = taken.read_bytes()
                taken.unlink()
            except OSError:
                continue  # another reader was first, or it is no file that can be read
            try:
                message = loads(content.decode())
                self.Message(message, channel=self)  # as the reader will read it
            except Exception:  # noqa: BLE001, S112 -- whatever it is, a job's row outlives its message
                continue
            return message
        raise Empty

    # Named tuples of the three strings that the stubs of the other parent name.
    def get_table(self, exchange: str) -> Table:  # type: ignore[override]
        """Return who reads an exchange; where that cannot be read, the queue of the same name."""
        try:
            return super().get_table(exchange)
        except (ValueError, TypeError):
            return [filesystem.exchange_queue_t(exchange, "", exchange)]

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str | None, queue: str) -> None:
        entry = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        self._change(exchange, lambda table: table if entry in table else [entry, *table])

    def _delete(
        self, queue: str, exchange: str, routing_key: str, pattern: str, *_args: Any
    ) -> None:
        self._purge(queue)
        entry = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        self._change(exchange, lambda table: [other for other in table if other != entry])

    def _change(self, exchange: str, change: Callable[[Table], Table]) -> None:
        """Replace an exchange's table of queues; writers wait for one another."""
        path = self.control_folder / f"{exchange}.exchange"
        with path.with_suffix(".lock").open("w") as turn:
            fcntl.flock(turn, fcntl.LOCK_EX)
            before = self.get_table(exchange)
            after = change(before)
            if after != before:
                publish(path, after)


class Transport(filesystem.Transport):
    """The transport behind ``spool://``."""

    Channel = Channel
    # A folder has no host, and nobody needs a warning about that.
    default_connection_params: ClassVar[dict[str, Any]] = {}


def register() -> None:
    """Let Celery understand ``spool://`` (a class path will not do: kombu lower-cases it)."""
    TRANSPORT_ALIASES["spool"] = "lhombre_club.spool:Transport"
