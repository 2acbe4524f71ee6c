"""Corrections as a director makes them: shown first, made, opened in the account, taken back."""

import json
import re

import pytest
from django.urls import reverse

from scoring.models import JournalEntry
from tests import make
from tournaments.domain.queries.sheets import sheet
from tournaments.domain.queries.standings import standings
from tournaments.interfaces.paper_words import signed
from tournaments.models import Correction, Table

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


def hidden(name, page):
    """The value of a hidden field."""
    found = re.search(rf'name="{name}" value="([^"]+)"', page)
    assert found is not None
    return found[1]


@pytest.fixture
def table(club):
    event = make.make_released_event(
        club, tables=1, deals=12, ruleset="lomber", accounting="pott", unit="1"
    )
    return Table.objects.get(round__event=event)


@pytest.fixture
def played(table):
    """Nine deals; in deal 9 the pot just pays a nolo ouvert, as long as deal 5 put 4 into it."""
    for deal in (1, 2, 3, 4, 6, 7, 8):
        make.enter(table, deal, {"declarer": deal % 4, "contract": "solo", "outcome": "won"})
    make.enter(table, 5, {"declarer": 1, "contract": "solo_spar", "outcome": "kodille"})
    make.enter(table, 9, {"declarer": 1, "contract": "nolo_ouvert", "outcome": "won"})
    return table


@pytest.fixture
def send(director_client, played):
    """Send the form of the page and answer what came back, in English; ``again`` goes on."""

    def send(page=None, **filled):
        address = reverse("tournaments:correct", args=[played.pk])
        source = page or director_client.get(address, headers=ENGLISH).content.decode()
        known = dict(re.findall(r'name="(\w+)"[^>]*?value="([^"]*)"', source))
        data = {"deal": "5", "way": "change", "line": "", "other": "", "reason": "Misread"}
        kept = {key: known[key] for key in (*data, "id", "seen") if page and key in known}
        first = {"id": hidden("id", source), **data}
        return director_client.post(address, {**first, **kept, **filled}, headers=ENGLISH)

    return send


def test_correcting_deal_5_changes_what_deal_9_paid_and_can_be_taken_back(
    send, director_client, played
):
    before, leaders = sheet(played), standings(played.round.event).rows
    forced = before.lines[8].antes
    shown = send(line="2+").content.decode()  # what was lost was a spil, and won
    assert "This is what would change" in shown
    assert "solo spar, kodille" in shown
    assert "spil, won" in shown
    assert sheet(played).totals == before.totals, "a preview stores nothing"
    made = send(page=shown)
    assert made.status_code == 302
    after = sheet(played)
    assert after.lines[8].antes > forced
    assert after.lines[8].changes != before.lines[8].changes
    rows = JournalEntry.objects.filter(book=played.book, deal=9, kind="deal")
    assert rows.count() == 2, "deal 9 is posted anew"
    assert standings(played.round.event).rows != leaders
    correction = Correction.objects.get()
    page = director_client.get(made.url, headers=ENGLISH).content.decode()
    assert "What taking it back would change" in page
    director_client.post(reverse("tournaments:correction-undo", args=[correction.pk]))
    assert sheet(played).totals == before.totals
    assert standings(played.round.event).rows == leaders
    again = director_client.get(made.url, headers=ENGLISH).content.decode()
    assert "taken back already" in again


def test_the_account_opens_every_deal_in_words(director_client, client, played):
    account = director_client.get(
        reverse("tournaments:account", args=[played.pk]), headers=ENGLISH
    ).content.decode()
    assert "Everybody antes into the pot" in account
    assert "from the pot" in account
    participant = played.seats.get(seat=1).participant
    own = client.get(
        reverse("tournaments:public-player", args=[played.round.event_id, participant.pk]),
        headers=ENGLISH,
    ).content.decode()
    assert "Nolo ouvert by" in own
    assert f">{signed(sheet(played).final[1])}</span>" in own


def test_what_changed_since_the_preview_is_shown_again(send, played):
    shown = send(line="2+").content.decode()
    make.enter(played, 5, {"passed": True}, base=1)
    again = send(page=shown)
    assert again.status_code == 200
    assert "This is what would change" in again.content.decode()
    assert not Correction.objects.exists()


