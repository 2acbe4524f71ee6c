"""Keep processes running: start them, start them again when they die or fall silent, end them.

It knows nothing of Django or of what the processes do. A child is the leader of a session of
its own, so that Ctrl-C reaches only the supervisor, and so that what a dead child leaves behind
can be ended as a group. On Linux a child is also told to end if the supervisor itself is killed.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lhombre_club.web.probe import Probe

TICK = 0.1  # seconds between two looks at the children
SHORTEST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds before a dead child is started again
LONG_LIFE = 60.0  # seconds after which a child's earlier deaths are forgotten
LARGEST_LOG = 5_000_000  # bytes; a larger log is put aside when its child starts
GRACE = 15.0  # seconds that a child has to end by itself
PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def _end_with_parent() -> None:
    """Ask the kernel for SIGTERM when the parent dies."""
    if _LIBC is not None:
        _LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def _open_log(path: Path) -> int:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and path.stat().st_size > LARGEST_LOG:
        path.replace(path.with_suffix(".old.log"))
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)


def start(
    command: list[str],
    log: Path | None = None,
    environment: dict[str, str] | None = None,
    held: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Start a process in a session of its own; it writes to ``log``, or to where we write.

    It and what it starts keep the files of ``held`` open, and with them the locks on these.
    """
    output = None if log is None else _open_log(log)
    try:
        return subprocess.Popen(  # noqa: S603 -- our own commands, no shell
            command,
            env=environment,
            pass_fds=held,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
            # The supervisor has no threads, which is all that this argument asks for.
            preexec_fn=_end_with_parent,  # noqa: PLW1509 -- see above
        )
    finally:
        if output is not None:
            os.close(output)


def signal_group(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    """Send a signal to a child and to all that it started; nothing happens if they are gone."""
    # macOS says the second of a group of zombies.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


@dataclass
class Child:
    """A process that is to be there all the time."""

    name: str
    command: list[str]
    log: Path
    probe: Probe | None = None
    """What asks whether it answers; nothing for one that nobody asks anything."""
    process: subprocess.Popen[bytes] | None = None
    deaths: int = 0
    """Deaths in a row, each after a short life."""
    born: float = 0.0
    not_before: float = 0.0
    """When it may be started again, on the monotonic clock."""

    @property
    def is_alive(self) -> bool:
        """Whether it runs."""
        return self.process is not None and self.process.poll() is None


@dataclass
class Supervisor:
    """Keeps its children running until ``stop`` is asked for."""

    say: Callable[[str], None]
    """Where a sentence for the person at the terminal goes."""
    held: Sequence[int] = ()
    """Open files, by number, that the children hold as long as they live."""
    grace: float = GRACE
    children: list[Child] = field(default_factory=list)
    stopping: bool = False

    def add(self, name: str, command: list[str], log: Path, probe: Probe | None = None) -> Child:
        """Start a child that is to be kept running, and to answer where there is a ``probe``."""
        child = Child(name, command, log, probe)
        self.children.append(child)
        self._start(child)
        return child

    def stop(self, *_signal: object) -> None:
        """Ask for the end; a signal handler may call this."""
        self.stopping = True

    def tick(self) -> None:
        """Look once at every child."""
        for child in self.children:
            if child.process is not None and child.is_alive:
                if child.probe is not None and child.probe.is_silent():
                    self.say(f"the {child.name} does not answer any more; ending it")
                    signal_group(child.process, signal.SIGKILL)
                    child.process.wait()
                continue
            if child.process is not None:
                self._bury(child)
            if time.monotonic() >= child.not_before:
                self._start(child)

    def wait_until(self, ready: Callable[[], bool], seconds: float) -> bool:
        """Keep the children running until ``ready``; False when it takes too long or is over."""
        deadline = time.monotonic() + seconds
        while not self.stopping and time.monotonic() < deadline:
            if ready():
                return True
            self.tick()
            time.sleep(TICK)
        return False

    def run(self, command: list[str]) -> int:
        """Run a command to its end beside the children; return its exit status.

        Asked to stop meanwhile, it ends the command and returns 130 as a shell would.
        """
        process = start(command, held=self.held)
        try:
            while process.poll() is None:
                if self.stopping:
                    return 130
                self.tick()
                time.sleep(TICK)
            return process.returncode
        finally:
            signal_group(process, signal.SIGKILL)
            process.wait()

    def keep_running(self) -> None:
        """Keep the children running until ``stop``."""
        while not self.stopping:
            self.tick()
            time.sleep(TICK)

    def end(self) -> None:
        """End every child: politely, then after ``grace`` seconds with all it has started."""
        alive = [child.process for child in self.children if child.process is not None]
        for process in alive:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + self.grace
        while time.monotonic() < deadline and any(one.poll() is None for one in alive):
            time.sleep(TICK)
        for process in alive:
            signal_group(process, signal.SIGKILL)
            process.wait()

    def _start(self, child: Child) -> None:
        child.born = time.monotonic()
        if child.probe is not None:
            child.probe.begin()
        child.process = start(child.command, child.log, held=self.held)

    def _bury(self, child: Child) -> None:
        """Say that a child died, end what it left behind, and set the pause before the next."""
        assert child.process is not None  # noqa: S101 -- for the type checker; tick asked before
        signal_group(child.process, signal.SIGKILL)
        now = time.monotonic()
        child.deaths = 0 if now - child.born > LONG_LIFE else child.deaths
        pause = min(LONGEST_PAUSE, SHORTEST_PAUSE * 2**child.deaths)
        child.deaths += 1
        child.not_before = now + pause
        ended = child.process.returncode
        child.process = None
        self.say(
            f"the {child.name} ended unexpectedly ({ended}); "
            f"starting it again in {pause:.0f} s. Its last words are in {child.log}"
        )
