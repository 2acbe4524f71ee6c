"""A folder and a database for servers that are measured as ``./club run`` starts them."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django

from tests.faults.web import scratch_environment


@contextmanager
def scratch_club() -> Iterator[Path]:
    """Give the folder of a club of its own, with Django ready for it; all is gone afterwards."""
    with (
        tempfile.TemporaryDirectory(prefix="lhombre-bench-") as folder,
        scratch_environment(Path(folder)) as environment,
    ):
        os.environ.update(environment)  # before Django reads them; the servers get the same
        django.setup()
        yield Path(folder)
