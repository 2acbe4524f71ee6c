"""Who may open a table's page, and what the link on the score sheet does."""

import json
import re
import uuid
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from rules import RULESETS, score_card
from tests import make
from tournaments.entry.domain import links
from tournaments.models import Event, Round, Table
from tournaments.penalties.domain.penalties import Penalty, penalise
from tournaments.review.domain.flags import raise_flag
from tournaments.review.domain.protests import protest


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=2)


@pytest.fixture
def table(event):
    return event.rounds.get().tables.first()


@pytest.fixture
def phone() -> Client:
    return Client(headers={"accept-language": "en"})


def address(table: Table) -> str:
    return reverse("tournaments:table", args=[table.pk])


def data_of(answer):
    found = re.search(r'<script id="entry-data"[^>]*>(.*?)</script>', answer.content.decode())
    assert found
    return json.loads(found[1])


def scan(phone: Client, link: str):
    return phone.get(urlsplit(link).path)


def test_a_director_gets_the_sheet_with_all_the_script_needs(director_client, table):
    data = data_of(director_client.get(address(table)))
    assert data["sheet_url"] == f"/api/v1/tables/{table.pk}/"
    assert data["results_url"] == f"/api/v1/tables/{table.pk}/results/"
    assert data["grammar"]["seat_keys"] == "1234nvsønwse"
    assert data["grammar"]["contract_keys"]["6"] == data["grammar"]["contract_keys"]["l"] == "solo"
    assert data["card"]["games"]["solo"]["values"] == {"won": 3, "bet": -3, "kodille": -4}
    assert "(?P<" not in data["grammar"]["pattern"]


def test_a_director_comes_from_the_sheet_to_the_code_and_only_from_there_to_the_taps(
    director_client, phone, table, settings
):
    settings.PUBLIC_URL = "https://klub.example"
    english = {"accept-language": "en"}
    code, taps = (
        reverse(f"tournaments:{name}", args=[table.pk]) for name in ("phone-code", "phone")
    )
    assert f'href="{code}"' in director_client.get(address(table)).text
    bare = director_client.get(code, headers=english).text
    assert "No code opens this table now." in bare
    assert not table.entry_links.exists()
    made = director_client.post(code, headers=english, follow=True).text
    link = links.address_of(table)
    assert link == links.issue_link(table)
    assert f'href="{link}"' in made
    assert '<svg class="code"' in made
    assert f'href="{taps}"' in made
    scan(phone, link)
    assert f'href="{taps}"' in phone.get(address(table)).text
    assert phone.get(code).status_code == 302  # to log in
    assert "who can send the address to the phone" in phone.get("/e/").text
    Round.objects.filter(pk=table.round_id).update(state=Round.State.PROVISIONAL)
    assert director_client.get(code)["Location"] == address(table)


@pytest.mark.parametrize(("deals", "example"), ((9, 9), (40, 17)))
def test_the_way_to_another_deal_is_shown_by_one_of_the_sheet(
    director_client, table, deals, example
):
    Event.objects.update(deals_per_round=deals)
    page = director_client.get(address(table), headers={"accept-language": "en"}).content.decode()
    assert f"<kbd>{example}:</kbd>" in page
    assert f"goes to deal {example}<" in page
    assert f"{example}: jumps to deal {example}," in page


def test_the_sheet_marks_who_deals_and_who_sits_out(director_client, table):
    page = director_client.get(address(table), headers={"accept-language": "en"}).content.decode()
    assert page.count("is-dealer") == page.count("is-sitter") == 40
    assert page.count("data-sum-after") == 4
    names = [seat.participant.name for seat in table.seats.all()]
    assert f"Deal 1. {names[0]} deals, {names[2]} sits out." in page


def test_at_a_table_of_three_nobody_is_marked_as_sitting_out(director_client, club):
    event = make.make_released_event(club, tables=1, players=3)
    page = director_client.get(address(event.rounds.get().tables.get())).content.decode()
    assert page.count("is-dealer") == 30
    assert "is-sitter" not in page


