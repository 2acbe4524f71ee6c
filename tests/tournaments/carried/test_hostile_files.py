"""Whatever a file says, it is taken in whole or not at all, and refused in one sentence."""

import logging

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import translation

from lhombre_club.members.models import Club, Person
from lhombre_club.refusal import Refusal
from tests import make
from tests.sizes import few, sparse
from tests.tournaments.carried import everything, hostile
from tests.tournaments.carried.test_round_trip import taken
from tournaments.carried.domain import events as domain
from tournaments.carried.queries import reading, writing, zipped
from tournaments.carried.reasons import CarriedReason
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def kept():
    """The parts of one file, for all tests of this module."""
    return {}


@pytest.fixture
def parts(club, kept):
    if not kept:
        kept.update(hostile.parts_of(writing.event_file(everything.evening(club), photos=True)))
    everything.empty_machine()
    return dict(kept)


def refusal(file):
    club = Club.objects.create(name="Et andet sted")
    with pytest.raises(Refusal) as refused:
        taken(file, club)
    assert isinstance(refused.value.reason, CarriedReason)
    assert Event.objects.count() == Person.objects.count() == 0
    said = []
    for language in ("da", "en"):
        with translation.override(language):
            said.append(str(refused.value))
    assert said[0] != said[1]
    assert all(each.endswith(".") for each in said)
    return refused.value


def test_unchanged_it_is_taken(parts):
    """The twin of all that follows: sealed again by somebody else, it is as good as ever."""
    file = hostile.zipped(hostile.sealed(parts))
    with reading.read(file) as carried:
        assert not carried.is_ours
    assert taken(file, Club.objects.create(name="Et andet sted"))


def test_who_made_it_is_seen(parts):
    with reading.read(hostile.zipped(parts)) as carried:
        assert carried.is_ours


@pytest.mark.parametrize("name", sparse(hostile.CHANGES, 4))
def test_what_was_changed_and_sealed_again_is_refused(parts, name):
    hostile.CHANGES[name](parts)
    made = hostile.signed(parts) if "manifest" in name or "file of" in name else None
    made = made or (hostile.signed(parts) if "another event" in name else hostile.sealed(parts))
    refusal(hostile.zipped(made))


@pytest.mark.parametrize("name", hostile.WHOLE)
def test_what_is_no_whole_file_is_refused(parts, name):
    refusal(hostile.WHOLE[name](parts))


@pytest.mark.parametrize("name", few(("another amount", "another total", "a seal less")))
def test_without_the_proof_a_forged_account_is_taken(parts, monkeypatch, name):
    """The twin: it is the proof that finds these."""
    hostile.CHANGES[name](parts)
    monkeypatch.setattr(domain, "_prove", lambda _event: None)
    assert taken(hostile.zipped(hostile.sealed(parts)), Club.objects.create(name="Et andet sted"))


def test_a_part_that_was_changed_alone_is_damaged(parts):
    hostile.row("screen", call="Te")(parts)
    assert refusal(hostile.zipped(parts)).reason is CarriedReason.DAMAGED


def test_a_bomb_is_not_unpacked(parts, monkeypatch):
    read = []
    monkeypatch.setattr(zipped.Opened, "read", lambda *words: read.append(words))
    assert refusal(hostile.bomb(parts)).reason is CarriedReason.TOO_LARGE
    assert read == []


def test_what_differs_is_in_the_log_and_names_nobody(parts, caplog):
    hostile.CHANGES["another total"](parts)
    with caplog.at_level(logging.INFO, "tournaments"):
        refusal(hostile.zipped(hostile.sealed(parts)))
    assert "points" in caplog.text
    assert "Agnes" not in caplog.text


@pytest.mark.parametrize("name", ("a bomb", "cut off", "a text"))
def test_the_page_says_so_in_a_sentence(parts, client, name):
    club = Club.objects.create(name="Et andet sted")
    client.force_login(make.make_director(club))
    sent = SimpleUploadedFile("x.zip", hostile.WHOLE[name](parts).getvalue())
    answer = client.post(reverse("tournaments:club-file"), {"file": sent})
    assert answer.status_code == 400
    assert Event.objects.count() == 0
