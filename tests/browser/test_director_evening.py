"""A director's evening: six tables, two rounds, and everything that goes wrong in a club.

Four tables on paper, one on a phone without a network for ten deals, one with two keepers who
differ; a line misread, wrong seats after twelve deals, a protest, a correction in the first round
during the second. After each step the board says how far it is, and the journal who did what.
Set EVENING_SHOTS to a folder to get a picture of each step.
"""

import datetime as dt
import re
from types import SimpleNamespace

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from lhombre_club.members.models import User
from tests import make
from tests.browser.club_night import DEALS, Night, Paper, keep, name_in, phone, stored, tap
from tournaments.book.proving.ledger_check import check_event
from tournaments.models import Event, Participant, Protest, Round, Seat, Table
from tournaments.review.domain.sheet_ids import SheetId
from tournaments.review.queries import board
from tournaments.standings.queries.standings import standings

pytestmark = [
    *(pytest.mark.browser, pytest.mark.nightly),
    pytest.mark.django_db(transaction=True),
]
RESULTS = "**/results/"
PHONE = {"viewport": ViewportSize(width=360, height=640), "has_touch": True}
SMALLEST = {"viewport": ViewportSize(width=320, height=568), "has_touch": True}
DIRECTOR = "Bodil Holm"
MISREAD, PROTESTED = 7, 5
SITTING_WRONG = 12
QUARREL = 3


@pytest.fixture
def night(club, director: User, new_context, live_server) -> Night:
    """The director logs in, marks who is here, and draws the seats."""
    make.make_members(club, 24)
    director.first_name, director.last_name = DIRECTOR.split()
    director.save()
    page = new_context(viewport=ViewportSize(width=1280, height=900)).new_page()
    page.goto("/login/")
    page.get_by_label("User name").fill(director.username)
    page.get_by_label("Password").fill(make.PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.goto("/tonight/")
    for row in page.locator(".presence__row").all():
        row.click()
    expect(page.locator(".presence__row[aria-pressed=true]")).to_have_count(24)
    page.goto("/events/new/")
    page.get_by_label("Deals a round").fill(str(DEALS))
    page.get_by_role("button", name="Draw the seats").click()
    expect(page.get_by_role("heading", name="Seating")).to_be_visible()
    return Night(page, Event.objects.get())


def test_a_directors_evening(night: Night, new_context, monkeypatch):
    begins(night)
    on_paper(night)
    a_line_was_misread(night)
    they_sat_wrongly(night)
    on_a_phone_without_a_network(night, new_context(**SMALLEST), monkeypatch)
    two_keepers_differ(night, new_context(**PHONE), new_context(**PHONE))
    it_is_provisional_by_itself(night)
    the_second_round_begins(night)
    somebody_protests(night, new_context(**PHONE).new_page())
    the_first_round_is_final(night)
    the_second_round_is_final(night)
    everything_adds_up(night, new_context(**PHONE).new_page())


def begins(night: Night) -> None:
    """Round 1 is shown to the room; every sheet is to be proved by its sums."""
    night.look("seating")
    night.page.get_by_role("button", name="Release only round 1").click()
    expect(night.page.get_by_role("heading", name="Papers", exact=True)).to_be_visible()
    page = night.go("rounds/")
    page.get_by_label("the sums on the paper are typed too").check()
    page.get_by_label("becomes provisional by itself").check()
    night.look("how-rounds-end")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("holds from now on")).to_be_visible()
    night.board("0 of 6 sheets entered", "Round 2 is still a draft")
    night.look("board-begins")
    night.journal(
        ("How rounds end was changed.", DIRECTOR),
        ("The seats were released", DIRECTOR),
        ("The seats were drawn.", DIRECTOR),
        ("The event was made.", DIRECTOR),
    )


def on_paper(night: Night) -> None:
    """Tables 1 and 2 are typed in from the sheet, with their sums."""
    for number in (1, 2):
        paper = night.paper(1, number)
        desk = night.type_in(paper, 1, DEALS)
        assert desk.totals() == paper.sums()
        assert desk.subtotals(10) == paper.sums(10)
        if number == 1:
            night.look("desk")
            night.page.get_by_role("button", name="The sums on the paper").click()
            expect(night.page.locator('[name="d10s0"]')).to_be_focused()
        page = night.state_sums(paper)
        expect(page.locator(".notice--good")).to_be_visible()
    night.board("2 of 6 sheets entered")
    night.journal(
        ("Round 1, table 2: The paper’s sums were typed: after deal 10, 20.", DIRECTOR),
        (f"Round 1, table 2: Entered: deals 1–{DEALS}.", DIRECTOR),
        (f"Round 1, table 2: The sheet is kept by {DIRECTOR} from now on.", DIRECTOR),
    )