def test_names_cannot_break_out_of_the_page(director_client, table):
    seat = table.seats.first()
    seat.participant.name = "</script><b>Agnes"
    seat.participant.save()
    page = director_client.get(address(table)).content.decode()
    assert "<b>Agnes" not in page


def test_who_is_not_logged_in_is_sent_to_log_in(client, table):
    for pk in (table.pk, table.round.pk):  # the second is no table, and answers alike
        answer = client.get(reverse("tournaments:table", args=[pk]))
        assert answer.status_code == 302
        assert answer["Location"].startswith("/login/")


def test_another_clubs_director_is_told_there_is_no_such_table(stranger_client, table):
    assert stranger_client.get(address(table)).status_code == 404
    assert stranger_client.post(f"{address(table)}close-link/").status_code == 404


def test_a_link_is_exchanged_for_a_session_that_opens_its_table_alone(phone, table, event):
    answer = scan(phone, links.issue_link(table))
    assert answer.status_code == 302
    assert answer["Location"] == f"{address(table)}phone/"
    for path in (address(table), answer["Location"]):
        page = phone.get(path)
        assert page.status_code == 200
        assert f"/events/{event.pk}/" not in page.content.decode()
        assert "close-link" not in page.content.decode()
    other = Table.objects.exclude(pk=table.pk).get()
    assert phone.get(address(other)).status_code == 404
    assert phone.get(f"{address(other)}phone/").status_code == 404


def test_a_link_opens_nothing_after_the_director_has_closed_it(phone, director_client, table):
    link = links.issue_link(table)
    scan(phone, link)
    answer = director_client.post(f"{address(table)}close-link/", follow=True)
    assert answer.redirect_chain == [(address(table), 302)]
    for refused in (phone.get(address(table)), scan(phone, link)):
        assert refused.status_code == 403
        assert "The director has closed this sheet’s code" in refused.content.decode()


def test_the_sheet_says_of_which_points_are_of_each_opponent_and_which_are_all(
    director_client, table
):
    page = director_client.get(address(table), headers={"accept-language": "en"}).content.decode()
    assert ">Value in all<" in page
    assert "Points from or to each opponent. “Value in all” on the sheet is" in page


def test_the_sheet_says_whether_its_code_still_opens_it(director_client, table, settings):
    settings.PUBLIC_URL = "https://klub.example"

    def foot():
        page = director_client.get(
            address(table), headers={"accept-language": "en"}
        ).content.decode()
        return ("Anybody who scans" in page, "opens nothing any more. Print its sheet" in page)

    assert foot() == (False, False)  # no sheet was printed
    links.issue_link(table)
    assert foot() == (True, False)
    told = director_client.get(address(table), headers={"accept-language": "en"})
    assert "enter its deals and protest against them" in told.content.decode()
    director_client.post(reverse("tournaments:revoke-links", args=[table.pk]))
    assert foot() == (False, True)
    links.issue_link(table)
    assert foot() == (True, False)
    settings.PUBLIC_URL = "http://127.0.0.1:8000"
    assert foot() == (False, False)
    told = director_client.get(address(table), headers={"accept-language": "en"})
    assert "Only this computer opens the code on this table’s sheets." in told.content.decode()


def test_a_late_answer_does_not_end_the_session_of_a_new_link(phone, table):
    scan(phone, links.issue_link(table))
    late = Client()
    late.cookies = phone.cookies.copy()
    links.revoke_links(table, actor="user:director")
    scan(phone, links.issue_link(table))
    name = settings.SESSION_COOKIE_NAME
    assert phone.cookies[name].value != late.cookies[name].value
    answer = late.get(f"/api/v1/tables/{table.pk}/")
    assert answer.json()["code"] == "link_revoked"  # it knows of the old link alone
    assert name not in answer.cookies
    assert phone.get(address(table)).status_code == 200


def test_only_a_director_closes_links(phone, table):
    link = links.issue_link(table)
    scan(phone, link)
    assert phone.post(f"{address(table)}close-link/")["Location"].startswith("/login/")
    assert phone.get(address(table)).status_code == 200


