"""What a deed is refused for."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from lhombre_club.refusal import Reason, Refusal


@contextmanager
def refused_for(reason: Reason) -> Iterator[pytest.ExceptionInfo[Refusal]]:
    """Expect what is done inside to be refused, and for this reason."""
    with pytest.raises(Refusal) as refused:
        yield refused
    assert refused.value.reason is reason
