"""A passkey of Chromium's own: added on its page, then in the place of password and code."""

import pyotp
import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from lhombre_club.members.models import Passkey, SecondFactor
from tests import make

pytestmark = pytest.mark.browser
SECRET = "A" * 32
PHONE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def with_phone(page: Page) -> None:
    """Let the browser have a passkey, as a phone has."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": PHONE})


@pytest.mark.commit
def test_it_is_added_and_lets_in(page, director, live_server):
    SecondFactor.objects.create(user=director, secret=SECRET, last_step=0)
    with_phone(page)
    page.goto(reverse("members:passkeys"))
    page.get_by_label("Name").fill("my phone")
    page.get_by_label("Your password").fill(make.PASSWORD)
    page.get_by_label("Code").fill(pyotp.TOTP(SECRET).at(timezone.now()))
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("heading", name="my phone")).to_be_visible()
    page.context.clear_cookies()
    page.goto(reverse("members:login"))
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.locator(".site__nav")).to_be_visible()
    assert Passkey.objects.get().used_at


def test_where_none_answers_the_page_says_so(page, director, live_server):
    page.context.clear_cookies()
    page.goto(reverse("members:login"))
    page.evaluate("() => { navigator.credentials.get = () => Promise.reject(new Error('none')); }")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text("No passkey has answered")).to_be_visible()
    expect(page.locator("[name=username]")).to_be_visible()
