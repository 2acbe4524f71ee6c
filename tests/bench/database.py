"""Makes Django ready for a measure, with a database of its own that is thrown away."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import django
from django.test.utils import setup_databases, teardown_databases

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lhombre_club.settings_test")
django.setup()


@contextmanager
def scratch_database() -> Iterator[None]:
    """The database of the settings, empty but for its tables; gone afterwards."""
    old = setup_databases(verbosity=0, interactive=False)
    try:
        yield
    finally:
        teardown_databases(old, verbosity=0)
