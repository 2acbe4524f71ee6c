"""By night: every address of the URL table, as whoever may see it, on a desk and on a phone.

In light, in the dark and in forced colours. The addresses and what stands there are those of the
strangers' matrix, so that a new page is looked at without being named here.
"""

from http import HTTPStatus
from typing import Any

import pytest
from django.conf import settings
from django.test import override_settings

from tests.browser.pages.test_account_pages import WIDER
from tests.browser.pages.test_pages import DESK, findings
from tests.strangers import scene
from tests.strangers.addresses import Whose, addresses

pytestmark = [pytest.mark.browser, pytest.mark.nightly]
NARROW = {"width": 360, "height": 640}
LOOKS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": DESK},
    "desk, dark": {"viewport": DESK, "color_scheme": "dark"},
    "phone": {"viewport": NARROW},
    "phone, dark": {"viewport": NARROW, "color_scheme": "dark"},
    "forced colours": {"viewport": NARROW, "forced_colors": "active"},
}
STILL = """() => document.getAnimations().forEach((each) => {
  if (each.effect.getTiming().iterations !== Infinity) each.finish();
})"""
"""Colours on their way are none that anybody reads."""
PAGES = 60
"""So many at least answer with a page."""


@pytest.fixture
def there(live_server, tmp_path):
    with override_settings(**scene.settings_for(tmp_path)):
        yield scene.made(tmp_path)


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_and_nothing_is_wider_than_the_screen(
    new_context, live_server, there, look
):
    director = new_context(there.user, **LOOKS[look])
    device, anybody = new_context(**LOOKS[look]), new_context(**LOOKS[look])
    session = there.device.cookies[settings.SESSION_COOKIE_NAME].value
    named = {"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}
    device.add_cookies([named])
    whose = {Whose.TABLE: device, Whose.EVERYBODY: anybody}
    found, seen = {}, 0
    for address in addresses(there):
        context = whose.get(address.whose, director)
        answer = context.request.get(address.path)
        if answer.status != HTTPStatus.OK or "html" not in answer.headers["content-type"]:
            continue
        if "<html" not in answer.text():
            continue  # a part of a page
        page = context.new_page()
        page.goto(address.path)
        page.evaluate(STILL)
        found[address.name] = [*findings(page), *filter(None, [page.evaluate(WIDER)])]
        page.close()
        seen += 1
    assert not any(found.values()), {name: said for name, said in found.items() if said}
    assert seen >= PAGES