def test_closing_is_not_done_by_following_an_address(director_client, table):
    assert director_client.get(f"{address(table)}close-link/").status_code == 405


def test_an_expired_a_mangled_and_an_early_link_say_what_to_do(phone, table):
    link = links.issue_link(table)
    assert "cannot be read" in scan(phone, link[:-3] + "/").content.decode()
    Round.objects.update(state=Round.State.DRAFT)
    assert "not open" in scan(phone, link).content.decode()
    Round.objects.update(state=Round.State.RELEASED)
    table.entry_links.update(expires_at=timezone.now())
    assert "code is over" in scan(phone, link).content.decode()


def test_the_page_is_never_kept_by_a_cache(director_client, table):
    assert "no-store" in director_client.get(address(table))["Cache-Control"]


def test_the_number_of_queries_does_not_grow_with_the_sheet(director_client, club):
    counts = []
    for deals in (1, 3):
        event = make.make_released_event(make.make_club(f"Klub {deals}"), tables=1, deals=deals)
        Event.objects.filter(pk=event.pk).update(club=club)
        with CaptureQueriesContext(connection) as asked:
            director_client.get(address(event.rounds.get().tables.get()))
        counts.append(len(asked))
    assert counts[0] == counts[1] > 0


@pytest.mark.parametrize(
    ("asked", "desk", "at_table"),
    (
        ("none", "Nothing beside that is asked", "One of you brings the paper"),
        ("stated", "sums of the paper are typed", "who proves it by its sums"),
        ("second", "Enter the sheet a second time", "a second person has entered it"),
        ("confirmed", "another player at the table", "Look the deals through"),
    ),
)
def test_a_full_sheet_says_how_it_is_proved_and_what_comes_next(
    director_client, phone, table, asked, desk, at_table
):
    Event.objects.update(verification=asked)
    scan(phone, links.issue_link(table))
    english = {"accept-language": "en"}
    page = director_client.get(address(table), headers=english).content.decode()
    assert desk in page
    assert f"{address(table)}next/" in page
    page = phone.get(address(table)).content.decode()
    assert at_table in page
    assert f"{address(table)}next/" not in page
    Round.objects.update(state=Round.State.FINAL)
    page = director_client.get(address(table), headers=english).content.decode()
    assert desk not in page, "nothing is asked of a sheet whose round is closed"
    assert 'data-full="closed"' in page


def test_a_full_sheet_that_somebody_doubts_is_not_said_to_be_done_with(director_client, table):
    english = {"accept-language": "en"}
    raise_flag(table=table, deal=1, words="ink", actor="user:x")
    page = director_client.get(address(table), headers=english).content.decode()
    assert "Something of this sheet is still in doubt" in page
    assert reverse("tournaments:round-checks", args=[table.round_id]) in page
    assert "Nothing beside that is asked" not in page


def test_a_full_sheet_that_somebody_protests_at_is_not_said_to_be_done_with(director_client, table):
    make.enter(table, 1, {"passed": True})
    protest(table=table, deal=1, words="ink", actor="user:x")
    page = director_client.get(address(table), headers={"accept-language": "en"}).content.decode()
    assert "Something of this sheet is still in doubt" in page
    assert "Nothing beside that is asked" not in page


def test_a_penalty_that_the_total_leaves_out_is_told_beside_it(director_client, table):
    english = {"accept-language": "en"}
    said = "Not in this total, but in the account and the standings:"
    assert said not in director_client.get(address(table), headers=english).content.decode()
    fined = Penalty(id=uuid.uuid4(), seat=1, points=2, reason="telephone")
    penalise(table=table, penalty=fined, actor="user:x")
    page = director_client.get(address(table), headers=english).content.decode()
    told = " ".join(page.partition(said)[2].partition("</p>")[0].split())
    assert told.startswith("Penalty")
    assert told.endswith("telephone, −2")


def fill_in(table: Table, deals: int) -> None:
    for deal in range(1, deals + 1):
        make.enter(table, deal, {"passed": True})


