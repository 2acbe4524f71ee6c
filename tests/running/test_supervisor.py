"""Children are kept running and end together; nothing of theirs stays behind."""

import os
import signal
import subprocess
import sys
import time

import pytest

from lhombre_club.supervisor import (
    LARGEST_LOG,
    LONG_LIFE,
    LONGEST_PAUSE,
    SHORTEST_PAUSE,
    Supervisor,
    start,
)
from lhombre_club.web.probe import EVERY, MOST_MISSED, STARTS_WITHIN, Probe
from tests.faults.web import free_port

PATIENCE = 60
SLEEPER = [sys.executable, "-c", "import time; time.sleep(600)"]
# Writes its own and its child's id, then waits; it does not end by SIGTERM.
STUBBORN_CODE = """
import os, signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
with open(os.environ["IDS"], "w") as file:
    file.write(f"{os.getpid()} {child.pid}\\n")
time.sleep(600)
"""
STUBBORN = [sys.executable, "-c", STUBBORN_CODE]


@pytest.fixture
def said():
    return []


@pytest.fixture
def supervisor(said):
    made = Supervisor(said.append, grace=5)
    yield made
    made.end()


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:  # noqa: PTH123 -- a race
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_for(condition):
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return False


def test_a_child_runs_and_its_words_are_in_the_log(supervisor, tmp_path):
    log = tmp_path / "logs" / "one.log"
    supervisor.add("one", [sys.executable, "-c", "print('hello', flush=True)"], log)
    assert wait_for(lambda: log.read_text() == "hello\n")
    assert log.stat().st_mode & 0o077 == 0


def test_a_large_log_is_put_aside_when_the_child_starts(supervisor, tmp_path):
    log = tmp_path / "one.log"
    log.write_bytes(b"x" * (LARGEST_LOG + 1))
    supervisor.add("one", SLEEPER, log)
    assert log.stat().st_size == 0
    assert (tmp_path / "one.old.log").stat().st_size == LARGEST_LOG + 1


def test_a_killed_child_is_started_again_and_that_is_said(supervisor, said, tmp_path):
    child = supervisor.add("worker", SLEEPER, tmp_path / "log")
    first = child.process.pid
    os.kill(first, signal.SIGKILL)
    assert wait_for(lambda: not child.is_alive)
    assert supervisor.wait_until(lambda: child.is_alive, PATIENCE)
    assert child.process.pid != first
    assert len(said) == 1
    assert "worker ended unexpectedly (-9)" in said[0]


def test_what_a_dead_child_leaves_behind_is_ended(supervisor, tmp_path, monkeypatch):
    ids = tmp_path / "ids"
    monkeypatch.setenv("IDS", str(ids))
    child = supervisor.add("stubborn", STUBBORN, tmp_path / "log")
    assert wait_for(lambda: ids.exists() and ids.read_text().endswith("\n"))
    own, grandchild = map(int, ids.read_text().split())
    assert own == child.process.pid
    os.kill(own, signal.SIGKILL)
    assert wait_for(lambda: not child.is_alive)
    supervisor.tick()
    assert wait_for(lambda: not is_running(grandchild))


def test_the_pause_grows_with_each_death_and_shrinks_after_a_long_life(supervisor, tmp_path):
    child = supervisor.add("flutter", [sys.executable, "-c", "raise SystemExit(3)"], tmp_path / "l")
    for deaths in range(8):
        assert wait_for(lambda: not child.is_alive)
        earliest = time.monotonic()
        supervisor._bury(child)
        pause = min(LONGEST_PAUSE, SHORTEST_PAUSE * 2**deaths)
        assert earliest + pause <= child.not_before <= time.monotonic() + pause
        supervisor._start(child)
    assert wait_for(lambda: not child.is_alive)
    child.born -= LONG_LIFE + 1
    supervisor._bury(child)
    assert child.deaths == 1


def test_a_child_in_its_pause_is_left_alone(supervisor, tmp_path):
    child = supervisor.add("flutter", [sys.executable, "-c", ""], tmp_path / "log")
    assert wait_for(lambda: not child.is_alive)
    supervisor.tick()
    child.not_before = time.monotonic() + 1000
    supervisor.tick()
    assert child.process is None
    assert not child.is_alive


def test_the_end_takes_the_stubborn_too_with_all_they_started(said, tmp_path, monkeypatch):
    ids = tmp_path / "ids"
    monkeypatch.setenv("IDS", str(ids))
    supervisor = Supervisor(said.append, grace=0.3)
    polite = supervisor.add("polite", SLEEPER, tmp_path / "log")
    supervisor.add("stubborn", STUBBORN, tmp_path / "log")
    assert wait_for(lambda: ids.exists() and ids.read_text().endswith("\n"))
    supervisor.end()
    assert polite.process is not None
    assert polite.process.returncode == -signal.SIGTERM
    for pid in map(int, ids.read_text().split()):
        assert wait_for(lambda pid=pid: not is_running(pid))