def a_line_was_misread(night: Night) -> None:
    """At table 3 a line is misread; its sums find it, and it is corrected with its effect shown."""
    paper = night.paper(1, 3)
    keys = "0" if paper.told[MISREAD - 1].game else f"{min(another(paper, MISREAD)) + 1}+"
    night.type_in(paper, 1, DEALS, **{f"deal_{MISREAD}": keys})
    page = night.state_sums(paper)
    expect(page.get_by_text("explains the difference")).to_be_visible()
    first = page.locator(".suspects li").first
    expect(first).to_contain_text(f"Deal {MISREAD}")
    night.look("which-line")
    night.board("3 of 6 sheets entered", "1 sheet to look at", "2 doubts")
    page.goto(f"/tables/{paper.table.pk}/which-line/")
    night.state_sums(paper)
    first.get_by_role("link", name="Correct").first.click()
    expect(page.get_by_label("The right result, in keys")).to_have_value(paper.keys(MISREAD))
    correct(night, "Misread from the sheet")
    night.journal(
        (f"Round 1, table 3, deal {MISREAD}: Deals were corrected.", DIRECTOR),
        why="Misread from the sheet",
    )
    page.get_by_role(
        "link", name="See Round 1, table 3, deal 7 Deals were corrected."
    ).first.click()
    expect(page.locator("main")).to_contain_text(f"Round 1, table 3, deal {MISREAD}")
    night.look("correction")
    agrees(night, paper)


def another(paper: Paper, deal: int) -> set[int]:
    """Seats that could have declared."""
    return {seat for seat in range(4) if seat != (paper.dealer(deal) + 2) % 4}


def correct(night: Night, reason: str) -> None:
    """Say why, look at the effect, and do it."""
    page = night.page
    page.get_by_label("Reason").fill(reason)
    page.get_by_role("button", name="Show what it changes").click()
    expect(page.get_by_text("Nothing is stored yet")).to_be_visible()
    night.look("preview")
    page.get_by_role("button", name="Correct it").click()
    expect(page.get_by_role("heading", name=reason)).to_be_visible()


def agrees(night: Night, paper: Paper) -> None:
    assert stored(paper.table) == [paper.record(deal) for deal in range(1, DEALS + 1)]
    page = night.state_sums(paper)
    expect(page.locator(".notice--good")).to_be_visible()


def they_sat_wrongly(night: Night) -> None:
    """At table 4 it is seen after twelve deals that two sit on each other's chairs."""
    paper = night.paper(1, 4)
    night.type_in(paper, 1, SITTING_WRONG)
    expect(night.page.get_by_role("button", name="The sums on the paper")).to_be_hidden()
    before = seated(paper.table)
    page = night.board(f"{SITTING_WRONG} of {DEALS} deals")
    page.get_by_role("link", name="Does somebody sit wrongly? round 1, table 4").click()
    page.get_by_label("Who sat wrongly here").select_option(label=f"North: {before[0]}")
    page.get_by_label("Whose chair it was").select_option(label=f"West: {before[1]}")
    page.get_by_label("Reason").fill("North and West had changed chairs")
    night.look("wrong-seats")
    page.get_by_role("button", name="Show what it changes").click()
    expect(page.get_by_text(f"{before[0]}: table 4, North → table 4, West")).to_be_visible()
    night.look("wrong-seats-preview")
    page.get_by_role("button", name="Put the seats right").click()
    expect(page.get_by_text("The seats are put right")).to_be_visible()
    assert seated(paper.table) == [before[1], before[0], *before[2:]]
    night.journal(
        ("Wrong seats were put right.", DIRECTOR), why="North and West had changed chairs"
    )
    expect(night.page.locator("main")).to_contain_text("Round 1, table 4: Entered: deals 1–12.")
    night.look("journal")
    night.type_in(paper, SITTING_WRONG + 1, DEALS)
    agrees(night, paper)
    night.board("4 of 6 sheets entered")


def seated(table: Table) -> list[str]:
    return list(table.seats.order_by("seat").values_list("participant__name", flat=True))


