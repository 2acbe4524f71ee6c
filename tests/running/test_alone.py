"""Nobody comes in while anybody is there, not even what a killed program left behind."""

import errno
import os
import subprocess
import sys

import pytest

from lhombre_club import alone as alone_module
from lhombre_club.alone import RunningError, alone, part


@pytest.fixture
def orphan(tmp_path):
    """A child of a program that was killed; ``held`` says whether it was given the lock."""
    children = []

    def left_behind(*, held, seconds=60):
        program = (
            "import os, pathlib, subprocess, sys\n"
            "from lhombre_club.alone import alone\n"
            f"with alone(pathlib.Path({str(tmp_path)!r})) as lock:\n"
            f"    child = subprocess.Popen(['sleep', '{seconds}'], "
            f"pass_fds=[lock] if {held} else [], "
            "stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
            "    print(child.pid, flush=True)\n"
            "    os._exit(1)\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=False
        )
        children.append(int(done.stdout))

    yield left_behind
    for child in children:
        subprocess.run(["kill", "-9", str(child)], check=False, capture_output=True)


def test_who_comes_second_is_told_who_is_there(tmp_path):
    with alone(tmp_path), pytest.raises(RunningError, match="is running already"), alone(tmp_path):
        pass


def test_what_a_killed_program_left_is_waited_for(tmp_path, orphan, monkeypatch):
    monkeypatch.setattr(alone_module, "PATIENCE", 0.5)
    orphan(held=True)
    with pytest.raises(RunningError, match="was cut off"), alone(tmp_path):
        pass


def test_when_it_has_ended_the_next_comes_in(tmp_path, orphan):
    orphan(held=True, seconds=1)
    with alone(tmp_path) as held:
        assert held > 2


def test_a_child_without_the_lock_is_not_noticed(tmp_path, orphan, monkeypatch):
    """The twin: what it would write is written into a database that is put aside."""
    monkeypatch.setattr(alone_module, "PATIENCE", 0.5)
    orphan(held=False)
    with alone(tmp_path):
        pass


@pytest.mark.parametrize(("process", "lives"), (("", False), ("x", False), ("1", True)))
def test_whether_a_process_is_there(process, lives, monkeypatch):
    if lives:

        def of_another(_process, _signal):
            raise PermissionError

        monkeypatch.setattr(os, "kill", of_another)
    assert alone_module._lives(process) is lives


@pytest.mark.parametrize("hold", (alone, lambda folder: part(folder, "web")))
def test_a_folder_that_cannot_be_written_to_is_named(tmp_path, monkeypatch, hold):
    def fails(*_args, **_options):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(type(tmp_path), "open", fails)
    told = f"The data folder {tmp_path} cannot be written to.*whether this user may write"
    with pytest.raises(RunningError, match=told), hold(tmp_path):
        pass


# --- in parts -----------------------------------------------------------------------------


def test_the_parts_hold_the_folder_together_and_nobody_else_comes_in(tmp_path):
    with part(tmp_path, "web"), part(tmp_path, "worker"), part(tmp_path, "beat"):
        with pytest.raises(RunningError, match=r"in parts.*\./club web"), alone(tmp_path):
            pass
        with pytest.raises(RunningError, match="The worker of"), part(tmp_path, "worker"):
            pass
        with part(tmp_path, "worker-second"):
            pass
    with (
        alone(tmp_path),
        pytest.raises(RunningError, match=r"running already \(process"),
        part(tmp_path, "web"),
    ):
        pass


@pytest.mark.parametrize("keeps", (True, False))
def test_what_a_part_becomes_keeps_the_folder(tmp_path, keeps):
    """And the twin, whose files are closed when the next program begins."""
    program = (
        "import os, pathlib, sys\n"
        "from lhombre_club.alone import part\n"
        f"with part(pathlib.Path({str(tmp_path)!r}), 'web') as held:\n"
        f"    for number in held: os.set_inheritable(number, {keeps})\n"
        "    os.execv('/bin/sh', ['sh', '-c', 'echo; read wait'])\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stdout.readline() == b"\n"
        if keeps:
            with pytest.raises(RunningError, match="in parts"), alone(tmp_path):
                pass
        else:
            with alone(tmp_path):
                pass
        process.stdin.write(b"\n")
