"""A data folder on a disk of its own: full, or one that cannot be written to."""

import os
import shlex
import subprocess

import pytest

from tests.faults.harness import PATIENCE, ROOT, python
from tests.faults.web import scratch_environment
from tests.faults.whole import SERVE
from tests.sizes import few

pytestmark = [
    pytest.mark.fault,
    pytest.mark.strict,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root may make a disk of its own"),
]

SIZE = 24_000_000
"""Bytes: a new club takes a third of it."""
OURS = ("CI", "SECRET_KEY", "CACHE_URL", "BACKUP_DIR", "DATABASE_URL")


@pytest.fixture
def environment(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    with scratch_environment(folder) as env:
        for name in OURS:
            env.pop(name, None)
        yield {**env, "CELERY_BROKER_URL": "spool://"}


def on_a_disk(env, *steps):
    """Run a script while the data folder is a disk of its own, in a room of its own."""
    folder = env["LHOMBRE_VAR"]
    script = "\n".join(("set -u", f"mount -t tmpfs -o size={SIZE} none {folder}", *steps))
    return subprocess.run(
        ["unshare", "--mount", "sh", "-c", script],
        env=env,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=3 * PATIENCE,
        check=False,
    )


START = f"{shlex.join(SERVE)} --once; echo ended with $?"
KEEPING = {True: "disk.keep_room", False: "lambda folder: None"}
FILL = "cat /dev/zero > $LHOMBRE_VAR/fills 2>/dev/null; df $LHOMBRE_VAR | tail -n 1"


@pytest.mark.parametrize("keeps", few((True, False)))
@pytest.mark.nightly
def test_on_a_full_disk_it_starts_with_what_was_kept_back(environment, keeps):
    """The twin has kept nothing back."""
    low = f"from lhombre_club import disk; disk.LOW = 1; disk.keep_room = {KEEPING[keeps]}"
    first = shlex.join(
        python("-c", f"{low}; from lhombre_club import serve; serve.main(['--once'])")
    )
    done = on_a_disk(environment, first, "ls -l $LHOMBRE_VAR", FILL, START)
    assert ("4000000" in done.stdout) == keeps
    assert ("ended with 0" in done.stdout) == keeps, done.stdout
    assert "Traceback" not in done.stdout


IN_EACH_WAY = (
    ("-m", "lhombre_club.serve"),
    ("-m", "lhombre_club.parts", "upgrade"),
    ("manage.py", "link"),
)
"""What a new folder is made by: the rest are started in the same ways."""
COMMANDS = (
    *IN_EACH_WAY,
    ("-m", "lhombre_club.serve", "--once"),
    *(("-m", "lhombre_club.parts", word) for word in ("web", "worker", "beat")),
    *(("manage.py", word) for word in ("backup", "restore", "restore_drill")),
    ("manage.py", "passphrase", "--none"),
    ("manage.py", "move", "postgres://club@192.0.2.1/club"),
)


@pytest.mark.parametrize("is_new", few((True, False)))
def test_where_nothing_can_be_written_each_command_says_so(environment, is_new):
    """In a sentence about the data folder, be it new or a club's, with no way it was called by."""
    folder = environment["LHOMBRE_VAR"]
    backup = f"{shlex.join(python('manage.py', 'backup'))} > /dev/null"
    steps = [] if is_new else [f"{START} > /dev/null", backup]
    steps.append(f"mount -o remount,ro {folder}")
    tried = IN_EACH_WAY if is_new else COMMANDS
    for words in tried:
        steps.append(f"echo '== {words[-1]}'")
        steps.append(f"{shlex.join(python(*words))}; echo ended with $?")
    answers = on_a_disk(environment, *steps).stdout.split("== ")[1:]
    assert len(answers) == len(tried)
    for answer in answers:
        assert "Traceback" not in answer, answer
        assert "CommandError" not in answer, answer
        assert "Look whether" in answer or "look whether" in answer, answer
        assert "ended with 1" in answer, answer
