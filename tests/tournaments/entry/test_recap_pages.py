"""The recap of a table, and the ways from it: on a phone, at a desk, with a pot."""

import re
import uuid
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from tests import make
from tests.tournaments.api.conftest import link_client_of
from tests.tournaments.review.test_checks_pages import ENGLISH
from tournaments.entry.domain import links
from tournaments.entry.pages.link_words import entry_over
from tournaments.entry.pages.recap import recap_page
from tournaments.models import Event, Protest, Round, Table
from tournaments.penalties.domain.penalties import Penalty, penalise
from tournaments.review.domain import rounds
from tournaments.review.domain.proofs import confirm
from tournaments.sheets.queries import sheet
from tournaments.words.figures import signed

WON = {"declarer": 1, "contract": "einfalt", "outcome": "won"}
KEYS = "The whole sheet, with keyboard entry"


@pytest.fixture
def table(club):
    event = make.make_released_event(club, tables=1, ruleset="lomber", accounting="pott")
    return Table.objects.get(round__event=event)


def read(client, name, table):
    answer = client.get(reverse(f"tournaments:{name}", args=[table.pk]), headers=ENGLISH)
    return answer.content.decode()


def test_a_phone_is_led_to_the_page_of_the_phone(table, director_client):
    phone = link_client_of(table)
    assert "button at-a-desk" in read(phone, "recap", table)
    assert read(phone, "phone", table).count(KEYS) == 1  # shown at a desk alone
    assert "at-a-desk" not in read(director_client, "recap", table)
    assert read(director_client, "phone", table).count(KEYS) == 2


def test_the_pot_and_the_antes_are_told_and_what_it_cost_that_all_passed(table, director_client):
    page = read(director_client, "recap", table)
    assert "Everybody antes 2 into the pot. It is counted with the first deal." in page
    make.enter(table, 1, {"passed": True})
    page = read(director_client, "recap", table)
    assert "It is counted with the first deal." not in page
    assert "Everybody put 2 into the pot before the first deal." in page
    assert re.search(r'class="num">Pot</th>', page)
    assert "All passed, −1" in page
    cells = re.findall(r'<td class="num"(?: data-label="[^"]*")?>([^<]*)</td>', page)
    assert cells == ["−3", "−3", "−3", "−3", "+12"] * 2  # after the deal, and in the end
    assert "data-pot" in read(director_client, "phone", table)


def test_a_deal_is_told_without_what_filled_the_pot_before_it(table, director_client):
    bold = {"declarer": 1, "contract": "nolo_ouvert", "outcome": "won"}
    contracts = sheet(table).card["contracts"]
    worth = next(each for each in contracts if each["id"] == "nolo_ouvert")
    for deal in (1, 5):
        make.enter(table, deal, bold)
    line = sheet(table).lines[4]
    assert line.changes is not None
    assert line.ante > 0
    assert line.changes[1] + line.ante == line.value == worth["values"]["won"]
    page = read(director_client, "recap", table)
    assert f"won, +{line.value}, after an ante of {line.ante} each" in page


def test_what_each_pays_alike_at_remis_is_said_of_each(table, director_client):
    remis = {"declarer": 1, "contract": "spil", "outcome": "remis"}
    make.enter(table, 1, remis)
    assert "remis, −1 each" in read(director_client, "recap", table)
    Event.objects.filter(pk=table.round.event_id).update(account_settings={"remis_pays": "players"})
    assert sheet(table).lines[0].changes == (-1, -1, 0, -1)
    assert "remis, −1 each" in read(director_client, "recap", table)


def test_an_account_without_a_pot_tells_of_none(club, director_client):
    event = make.make_released_event(club, tables=1)
    table = Table.objects.get(round__event=event)
    make.enter(table, 1, {"passed": True})
    page = read(director_client, "recap", table)
    assert "antes" not in page
    assert ">Pot<" not in page
    assert "data-pot" not in read(director_client, "phone", table)


