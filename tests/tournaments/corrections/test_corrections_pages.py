"""Corrections as a director makes them: shown first, made, opened in the account, taken back."""

import re

import pytest
from django.urls import reverse
from django.utils.translation import gettext, override

from scoring.models import JournalEntry
from scoring.transfers import Reason
from tests import make
from tests.tournaments.book.correcting import make_correction
from tournaments.book.changes import Change
from tournaments.corrections.pages.rules_form import RulesForm
from tournaments.models import Correction, Table
from tournaments.sheets.queries import sheet
from tournaments.standings.queries.standings import standings
from tournaments.words.figures import signed

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


@pytest.mark.parametrize(
    ("ruleset", "names"),
    (
        ("lomber", ("einfalt spil", "spaðaspil", "velta", "kúpp")),
        ("hoem", ("solo-kulør", "ren nolo ouvert")),
    ),
)
def test_the_keys_call_the_contracts_as_the_rules_of_the_event_do(
    director_client, club, ruleset, names
):
    event = make.make_released_event(club, tables=1, ruleset=ruleset)
    address = reverse("tournaments:correct", args=[Table.objects.get(round__event=event).pk])
    says = director_client.get(address, headers=ENGLISH).context["form"]["line"].help_text
    for name in names:
        assert name in says
    assert "solo spar" not in says


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


def antes(line):
    """What all had to ante because the pot could not pay."""
    parts = [part for transfer in line.transfers for part in transfer.parts]
    return sum(part.amount for part in parts if part.reason is Reason.ANTE)


def assert_shows_what_was_done(page):
    """What stood is struck out, what stands is not."""
    row = re.search(r"<td class=.num.>5</td>(.*?)</tr>", page, re.DOTALL)
    assert row
    said = re.search(r"<s[^>]*>(.*?)</s>(.*?)</th>", row[1], re.DOTALL)
    assert said
    assert "spaðasóló, kodille" in said[1]
    assert "spil, won" in said[2]


def test_correcting_deal_5_changes_what_deal_9_paid_and_can_be_taken_back(
    send, director_client, played
):
    before, leaders = sheet(played), standings(played.round.event).rows
    forced = antes(before.lines[8])
    shown = send(line="2+").content.decode()  # what was lost was a spil, and won
    assert "This is what would change" in shown
    assert "spaðasóló, kodille" in shown
    assert "spil, won" in shown
    assert sheet(played).totals == before.totals, "a preview stores nothing"
    made = send(page=shown)
    assert made.status_code == 302
    after = sheet(played)
    assert antes(after.lines[8]) > forced
    assert after.lines[8].changes != before.lines[8].changes
    rows = JournalEntry.objects.filter(book=played.book, deal=9, kind="deal")
    assert rows.count() == 2, "deal 9 is posted anew"
    assert standings(played.round.event).rows != leaders
    correction = Correction.objects.get()
    page = director_client.get(made.url, headers=ENGLISH).content.decode()
    assert_shows_what_was_done(page)
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
    assert "Hrein yfir by" in own
    assert f">{signed(sheet(played).final[1])}</span>" in own


def test_the_keys_say_who_and_what_they_are(director_client, played):
    address = reverse("tournaments:correct", args=[played.pk])
    page = director_client.get(address, headers=ENGLISH).content.decode()
    first, second = (seat.participant.name for seat in played.seats.order_by("seat")[:2])
    assert f"1 {first}, 2 {second}, 3 " in page
    assert "6 grandissimo, 7 sóló" in page
    assert "+ won, - bet, * kodille, / remis" in page


def test_a_forgotten_deal_starts_without_the_keys_of_the_line_it_moves(director_client, played):
    address = reverse("tournaments:correct", args=[played.pk])
    for way, line in (("change", "28*"), ("skipped", "")):
        page = director_client.get(f"{address}?deal=5&way={way}", headers=ENGLISH)
        assert page.context["form"]["deal"].value() == "5"
        assert (page.context["form"]["line"].value() or "") == line


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


