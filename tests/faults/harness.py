"""Real processes of the product, on a folder and a database of the test's own, to be killed.

The processes share the test's database, so that a test asks it with the ORM while they run; they
read the real settings, and everything else comes by the environment.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import connection

from lhombre_club.celery import worker_command

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 300  # seconds before a test gives up; nothing is measured by it


@dataclass(frozen=True)
class Site:
    """Where a product's processes keep their things."""

    var: Path
    broker: str = "spool://"
    settings: str = "lhombre_club.settings"

    @property
    def environment(self) -> dict[str, str]:
        """The environment of every process of this site."""
        return {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": self.settings,
            "LHOMBRE_VAR": str(self.var),
            "DATABASE_URL": database_url(),
            "CELERY_BROKER_URL": self.broker,
            "SECRET_KEY": settings.SECRET_KEY,
            "PYTHONPATH": str(ROOT),
        }

    @property
    def papers(self) -> Path:
        """Where its worker puts finished papers."""
        return self.var / "papers"


class Process:
    """A program with all its children, in a process group of its own."""

    def __init__(self, site: Site, command: list[str]) -> None:
        log = (site.var / "process.log").open("ab")
        self.log = site.var / "process.log"
        with log:
            self._popen = subprocess.Popen(
                command,
                cwd=ROOT,
                env=site.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self.pid = self._popen.pid

    @property
    def running(self) -> bool:
        """Whether the first process of the group lives."""
        return self._popen.poll() is None

    def freeze(self) -> None:
        """Let nobody in the group take another step."""
        os.killpg(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Let the group go on."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGCONT)

    @property
    def children(self) -> list[int]:
        """What the parent has started and still has, each by one of its threads."""
        return children_of(self.pid)

    def kill_children(self) -> None:
        """Kill with -9 what the parent has started, and leave the parent."""
        for child in self.children:
            os.kill(child, signal.SIGKILL)

    def kill(self, *, children: bool = True) -> None:
        """Kill with -9: the whole group, or only the parent and leave the children orphans."""
        if children:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
        else:
            self._popen.kill()
        self._popen.wait(PATIENCE)


@contextlib.contextmanager
def started(site: Site, command: list[str]) -> Iterator[Process]:
    """A program that is gone when the test is."""
    process = Process(site, command)
    try:
        yield process
    finally:
        process.kill()


def children_of(pid: int) -> list[int]:
    """Return the processes that any thread of ``pid`` has started and that are still there."""
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    return sorted(int(child) for path in threads for child in path.read_text().split())


def worker(
    site: Site, *, application: str = "lhombre_club", clock: bool = True
) -> contextlib.AbstractContextManager[Process]:
    """The worker command that ``./club run`` starts; without a clock all its children work."""
    return started(site, worker_command(application=application, clock=clock))


def until(
    holds: Callable[[], object], process: Process | None = None, patience: float = PATIENCE
) -> None:
    """Wait until ``holds()``; fail with the log when the process dies or patience ends."""
    end = time.monotonic() + patience
    while not holds():
        if process is not None and not process.running:
            raise AssertionError(f"the process died:\n{process.log.read_text()[-4000:]}")
        if time.monotonic() > end:
            tail = process.log.read_text()[-4000:] if process else ""
            raise AssertionError(f"waited in vain\n{tail}")
        time.sleep(0.01)


def database_url() -> str:
    """The address of the database that the test itself uses."""
    its = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{its['NAME']}"
    password = f":{its['PASSWORD']}" if its["PASSWORD"] else ""
    host = f"{its['HOST']}:{its['PORT']}" if its["PORT"] else its["HOST"]
    return f"postgres://{its['USER']}{password}@{host}/{its['NAME']}"


def python(*args: str) -> list[str]:
    """A command of this Python."""
    return [sys.executable, *args]
