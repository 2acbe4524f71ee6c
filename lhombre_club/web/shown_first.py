"""A change that is shown before it is done, and done only as it was shown.

What somebody asks for is plain JSON. Its digest stands in the page that shows what it would do,
and comes back when he says yes; whatever differs by then is shown first again.
"""

import hashlib
import json
from typing import Final

from django.http import HttpRequest

SEEN: Final = "seen"
"""Name of the field in which it comes back."""


def mark(asked: object) -> str:
    """Return by what that which is asked for is known again; keys and days count as their text."""
    return hashlib.sha256(json.dumps(asked, sort_keys=True, default=str).encode()).hexdigest()


def confirmed(request: HttpRequest, asked: object) -> bool:
    """Return whether just this was shown and is to be done now."""
    return request.POST.get(SEEN) == mark(asked)