def test_a_command_runs_beside_the_children(supervisor, tmp_path):
    child = supervisor.add("worker", SLEEPER, tmp_path / "log")
    assert supervisor.run([sys.executable, "-c", "raise SystemExit(7)"]) == 7
    assert child.is_alive


def test_a_command_is_ended_when_the_end_is_asked_for(supervisor):
    supervisor.stop(signal.SIGTERM, None)
    assert supervisor.run(SLEEPER) == 130


def test_waiting_is_over_when_ready_when_stopped_and_when_it_takes_too_long(supervisor):
    assert supervisor.wait_until(lambda: True, 1)
    assert not supervisor.wait_until(lambda: False, 0.2)
    supervisor.stop()
    assert not supervisor.wait_until(lambda: True, PATIENCE)
    supervisor.keep_running()


def test_a_child_ends_when_the_supervisor_is_killed(tmp_path):
    """The kernel tells it; without that the web server would keep the port."""
    ids = tmp_path / "id"
    code = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from lhombre_club.supervisor import start\n"
        f"child = start({SLEEPER!r})\n"
        f"Path({str(ids)!r}).write_text(f'{{child.pid}}\\n')\n"
        "time.sleep(600)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code])
    try:
        assert wait_for(lambda: ids.exists() and ids.read_text().endswith("\n"))
        child = int(ids.read_text())
        assert is_running(child)
    finally:
        parent.kill()
        parent.wait()
    assert wait_for(lambda: not is_running(child))


@pytest.mark.strict
def test_without_that_word_from_the_kernel_a_child_stays(tmp_path):
    """The twin: the test above fails when nobody asks the kernel."""
    ids = tmp_path / "id"
    code = (
        "import subprocess, sys, time\n"
        "from pathlib import Path\n"
        f"child = subprocess.Popen({SLEEPER!r}, start_new_session=True)\n"
        f"Path({str(ids)!r}).write_text(f'{{child.pid}}\\n')\n"
        "time.sleep(600)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code])
    try:
        assert wait_for(lambda: ids.exists() and ids.read_text().endswith("\n"))
        child = int(ids.read_text())
    finally:
        parent.kill()
        parent.wait()
    try:
        time.sleep(1)
        assert is_running(child)
    finally:
        os.kill(child, signal.SIGKILL)


def test_a_child_reads_no_terminal():
    """A question that nobody can answer must not hang the program."""
    process = start([sys.executable, "-c", "import sys; raise SystemExit(len(sys.stdin.read()))"])
    assert process.wait(PATIENCE) == 0


# Answers as long as nobody has laid a file there.
SILENT_CODE = """
import http.server, pathlib, sys, time
class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        while pathlib.Path(sys.argv[2]).exists():
            time.sleep(0.01)
        self.send_response(200)
        self.end_headers()
http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Answer).serve_forever()
"""


@pytest.mark.strict
@pytest.mark.parametrize("probed", (True, False))
def test_a_server_that_lives_and_answers_nobody_is_started_again(
    supervisor, said, tmp_path, probed
):
    """The twin asks nothing, and the server is silent for ever."""
    port, silent = free_port(), tmp_path / "silent"
    command = [sys.executable, "-c", SILENT_CODE, str(port), str(silent)]
    probe = Probe(port, every=0.2)
    child = supervisor.add("web server", command, tmp_path / "log", probe if probed else None)
    first = child.process
    assert wait_for(lambda: probe.is_silent() or probe._has_answered)
    assert supervisor.wait_until(lambda: probe._has_answered, PATIENCE)
    silent.touch()
    patience = PATIENCE if probed else 20 * probe.every
    assert supervisor.wait_until(lambda: child.process is not first, patience) is probed
    assert said[:1] == ["the web server does not answer any more; ending it"] * probed


class Asked:
    """A probe's hours, by a clock that goes when it is told to."""

    def __init__(self, monkeypatch):
        self.now, self.answers, self.monkeypatch = 0.0, False, monkeypatch
        monkeypatch.setattr(time, "monotonic", lambda: self.now)
        self.probe = Probe(port=1)
        monkeypatch.setattr(self.probe, "_answered", lambda _asked: self.answers)

    def ask(self, *answers):
        """Let so many questions pass, and say after which it counts as silent."""
        silent = []
        for each in answers:
            self.answers = each
            self.now += EVERY
            silent.append(self.probe.is_silent())
        return silent


def test_it_is_not_silent_while_it_starts_nor_while_one_question_of_four_is_answered(monkeypatch):
    asked = Asked(monkeypatch)
    starting = round(STARTS_WITHIN / EVERY)
    assert not any(asked.ask(*[False] * starting))
    assert not any(asked.ask(*[True, False, False, False] * 5))
    assert all(asked.ask(*[False] * 2))
    asked.probe.begin()
    assert not any(asked.ask(*[False] * starting))
    assert asked.ask(*[False] * MOST_MISSED) == [False] * (MOST_MISSED - 1) + [True]
