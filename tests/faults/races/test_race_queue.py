"""The tests of the queue, in a process that has had no other: there is one queue in each."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.fault
HERE = Path(__file__).parent
INHERITED = ("LHOMBRE_VAR", "PYTEST_XDIST", "PYTEST_ADDOPTS")


@pytest.mark.strict
def test_writers_queue():
    clean = {key: value for key, value in os.environ.items() if not key.startswith(INHERITED)}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n0", "--tb=short", str(HERE / "queueing.py")],
        cwd=HERE.parents[2],
        env=clean,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert "passed" in done.stdout