def test_a_result_can_be_said_as_the_page_says_it(send, director_client, played):
    second = sheet(played).names.at(5)[1]
    told = f"{second}: velta ♥︎, won, tout made, 9–⁠0–⁠0, +4"
    send(page=send(line=told).content.decode())
    record = sheet(played).lines[4].record or {}
    assert {key: record[key] for key in ("declarer", "contract", "trump", "tricks", "tout")} == {
        "declarer": 1,
        "contract": "tourne",
        "trump": "H",
        "tricks": [0, 9, None, 0],
        "tout": "made",
    }
    address = reverse("tournaments:correct", args=[played.pk])
    drawn = director_client.get(address, {"deal": 5}, headers=ENGLISH).context["form"]
    stored = drawn["line"].help_text.partition("The sheet says now: ")[2]
    words = stored.partition(". As on the sheet")[0]
    assert "nothing to change" in send(line=words).content.decode()
    game, how = "Which game was it? Write its name", "How did it go? Write it behind the game"
    for wrong, told in (
        (f"{second}: won", game),
        (f"{second}: won", f"such as “{second}: einfalt spil, won”"),
        (second, game),
        (f"{second}: solo", how),
        (f"{second}: solo, lost it", how),
        (f"{second}: solo, won, well", "What stands behind how it went cannot be read."),
        (f"{second} solo, won", "Who declared? Begin with the name and a colon"),
        ("Nobody: ", "Who declared? Begin with the name and a colon"),
        ("2solo", "How did it go? End with +"),
    ):
        answer = send(line=wrong)
        assert answer.status_code == 400
        errors = re.findall('field__error">(.*?)</', answer.content.decode(), re.DOTALL)
        assert any(told in error for error in errors), (wrong, errors)
    assert send(line=f"{sheet(played).names.at(5)[2]}: solo, won").status_code in {400, 409}
    send(page=send(line="all passed").content.decode())
    assert (sheet(played).lines[4].record or {})["passed"]


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


def test_where_nothing_was_corrected_no_empty_list_is_ruled(director_client, table):
    address = reverse("tournaments:corrections", args=[table.round.event_id])
    page = director_client.get(address, headers=ENGLISH).content.decode()
    assert "<p>Nothing was corrected.</p>" in page
    assert "payments" not in page


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


def test_who_went_back_is_shown_it_again(send):
    shown = send(line="2+").content.decode()
    form = send(page=shown, back="1").content.decode()
    assert "This is what would change" not in form
    assert 'name="seen"' not in form  # else the button that shows would make it


def filled(table):
    """The form of the rules as it is shown first."""
    form = RulesForm(table.round.event)
    return {key: said for key, said in form.initial.items() if said not in {None, False}}


def test_all_that_was_played_is_settled_by_other_rules_and_back(director_client, played):
    before = sheet(played)
    address = reverse("tournaments:rules", args=[played.round.event_id])
    opened = director_client.get(address, headers=ENGLISH).content.decode()
    asked = {
        **filled(played),
        "id": hidden("id", opened),
        "accounting": "rasle", "remis_pays": "players", "remis_price": "one",
        "reason": "We played rasle",
    }  # fmt: skip
    shown = director_client.post(address, asked, headers=ENGLISH).content.decode()
    assert "This is what would change" in shown
    assert sheet(played).totals == before.totals
    seen = hidden("seen", shown)
    made = director_client.post(address, {**asked, "seen": seen}, headers=ENGLISH)
    assert made.status_code == 302
    assert sheet(played).opening == (0, 0, 0, 0)
    chosen = Correction.objects.get().before["is"]
    assert (chosen["remis_pays"], chosen["remis_price"]) == ("players", "one")
    undo = reverse("tournaments:correction-undo", args=[Correction.objects.get().pk])
    director_client.post(undo)
    assert sheet(played).totals == before.totals


