"""A look at a club that is running: what it says of itself at its own address."""

import http.client
import json
import ssl
from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings

from lhombre_club.alone import RunningError
from lhombre_club.web import authority


def ask_running(running: RunningError, say: Callable[[str], None]) -> int:
    """Say how the club is that holds the data folder; return 0 if it could store a result."""
    if not settings.SERVED_AT.exists():
        say(str(running))
        return 1
    url = settings.SERVED_AT.read_text(encoding="utf-8").strip()
    there = urlsplit(url)
    host = there.hostname or "127.0.0.1"
    asked = http.client.HTTPConnection(host, there.port, timeout=10)
    if there.scheme == "https":
        context = ssl.create_default_context()
        if (own := settings.AUTHORITY_DIR / authority.OWN).exists():
            context.load_verify_locations(own)
        asked = http.client.HTTPSConnection(host, there.port, timeout=10, context=context)
    try:
        asked.request("GET", "/health/ready/")
        said = json.loads(asked.getresponse().read())
        why = "; ".join(said["why"])
    except (OSError, http.client.HTTPException, ValueError, LookupError, TypeError) as error:
        say(str(running))
        say(f"It does not say at {url} how it is: {error!r}")
        return 1
    finally:
        asked.close()
    how = f"cannot take results: {why}" if why else "can take results"
    say(f"the club is running at {url} and {how}")
    return 1 if why else 0
