"""The evenings to replay, which lie beside the repository and are no part of it."""

import json
import os
from pathlib import Path

import pytest

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


def shared_lines(name):
    """The records of one of the shared files.

    Skips without them, which must not go unseen in CI.
    """
    path = DATA / name
    if not path.exists():
        reason = f"the shared data are not at {DATA}"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