@pytest.mark.parametrize(
    ("filled", "told"),
    (
        ({"line": "9+"}, "field__error"),
        ({"line": "2+", "reason": ""}, "field__error"),
        ({"line": "28*"}, "nothing to change"),
        ({"deal": "13", "line": "2+"}, "1 to 12"),
        ({"way": "swap"}, "which deal is the other"),
        ({"way": "swap", "other": "99"}, "Deal"),
    ),
)
def test_a_correction_that_cannot_be_is_told_and_stores_nothing(send, filled, told):
    answer = send(**filled)
    assert answer.status_code in {400, 409}
    assert told in answer.content.decode()
    assert not Correction.objects.exists()


@pytest.mark.parametrize("way", ("annulled", "not_played"))
def test_a_deal_is_annulled_by_ruling(send, director_client, played, way):
    send(page=send(way=way).content.decode())
    line = sheet(played).lines[4]
    assert (line.ruling, line.record, line.reason) == (way, None, "Misread")
    account = director_client.get(
        reverse("tournaments:account", args=[played.pk]), headers=ENGLISH
    ).content.decode()
    assert "Misread" in account


def test_back_changes_nothing_and_keeps_what_was_typed(send):
    shown = send(line="2+").content.decode()
    back = send(page=shown, back="1")
    assert back.status_code == 200
    assert 'value="2+"' in back.content.decode()
    assert not Correction.objects.exists()


def test_corrections_are_listed_and_another_club_finds_none(send, director_client, client, played):
    send(page=send(line="2+").content.decode())
    every = reverse("tournaments:corrections", args=[played.round.event_id])
    assert "Misread" in director_client.get(every).content.decode()
    client.force_login(make.make_director(make.make_club("Klub Basta"), "other"))
    for address in (
        every,
        reverse("tournaments:correct", args=[played.pk]),
        reverse("tournaments:account", args=[played.pk]),
        reverse("tournaments:correction", args=[Correction.objects.get().pk]),
    ):
        assert client.get(address).status_code == 404


def test_all_that_was_played_is_settled_by_other_rules_and_back(director_client, played):
    before = sheet(played)
    address = reverse("tournaments:rules", args=[played.round.event_id])
    opened = director_client.get(address, headers=ENGLISH).content.decode()
    asked = {
        "id": hidden("id", opened),
        "ruleset": "as_it_is", "accounting": "rasle", "sitter_pays": "on", "ante": "2",
        "pot_cap": "", "reason": "We played rasle",
    }  # fmt: skip
    shown = director_client.post(address, asked, headers=ENGLISH).content.decode()
    assert "This is what would change" in shown
    assert sheet(played).totals == before.totals
    seen = hidden("seen", shown)
    made = director_client.post(address, {**asked, "seen": seen}, headers=ENGLISH)
    assert made.status_code == 302
    assert sheet(played).opening == (0, 0, 0, 0)
    undo = reverse("tournaments:correction-undo", args=[Correction.objects.get().pk])
    director_client.post(undo)
    assert sheet(played).totals == before.totals


@pytest.mark.parametrize(
    "wrong", ({"ruleset": "dlu"}, {"ante": "9"}, {"reason": ""}, {"accounting": "gold"})
)
def test_rules_that_do_not_go_together_are_told(director_client, played, wrong):
    address = reverse("tournaments:rules", args=[played.round.event_id])
    asked = {
        "id": "11111111-1111-4111-8111-111111111111",
        "ruleset": "as_it_is", "accounting": "pott", "ante": "2", "pot_cap": "", "reason": "So",
    }  # fmt: skip
    answer = director_client.post(address, {**asked, **wrong}, headers=ENGLISH)
    assert answer.status_code in {400, 409}
    assert not Correction.objects.exists()


def test_tricks_and_trump_are_corrected_in_what_was_written_down(send, director_client, played):
    line = "27h52+"
    written = {"declarer": 1, "contract": "solo", "trump": "H", "tricks": [2, 5, None, 2]}
    make.enter(played, 5, written, base=1)
    address = reverse("tournaments:correct", args=[played.pk]) + "?deal=5"
    page = director_client.get(address, headers=ENGLISH).content.decode()
    assert f'name="line" value="{line}"' in page
    assert "&quot;tricks&quot;: [2, 5, null, 2]" in page
    right = json.dumps({**written, "tricks": [3, 4, None, 2]})
    shown = send(line=line, record=right).content.decode()
    assert "This is what would change" in shown
    send(page=shown, line=line, record=right)
    assert (sheet(played).lines[4].record or {})["tricks"] == [3, 4, None, 2]
    assert send(line=line, record="{").status_code == 400


def test_a_second_click_leads_to_the_one_correction(send):
    shown = send(line="2+").content.decode()
    first, second = send(page=shown), send(page=shown)
    assert (first.status_code, first.url) == (second.status_code, second.url)
    assert Correction.objects.count() == 1
