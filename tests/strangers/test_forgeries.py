"""What is signed, or drawn by lot, opens something; changed in any place it opens nothing."""

import random

import pytest
from django.core import signing

from tests import sizes
from tests.strangers import forgeries

pytestmark = [pytest.mark.django_db, pytest.mark.strict]


def test_the_right_one_of_each_kind_opens_and_no_forgery(there):
    """Without the first, what is refused would be refused for nothing."""
    seed = random.SystemRandom().randrange(10**6) if sizes.RUN is sizes.Run.NIGHTLY else 1
    lot = random.Random(seed)  # noqa: S311 -- a choice that can be repeated, not a secret
    secrets = forgeries.secrets_of(there)
    right = [forgeries.Forgery(secret, secret.right) for secret in secrets]
    assert forgeries.accepted(right) == [f"{each} opened" for each in right]
    tried = [one for each in secrets for one in forgeries.forgeries(each, sizes.FORGED, lot)]
    assert (seed, forgeries.accepted(tried)) == (seed, [])


def test_without_the_signature_forgeries_open(there, monkeypatch):
    """The twin: what is signed for another use, and with letters changed in the signature."""
    lot = random.Random(1)  # noqa: S311
    signed = {"code of a table", "device that is known", "list to be taken in"}
    secrets = [each for each in forgeries.secrets_of(there) if each.kind in signed]
    tried = [one for secret in secrets for one in forgeries.forgeries(secret, 1, lot)]

    def unsigned(self, text):
        return text.rpartition(self.sep)[0]

    monkeypatch.setattr(signing.Signer, "unsign", unsigned)
    found = forgeries.accepted(tried)
    assert {each.partition(":")[0] for each in found if each.endswith("opened")} == signed