def on_a_phone_without_a_network(night: Night, context: BrowserContext, monkeypatch) -> None:
    """Table 5 is kept on a phone, which has no network from deal 4 to 13."""
    paper = night.paper(1, 5)
    own = phone(context, paper)
    name = name_in(own.page, 1)
    keep(own, name)
    tap(own, paper, 1, 3)
    own.all_sent()
    next_deal_needs_no_scrolling(own.page)
    night.board(f"kept by {seated(paper.table)[1]}", f"3 of {DEALS} deals")
    context.set_offline(True)
    tap(own, paper, 4, 13)
    expect(own.waiting).to_have_text("10 deals are waiting to be sent")
    night.look("phone-offline", own.page)
    later = SimpleNamespace(now=lambda: timezone.now() + dt.timedelta(minutes=20))
    with monkeypatch.context() as clock:
        clock.setattr(board, "timezone", later)
        night.board("device is silent since", f"3 of {DEALS} deals")
        night.look("board-silent")
    context.set_offline(False)
    own.all_sent()
    tap(own, paper, 14, DEALS)
    own.all_sent()
    night.look("phone-done", own.page)
    agrees(night, paper)
    expect(night.board("5 of 6 sheets entered").locator("main")).not_to_contain_text("silent")
    night.go("journal/")
    line = night.page.locator(".journal__line", has_text=f"table 5: Entered: deals 1–{DEALS}.")
    expect(line.locator(".muted").last).to_have_text(seated(paper.table)[1])


