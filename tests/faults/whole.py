"""The whole ``./club run``, its children, and whatever else works in its data folder."""

import contextlib
import signal
import subprocess
import threading
import time
from pathlib import Path

from tests.faults.harness import PATIENCE, ROOT, python
from tests.faults.web import free_port

SERVE = python("-u", "-m", "lhombre_club.serve")


class Running:
    """``./club run`` and what it says."""

    def __init__(self, env, *words, program=SERVE):
        self.port = free_port()
        self.process = subprocess.Popen(
            [*program, "--port", str(self.port), *words],
            env=env,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines: list[str] = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        assert self.process.stdout is not None
        self.lines.extend(self.process.stdout)

    def says(self, words):
        return wait_for(lambda: any(words in line for line in list(self.lines)))

    def children(self):
        """The processes it started itself, by what they are."""
        found = {}
        for process in processes():
            with contextlib.suppress(OSError):
                if parent_of(process) == self.process.pid:
                    command = (process / "cmdline").read_text()
                    found["celery" if "celery" in command else "gunicorn"] = int(process.name)
        return found

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def __enter__(self):
        return self

    def __exit__(self, *_exc):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


def processes():
    return [entry for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def parent_of(process):
    return int((process / "stat").read_text().rpartition(")")[2].split()[1])


def family(folder):
    """Every living process that works in this data folder."""
    found = []
    for process in processes():
        with contextlib.suppress(OSError):
            if f"LHOMBRE_VAR={folder}\0".encode() in (process / "environ").read_bytes():
                found.append(int(process.name))
    return found


def wait_for(condition):
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.05)
    return False
