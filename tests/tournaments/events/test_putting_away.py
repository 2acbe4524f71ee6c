"""A mistake is taken away: what was never played is deleted, what was played is archived."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import timezone

from lhombre_club.refusal import Refusal
from tests import make
from tournaments.events.domain.putting_away import archive_event, delete_event, is_kept
from tournaments.events.reasons import PuttingAwayReason
from tournaments.models import Activity, DeletedEvent, Event, Participant, Round, Settling, Table
from tournaments.standings.queries.listed import PUBLIC_FOR

pytestmark = pytest.mark.django_db
ACTOR = "system:test"
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def event(club):
    made = make.make_released_event(club, tables=1, rounds=2)
    Event.objects.update(name="Fejlen")
    made.refresh_from_db()
    return made


def removing(event):
    return reverse("tournaments:event-remove", args=[event.pk])


def play(event):
    make.enter(Table.objects.filter(round__event=event)[0], 1, {"passed": True})


def close(event):
    event.rounds.update(state=Round.State.FINAL)


def settle(event):
    Settling.objects.create(event=event, fewest=True, basis="x", actor=ACTOR)


def test_an_event_that_was_never_played_is_asked_about_and_deleted(director_client, club, event):
    asked = director_client.get(removing(event), headers=ENGLISH).content.decode()
    assert "Fejlen" in asked
    assert "4 players, and nothing was entered" in asked
    says = "the wishes for this event and the journal go with it; a wish for every evening stays."
    assert says in asked
    assert Event.objects.count() == 1  # asking does nothing
    assert director_client.post(removing(event), {"deed": "delete"}).url == "/"
    assert not Event.objects.exists()
    assert not Participant.objects.exists()
    left = DeletedEvent.objects.get()
    assert (left.club, left.name) == (club, "Fejlen")
    assert left.actor.startswith("user:")
    home = director_client.get("/", headers=ENGLISH).content.decode()
    assert "Fejlen, Nov. 21, 2026: deleted" in home


@pytest.mark.parametrize("something", (play, close, settle))
def test_what_is_kept_closed_or_settled_is_not_deleted(director_client, event, something):
    assert not is_kept(event)
    something(event)
    assert is_kept(event)
    with pytest.raises(Refusal) as refused:
        delete_event(event=event, actor=ACTOR)
    assert refused.value.reason is PuttingAwayReason.PLAYED
    shown = director_client.post(removing(event), {"deed": "delete"}, headers=ENGLISH)
    assert "Archive it" in shown.content.decode()
    assert Event.objects.count() == 1
    assert not DeletedEvent.objects.exists()


def test_an_event_whose_deals_were_all_taken_back_is_kept_and_says_just_that(
    director_client, event
):
    table = Table.objects.filter(round__event=event)[0]
    for deal in (1, 2):
        make.enter(table, deal, {"passed": True})
    kept = director_client.get(removing(event), headers=ENGLISH).content.decode()
    assert "Deals were entered in this event" in kept
    for deal in (1, 2):
        make.enter(table, deal, None, base=1)
    kept = director_client.get(removing(event), headers=ENGLISH).content.decode()
    assert "Deals were entered" not in kept
    assert "2 deals were entered and taken back" in kept
    assert "Archive it" in kept


@pytest.mark.parametrize("something", (close, settle))
def test_what_was_closed_or_settled_and_not_played_is_not_said_to_be_played(
    director_client, event, something
):
    something(event)
    kept = director_client.get(removing(event), headers=ENGLISH).content.decode()
    assert "Something of this event was decided, paid or closed" in kept


def test_the_archive_is_behind_a_fold_readable_and_can_be_left(director_client, event):
    play(event)
    own = reverse("tournaments:event", args=[event.pk])
    assert director_client.post(removing(event), {"deed": "archive"}).url == "/"
    home = director_client.get("/").content.decode()
    assert home.index("<summary>") < home.index(own)
    for name in ("event", "standings", "journal", "papers"):
        address = reverse(f"tournaments:{name}", args=[event.pk])
        assert director_client.get(address).status_code == 200
    assert director_client.post(removing(event), {"deed": "restore"}).url == own
    assert "<summary>" not in director_client.get("/").content.decode()
    said = list(Activity.objects.filter(verb__contains="archived").values_list("verb", flat=True))
    assert said == ["event.archived", "event.unarchived"]


def test_after_a_time_it_leaves_the_public_list_and_its_page_stays(client, event):
    archive_event(event=event, actor=ACTOR)
    public = reverse("tournaments:public-standings", args=[event.pk])
    assert public in client.get("/").content.decode()
    Event.objects.update(archived_at=timezone.now() - PUBLIC_FOR - dt.timedelta(days=1))
    assert public not in client.get("/").content.decode()
    assert client.get(public).status_code == 200


def test_another_clubs_director_takes_nothing_away(stranger_client, event):
    for deed in ("delete", "archive"):
        assert stranger_client.post(removing(event), {"deed": deed}).status_code == 404
    assert Event.objects.filter(archived_at=None).count() == 1
