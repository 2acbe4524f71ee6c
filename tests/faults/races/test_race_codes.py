"""One code typed twice at the same moment lets in once."""

import json
from functools import partial

import pyotp
import pytest
from django.utils import timezone

from lhombre_club.members import domain
from lhombre_club.members.domain import passkeys
from lhombre_club.members.models import RecoveryCode, SecondFactor
from tests import make
from tests.faults.races.test_race import at_once
from tests.members.authenticator import ORIGIN, Authenticator

pytestmark = [pytest.mark.fault, pytest.mark.django_db(transaction=True)]
PAIRS = 5


@pytest.fixture
def own():
    """Somebody with a second step, its secret, and his codes for paper."""
    user = make.make_user()
    secret = domain.new_secret()
    code = pyotp.TOTP(secret).at(timezone.now())
    return user, secret, domain.set_up(user=user, secret=secret, code=code)


def let_in(own, on_paper):
    """How often one of two got in, by the same code at the same moment."""
    user, secret, codes = own
    found = []
    for at in range(PAIRS):
        code = codes[at] if on_paper else pyotp.TOTP(secret).at(timezone.now())
        SecondFactor.objects.update(last_step=0)
        found.append(sum(at_once(*[lambda code=code: domain.is_right(user, code)] * 2)))
    return found


@pytest.mark.parametrize("on_paper", (False, True))
def test_of_two_at_once_one_is_let_in(own, on_paper):
    assert let_in(own, on_paper) == [1] * PAIRS


def let_in_by_passkey(own):
    """The same by an answer of a key that does not count."""
    user, _secret, _codes = own
    site, phone, found = passkeys.Site("localhost", ORIGIN), Authenticator(), []
    asked = passkeys.to_add(user, site)
    answer = json.loads(phone.made(asked.options))
    passkeys.add(user=user, site=site, name="phone", signed=asked.signed, answer=answer)
    for _ in range(PAIRS):
        asked, phone.counter = passkeys.to_prove(site, user) or asked, -1
        answer = json.loads(phone.answers(asked.options))
        prove = partial(passkeys.proved_by, site, asked.signed, answer, user)
        found.append(sum(who == user for who in at_once(prove, prove)))
    return found


def test_one_answer_of_a_passkey_lets_in_once(own):
    assert let_in_by_passkey(own) == [1] * PAIRS


@pytest.mark.nightly
def test_without_the_row_that_decides_it_lets_in_twice(own, monkeypatch):
    """The twin."""
    monkeypatch.setattr(passkeys, "_used", lambda *_given: True)
    assert 2 in let_in_by_passkey(own)


@pytest.mark.nightly
@pytest.mark.parametrize("on_paper", (False, True))
def test_without_the_update_that_decides_both_are(own, on_paper, monkeypatch):
    """The twin."""
    model = RecoveryCode if on_paper else SecondFactor
    rows = type(model.objects.all())
    before = rows.update

    def update(self, **values):
        return before(self, **values) or 1

    monkeypatch.setattr(rows, "update", update)
    assert 2 in let_in(own, on_paper)