@pytest.mark.parametrize(
    ("minutes", "by_itself", "says"),
    (
        (20, False, "Or protest at it, while the round is played"),
        (1, True, "Or protest at it, while the round is played"),
        (0, False, "tap its number at the foot, and mend it."),
    ),
)
def test_it_says_when_one_can_protest_until_one_can(
    club, director_client, minutes, by_itself, says
):
    event = make.make_released_event(
        club, tables=1, deals=1, protest_minutes=minutes, provisional_by_itself=by_itself
    )
    table = Table.objects.get(round__event=event)
    page = read(link_client_of(table), "recap", table)
    assert says in page
    assert "Is a deal wrong? Open “Phone entry”" in page
    assert "tell the director" not in page.lower()
    desk = read(director_client, "recap", table)
    assert "Is a deal wrong? Open “Enter the sheet” and enter it again." in desk
    assert ("note a player’s protest" in desk) == bool(minutes)
    assert "tap its number" not in desk
    make.enter(table, 1, {"passed": True})
    rounds.make_provisional(round_=event.rounds.get(), actor="user:director")
    page = read(director_client, "recap", table)
    assert "Is a deal wrong?" not in page
    assert ("Time left:" in page) == bool(minutes)
    assert "table&nbsp;1: what is entered" in page  # nobody is asked to confirm it
    Round.objects.update(state=Round.State.FINAL)
    page = read(director_client, "recap", table)
    assert "what is entered" not in page
    assert "Round&nbsp;1, table&nbsp;1: the result" in page
    assert "Tell the director" not in page, "the director reads it"
    assert "What is wrong is put right under “Account and corrections”." in page


def test_one_total_ends_it_and_its_title_keeps_the_table_with_its_number(club, director_client):
    event = make.make_released_event(club, tables=1, deals=12)
    table = Table.objects.get(round__event=event)
    for deal in (1, 11):
        make.enter(table, deal, {"declarer": 1, "contract": "spil", "outcome": "won"})
    page = read(director_client, "recap", table)
    assert page.count("<tfoot>") == 1
    foot = page.partition("<tfoot>")[2].partition("</tfoot>")[0]
    assert re.findall(r'data-label="([^"]*)">([^<]*)<', foot)[1] == ("Aksel Nr2", "+4")
    assert "Round&nbsp;1, table&nbsp;1: what is entered" in page
    assert page.count("Below each deal stands what everybody has after it.") == 1


def test_what_nobody_has_to_do_anything_with_is_folded(club):
    """Several times ten deals are; those of a protest, and the first to be confirmed, are not."""
    event = make.make_released_event(club, tables=1, deals=30, verification="confirmed")
    table = Table.objects.get(round__event=event)

    def opened():
        blocks = recap_page(sheet(table), "device:1", directs=False)["blocks"]
        return [block["last"] for block in blocks if block["is_open"]]

    for deal in range(1, 11):
        make.enter(table, deal, {"passed": True})
    assert opened() == [10]
    assert "table&nbsp;1: is it right?" in read(link_client_of(table), "recap", table)
    for deal in range(11, 21):
        make.enter(table, deal, {"passed": True})
    assert opened() == [10]  # one after the other
    confirm(table=table, deal=10, seat=1, actor="device:2")
    assert opened() == [20]
    confirm(table=table, deal=20, seat=1, actor="device:2")
    assert "table&nbsp;1: what is entered" in read(link_client_of(table), "recap", table)
    make.enter(table, 21, {"passed": True})
    assert opened() == []
    Protest.objects.create(id=uuid.uuid4(), table=table, deal=11, words="No", actor="device:1")
    assert opened() == [20]


@pytest.mark.django_db
def test_a_penalty_is_read_and_counted_by_who_is_asked_whether_the_sheet_is_right(
    club, director_client
):
    table = Table.objects.get(round__event=make.make_released_event(club, tables=1))
    make.enter(table, 1, {"declarer": 1, "contract": "spil", "outcome": "won"})
    fined = Penalty(id=uuid.uuid4(), seat=1, points=2, reason="Showed a card", deal=1)
    penalise(table=table, penalty=fined, actor="user:director")
    page = read(director_client, "recap", table)
    name = table.seats.get(seat=1).participant.name
    assert f"Penalty, {name}: Showed a card, −2" in page
    cells = re.findall(r'<td class="num" data-label="[^"]*">([^<]*)</td>', page)
    shown = [cells[at : at + 4] for at in range(0, len(cells), 4)]
    dealt, fined_too = ([*map(signed, row)] for row in ((-1, 2, 0, -1), (-1, 0, 0, -1)))
    assert shown == [dealt, fined_too, fined_too]  # after the deal, after the penalty, in the end