@pytest.mark.parametrize(
    "wrong",
    (
        {"ruleset": "dlu"},
        {"ante": "9"},
        {"remis_pays": "nobody"},
        {"reason": ""},
        {"accounting": "gold"},
    ),
)
def test_rules_that_do_not_go_together_are_told(director_client, played, wrong):
    address = reverse("tournaments:rules", args=[played.round.event_id])
    asked = {**filled(played), "reason": "So"}
    assert (
        "This is what would change"
        in director_client.post(address, {**asked, "ante": "3"}, headers=ENGLISH).content.decode()
    )
    answer = director_client.post(address, {**asked, **wrong}, headers=ENGLISH)
    assert answer.status_code in {400, 409}
    assert not Correction.objects.exists()


def test_tricks_trump_and_cards_are_corrected_in_keys_and_the_page_shows_them_all(
    send, director_client, played
):
    line = "27h52+"
    written = {"declarer": 1, "contract": "solo", "trump": "H", "tricks": [2, 5, None, 2]}
    make.enter(played, 5, written, base=1)
    address = reverse("tournaments:correct", args=[played.pk]) + "?deal=5"
    page = director_client.get(address, headers=ENGLISH).content.decode()
    assert f'name="line" value="{line}"' in page
    assert "the declarer’s, then the next players’; the last one’s are worked out" in page
    assert "dealer&quot;" not in page  # nobody is asked to write a record
    shown = send(line="27h63+").content.decode()
    assert "This is what would change" in shown
    send(page=shown)
    assert (sheet(played).lines[4].record or {})["tricks"] == [0, 6, None, 3]


def test_what_no_keys_can_say_stays_as_long_as_they_are_untouched(send, director_client, played):
    written = {"declarer": 1, "contract": "nolo_ouvert", "tricks": [4, 0, None, 5]}
    make.enter(played, 5, written, base=1)
    address = reverse("tournaments:correct", args=[played.pk])
    form = director_client.get(f"{address}?deal=5", headers=ENGLISH).context["form"]
    send(page=send(way="decided", line=form["line"].value()).content.decode(), way="decided")
    line = sheet(played).lines[4]
    assert line.ruling == "decided"
    assert (line.record or {})["tricks"] == [4, 0, None, 5]


def test_a_second_click_leads_to_the_one_correction(send):
    shown = send(line="2+").content.decode()
    first, second = send(page=shown), send(page=shown)
    assert (first.status_code, first.url) == (second.status_code, second.url)
    assert Correction.objects.count() == 1


def test_a_correction_of_deals_is_no_dealer_in_danish():
    with override("da"):
        assert str(Correction.Kind.DEALS.label) != gettext("deals")


def test_a_correction_leads_back_to_the_sheet_and_on_to_the_next_that_lacks_deals(
    director_client, club
):
    event = make.make_released_event(club, tables=2, deals=1)
    one, other = Table.objects.filter(round__event=event).order_by("number")
    make.enter(one, 1, {"passed": True})
    change = Change(one, 1, 1, {"declarer": 1, "contract": "solo", "outcome": "won"})
    made = make_correction(event, change, reason="Misread")
    address = reverse("tournaments:correction", args=[made.pk])

    def leads():
        page = director_client.get(address, headers=ENGLISH).content.decode()
        main = page[page.index("<main") : page.index("</main>")]
        return re.findall(r'class="button[^"]*"\s+href="(/[^"]*)"', main)

    sheet_, following = (
        reverse(f"tournaments:{name}", args=[one.pk]) for name in ("table", "next-sheet")
    )
    assert leads() == [following, sheet_]
    assert "data-full" in director_client.get(sheet_).content.decode()
    assert following in director_client.get(sheet_).content.decode()
    make.enter(other, 1, {"passed": True})
    assert leads() == [sheet_]
    assert following not in director_client.get(sheet_).content.decode()


def test_the_reason_is_said_to_be_needed(director_client, played):
    page = director_client.get(reverse("tournaments:correct", args=[played.pk]), headers=ENGLISH)
    assert "It must be given." in page.content.decode()


@pytest.mark.parametrize("line", ("18+", "28+", "38+", "48+", "2+"))
def test_a_deal_that_the_sheet_has_not_is_said_before_its_keys_are_read(send, line):
    page = send(deal="99", line=line).content.decode()
    assert "This sheet has the deals 1 to 12." in page
    assert "sits out this deal" not in page.partition('type="application/json"')[0]
