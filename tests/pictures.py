"""Make the pictures of README anew: ``python -m tests.pictures``.

A made-up club with a season is served as ``./club run`` serves it, and looked at in Chromium, in
English. They are in few colours, so that a clone stays small.
"""

import sys
from io import BytesIO, StringIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.bench.scratch import scratch_club

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "images"
COLOURS = 48
DESK, PHONE, WALL = (1280, 860), (390, 844), (1280, 720)


def main() -> None:
    """Play, serve, look and write."""
    with scratch_club() as folder:
        from django.core.management import call_command  # noqa: PLC0415 -- needs the settings
        from django.urls import reverse  # noqa: PLC0415

        from lhombre_club import serve  # noqa: PLC0415
        from tests.browser.conftest import QUIET, chromium  # noqa: PLC0415
        from tests.faults import harness, web  # noqa: PLC0415
        from tournaments.models import Event, Participant  # noqa: PLC0415
        from tournaments.years.counting import count_on  # noqa: PLC0415

        call_command("migrate", verbosity=0)
        call_command("seed_demo", seasons=1, stdout=StringIO())
        event = Event.objects.select_related("club").order_by("-date")[0]
        count_on(event.club, seconds=60)
        first = Participant.objects.filter(event=event).order_by("number")[0]
        pages = {
            "standings": (DESK, reverse("tournaments:public-standings", args=[event.pk])),
            "player": (PHONE, reverse("tournaments:public-player", args=[event.pk, first.pk])),
            "screen": (WALL, reverse("tournaments:screen", args=[event.pk])),
            "years": (
                PHONE,
                reverse("tournaments:public-years-player", args=[event.club_id, first.person_id]),
            ),
        }
        port = web.free_port()
        command = serve.web_command(serve.Options(port=port))
        with harness.started(harness.Site(folder), command), sync_playwright() as playwright:
            web.Device(port, "", "").insist("GET", "/health/live/")
            browser = playwright.chromium.launch(executable_path=chromium(), args=list(QUIET))
            for name, (size, path) in pages.items():
                write(name, look(browser, size, f"http://127.0.0.1:{port}{path}"))


def look(browser: Browser, size: tuple[int, int], address: str) -> bytes:
    """Return the picture of a page."""
    width, height = size
    page = browser.new_page(viewport={"width": width, "height": height}, locale="en")
    page.goto(address, wait_until="networkidle")
    return page.screenshot()


def write(name: str, picture: bytes) -> None:
    """Write it in few colours, and say how large it is."""
    file = PICTURES / f"{name}.png"
    Image.open(BytesIO(picture)).convert("RGB").quantize(COLOURS).save(file, optimize=True)
    sys.stdout.write(f"{file.name}: {file.stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