@pytest.mark.django_db
def test_the_address_without_a_code_says_where_the_code_is(client):
    answer = client.get("/e/", headers=ENGLISH)
    assert answer.status_code == 200
    assert "its own code on its score sheet" in answer.content.decode()


def state_of(table, state):
    Round.objects.update(state=state, provisional_at=timezone.now())
    table.round.refresh_from_db()


def test_the_code_of_a_sheet_leads_to_what_its_round_has_come_to(table):
    phone, code = link_client_of(table), urlsplit(links.issue_link(table)).path
    make.enter(table, 1, {"passed": True})
    standings = reverse("tournaments:public-standings", args=[table.round.event_id])
    for state, says in (
        (Round.State.PROVISIONAL, "This round is provisional."),
        (Round.State.FINAL, "This round is closed: nothing more is entered here."),
    ):
        state_of(table, state)
        page = phone.get(code, headers=ENGLISH, follow=True)
        assert page.redirect_chain[-1][0] == reverse("tournaments:recap", args=[table.pk])
        text = page.content.decode()
        assert says in text
        assert "All passed" in text
        assert standings in text
        assert "Phone entry" not in text
    state_of(table, Round.State.DRAFT)
    refused = phone.get(code, headers=ENGLISH)
    assert refused.status_code == 403
    assert "The director has not opened round 1 yet." in refused.content.decode()
    assert "This round is not opened yet" in refused.content.decode()


def test_a_page_that_refuses_says_of_deals_that_are_left_only_where_there_are_some(table):
    """The page cannot know before its script has looked: until then it says nothing."""
    phone, code = link_client_of(table), urlsplit(links.issue_link(table)).path
    state_of(table, Round.State.DRAFT)
    page = phone.get(code, headers=ENGLISH).content.decode()
    assert re.search(r"data-keeps-here hidden>\s*Deals that were entered on this device", page)


@pytest.mark.parametrize(
    ("minutes", "way"),
    ((20, "tap “Look the deals through”, and then “Protest” at the deal."), (0, "Tell the dir")),
)
@translation.override("en")
def test_why_nothing_is_entered_says_what_can_be_done(table, minutes, way):
    table.round.event.protest_minutes = minutes
    assert entry_over(table.round) == ""
    table.round.state, table.round.provisional_at = Round.State.PROVISIONAL, timezone.now()
    assert way in entry_over(table.round)
    table.round.state = Round.State.FINAL
    assert entry_over(table.round).startswith("This round is closed")


def test_a_second_device_that_entered_a_deal_is_told_beforehand(club):
    event = make.make_released_event(club, tables=1, deals=4, verification="confirmed")
    table = Table.objects.get(round__event=event)
    keeper, phone = link_client_of(table), link_client_of(table)
    body = {"id": str(make.new_id()), "deal": 2, "base": 0, "line": "2+"}
    url = f"/api/v1/tables/{table.pk}/results/"
    assert phone.post(url, body, content_type="application/json").status_code == 201
    keeper.post(reverse("tournaments:keeper-take", args=[table.pk]), {"seat": "1"})
    for deal in (1, 3, 4):
        make.enter(table, deal, {"passed": True})
    told = "On this device, which has entered some of these deals, it is noted as ticked"
    assert told in read(phone, "recap", table)
    assert told not in read(keeper, "recap", table)
    assert told not in read(link_client_of(table), "recap", table)
    phone.post(reverse("tournaments:confirm", args=[table.pk]), {"deal": "4", "seat": "2"})
    page = read(phone, "recap", table)
    assert re.search(r"ticked for .+ on a device that keeps the sheet or has entered", page)


def test_a_full_sheet_on_a_phone_says_that_a_protest_waits(table):
    phone = link_client_of(table)
    says = "1 protest waits for the director."
    assert says not in read(phone, "phone", table)
    make.enter(table, 1, {"passed": True})
    address = reverse("tournaments:table-protest", args=[table.pk])
    phone.post(address, {"round": 1, "deal": 1, "words": "It was bet", "sure": "yes"})
    assert says in read(phone, "phone", table)
    protest = table.protests.get()
    phone.post(reverse("tournaments:protest-withdraw", args=[protest.pk]))
    assert says not in read(phone, "phone", table)