def next_deal_needs_no_scrolling(page: Page) -> None:
    """Whatever the next deal asks for is on a screen of 320 × 568."""
    assert page.viewport_size is not None
    assert page.viewport_size["height"] == 568
    assert page.evaluate("scrollY") == 0
    for button in page.locator("[data-pass], [data-game], [data-outcome]:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= page.viewport_size["height"]


def two_keepers_differ(night: Night, one: BrowserContext, other: BrowserContext) -> None:
    """Two phones keep table 6; they differ in a deal, and the second sees both."""
    paper = night.paper(1, 6)
    first, second = phone(one, paper), phone(other, paper)
    keep(first, name_in(first.page, 0))
    tap(first, paper, 1, QUARREL - 1)
    first.all_sent()
    second.page.reload()
    second.ready()
    keep(second, name_in(second.page, 2))
    other.route(RESULTS, lambda route: route.abort())
    wrong = min(another(paper, QUARREL))
    second.end(wrong, "kodille")
    second.wait()
    tap(second, paper, QUARREL + 1, QUARREL + 1)
    tap(first, paper, QUARREL, QUARREL + 2)
    first.all_sent()
    other.unroute_all()
    quarrel = second.page.locator("[data-conflict]")  # it comes by itself to who lies open there
    needed = second.page.get_by_role("button", name=f"Deal {QUARREL} needs you")
    expect(quarrel.or_(needed)).to_be_visible()
    if needed.is_visible():
        second.tap(needed)
    expect(quarrel).to_be_visible()
    night.look("phone-quarrel", second.page)
    quarrel.get_by_role("button", name="Keep what is stored").click()
    second.all_sent()
    tap(first, paper, QUARREL + 3, DEALS)
    first.all_sent()
    assert stored(paper.table) == [paper.record(deal) for deal in range(1, DEALS + 1)]
    night.board("6 of 6 sheets entered", "1 sheet not proved", f"kept by {seated(paper.table)[2]}")
    page = night.go("journal/")
    for seat in (0, 2):
        name = seated(paper.table)[seat]
        expect(page.locator("main")).to_contain_text(
            f"Round 1, table 6: The sheet is kept by {name} from now on."
        )


def it_is_provisional_by_itself(night: Night) -> None:
    """The last proof ends the round; the board does not call it final."""
    agrees(night, night.paper(1, 6))
    assert Round.objects.get(number=1).state == Round.State.PROVISIONAL
    page = night.board("This round is provisional. Protests are received until", "provisional")
    expect(page.locator("main")).not_to_contain_text("Print the final standings")
    night.look("board-provisional")
    night.journal(("Round 1 is provisional: all may look at it.", "the program"))


def the_second_round_begins(night: Night) -> None:
    """Round 2 is released and two sheets are typed, while the first still waits."""
    page = night.go("seating/")
    page.get_by_role("button", name=re.compile("^Release")).first.click()
    expect(page.get_by_role("heading", name="Papers", exact=True)).to_be_visible()
    night.journal(("The seats were released", DIRECTOR))
    for number in (1, 2):
        night.type_in(night.paper(2, number), 1, DEALS)
    page = night.board("6 of 6 sheets entered", "2 of 6 sheets entered")
    page.get_by_role("button", name=re.compile("Give the table 5 min. more Table 3")).last.click()
    expect(page.get_by_text("5 minutes more")).to_be_visible()
    night.journal(("Round 2, table 3: The table’s time was changed: +5", DIRECTOR))


def somebody_protests(night: Night, page: Page) -> None:
    """A player protests, the sheet in his hand; deal 1 is corrected, and he is answered."""
    paper = night.paper(1, 2)
    player = Participant.objects.get(event=night.event, name=seated(paper.table)[0])
    page.goto(f"/s/{night.event.pk}/p/{player.pk}/")
    page.locator(".fold > summary").first.tap()
    deal = page.locator(".protest").filter(has_text=f"against deal {PROTESTED}").first
    deal.tap()
    page.get_by_label("What is wrong?").fill("We all passed")
    page.get_by_label("The code on the table’s sheet").fill(str(SheetId.of(paper.table)))
    page.get_by_role("button", name="Send …").tap()
    page.get_by_role("button", name="Send the protest").tap()
    expect(page.get_by_text("the director looks into it")).to_be_visible()
    night.look("player-protest", page)
    night.board("1 protest")
    night.look("board-protest")
    night.journal((f"Round 1, table 2, deal {PROTESTED}: A protest was made.", player.name))
    night.page.get_by_role("link", name="See Round 1, table 2, deal 5 A protest was made.").click()
    night.look("protests")
    expect(night.page.get_by_text("The sheet says: ")).to_be_visible()
    rewrite(night, paper)
    night.page.go_back()
    night.page.goto(f"/rounds/{paper.table.round_id}/checks/")
    night.page.get_by_label(re.compile("^Answer")).fill("You are right, it was passed.")
    night.page.get_by_role("button", name="Answer").click()
    assert Protest.objects.get().state == Protest.State.ANSWERED
    night.journal(
        (f"Round 1, table 2, deal {PROTESTED}: The protest was answered.", DIRECTOR),
        (f"Round 1, table 2, deal {PROTESTED}: Deals were corrected.", DIRECTOR),
        why="You are right, it was passed.",
    )
    page.reload()
    expect(page.get_by_text("You are right, it was passed.")).to_be_visible()


def rewrite(night: Night, paper: Paper) -> None:
    """The paper was wrong itself: everybody passed. Its sums are written anew."""
    night.page.get_by_role("link", name="Correct Table 2").click()
    paper.told[PROTESTED - 1] = type(paper.told[0])(0, "")
    night.page.get_by_label("The right result, in keys").fill("0")
    correct(night, "All had passed")
    agrees(night, paper)


def the_first_round_is_final(night: Night) -> None:
    """The director closes it before the time is up, while the second is played."""
    page = night.board("2 of 6 sheets entered")
    page.get_by_role("button", name="Close the round before the time is up").click()
    expect(page.get_by_text("The account is proved, and the round is closed")).to_be_visible()
    night.look("board-first-final")
    night.journal(("round 1 is closed, before the time was up.", DIRECTOR))


def the_second_round_is_final(night: Night) -> None:
    """The rest is typed and proved; when the time is over, the director closes the round."""
    for number in range(1, 7):
        paper = night.paper(2, number)
        if number > 2:
            night.type_in(paper, 1, DEALS)
        agrees(night, paper)
    page = night.board("Every deal is in. Round 2 is provisional until")
    expect(page.locator("main")).not_to_contain_text("Print the final standings")
    night.look("board-second-provisional")
    Event.objects.update(protest_minutes=0)  # the time goes by
    page = night.board("The time for protests is over. Close round 2.")
    page.get_by_role("button", name="Close the round", exact=True).click()
    page = night.board("Every round is closed. Print the final standings.")
    night.look("board-final")
    night.journal(
        ("The account was proved: round 2 is closed.", DIRECTOR),
        ("Round 2 is provisional: all may look at it.", "the program"),
    )
    night.look("journal")


def everything_adds_up(night: Night, public: Page) -> None:
    """The domain, the director's page and the public one have what the papers say."""
    assert check_event(night.event) == []
    wanted = night.standings()
    assert sum(wanted.values()) == 0
    assert Seat.objects.filter(round__event=night.event).count() == 2 * len(wanted) == 48
    found = {row.name: row.points for row in standings(Event.objects.get()).rows}
    assert found == wanted
    for page, address in (
        (night.page, f"/events/{night.event.pk}/standings/"),
        (public, f"/s/{night.event.pk}/"),
    ):
        page.goto(address)
        for name, points in wanted.items():
            own = page.get_by_role("link", name=name, exact=True)
            row = page.get_by_role("row").filter(has=own)
            said = f"{points:+d}".replace("-", "−") if points else "0"
            expect(row.locator(".standing__points")).to_have_text(said)
        night.look("standings", page)