@pytest.mark.parametrize("goes_on", (False, True))
def test_the_last_sheet_of_a_round_leads_to_its_closing(director_client, event, table, goes_on):
    Event.objects.update(provisional_by_itself=goes_on)
    english = {"accept-language": "en"}
    closes = f"{reverse('tournaments:event', args=[event.pk])}#round-1"

    def page():
        return director_client.get(address(table), headers=english).content.decode()

    assert closes not in page()
    fill_in(event.rounds.get().tables.get(number=2), 40)
    told = page()
    assert (closes in told) is not goes_on
    assert ("Round 1 is full: on to closing it" in told) is not goes_on
    Round.objects.update(state=Round.State.FINAL, closed_at=timezone.now())
    told = page()
    assert "closing it" not in told
    assert "Anybody who scans" not in told


def test_the_phone_of_a_closed_round_only_looks_the_deals_through(director_client, table):
    page = reverse("tournaments:phone", args=[table.pk])
    assert director_client.get(page).status_code == 200
    Round.objects.update(state=Round.State.FINAL, closed_at=timezone.now())
    answer = director_client.get(page)
    assert answer["Location"] == reverse("tournaments:recap", args=[table.pk])
    assert director_client.get(address(table)).status_code == 200


def test_the_next_sheet_is_the_next_of_the_round_that_lacks_a_deal(
    director_client, stranger_client, club
):
    event = make.make_released_event(club, tables=3, deals=2)
    first, second, third = Table.objects.filter(round__event=event).order_by("number")

    def onward(table):
        return director_client.get(f"{address(table)}next/").url

    fill_in(second, 2)
    assert onward(second) == address(third)
    assert onward(first) == address(third)
    fill_in(third, 2)
    assert onward(third) == address(first)
    fill_in(first, 1)
    assert onward(third) == address(first)
    make.enter(first, 2, {"passed": True})
    assert onward(first) == reverse("tournaments:event", args=[event.pk])
    assert stranger_client.get(f"{address(first)}next/").status_code == 404


def test_the_sheet_leads_to_the_line_that_is_wrong_and_to_a_deal_that_was_forgotten(
    director_client, phone, table
):
    page = director_client.get(address(table)).content.decode()
    head = page.partition("<table")[0]
    assert reverse("tournaments:which-line", args=[table.pk]) in head
    correct = reverse("tournaments:correct", args=[table.pk])
    assert re.search(rf'href="{correct}"\s+data-insert', page)
    scan(phone, links.issue_link(table))
    page = phone.get(address(table)).content.decode()
    assert "which-line" not in page
    assert correct not in page


def test_the_keys_open_with_how_to_type_before_everything_that_scrolls(director_client, table):
    page = director_client.get(address(table)).content.decode()
    keys = page.partition('id="entry-keys"')[2].partition("</dialog>")[0]
    assert keys.count("autofocus") == 1
    assert keys.index("autofocus") < keys.index("<table")


def test_a_table_of_five_opens_too(director_client, club):
    event = make.make_released_event(club, tables=1, players=5, ruleset="hoem")
    table = Table.objects.get(round__event=event)
    page = director_client.get(reverse("tournaments:table", args=[table.pk])).content.decode()
    assert page.count('class="entry-initial"') == 5
    assert page.count("is-dealer") == 40
    assert page.count("is-sitter") == 80


@pytest.mark.parametrize(("ruleset", "players"), (("dlu", 3), ("hoem", 5), ("lomber", 4)))
def test_the_phone_has_a_chip_for_each_contract_and_a_row_for_each_player(
    director_client, club, ruleset, players
):
    event = make.make_released_event(club, tables=1, players=players, ruleset=ruleset)
    table = Table.objects.get(round__event=event)
    page = director_client.get(f"{address(table)}phone/").content.decode()
    contracts = [line["id"] for line in score_card(RULESETS[ruleset])["contracts"]]
    assert re.findall('data-game="([a-z_]*)"', page) == contracts
    assert re.findall('data-seat="([0-9])"', page) == list("01234"[:players])
    assert page.count('data-outcome="remis"') == (players if ruleset == "lomber" else 0)
    assert data_of(director_client.get(f"{address(table)}phone/"))["table"] == str(table.pk)
