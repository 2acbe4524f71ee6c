"""What stands on paper: read back out of the PDF."""

import io
import uuid
from functools import partial

import pypdf
import pytest
from django.utils import translation

from lhombre_club.members.models import Club
from lhombre_club.printing import CannotPrintError, registry, renderer
from lhombre_club.printing.models import Job
from rules import RULESETS
from tests import make
from tests.sizes import some
from tests.tournaments.papers.hostile import HOSTILE
from tests.tournaments.played import ACTOR, Plain, make_pairs_or_teams, play_table
from tournaments.book.results import NewResult, enter_result
from tournaments.models import Event, Participant, Table
from tournaments.money.domain import settle_up
from tournaments.papers import asking
from tournaments.papers.queries.blank import blank_sheet
from tournaments.papers.score_sheet import drawing, grid
from tournaments.sheets.queries import sheet
from tournaments.standings.pages import standings as paper_standings
from tournaments.standings.queries.standings import standings
from tournaments.teams.domain.leagues import LeagueSettings, draw_matches, release_round
from tournaments.words import wording
from tournaments.words.figures import signed

pytestmark = pytest.mark.django_db(transaction=True)

RECORDS = (
    {"declarer": 0, "contract": "spil", "trump": "S", "outcome": "won"},
    {"declarer": 1, "contract": "solo", "trump": "H", "tricks": [2, 5, 2, None], "tout": "failed"},
    {"passed": True},
    {"declarer": 3, "contract": "koebe_nolo", "outcome": "kodille"},
    {"declarer": 0, "contract": "tourne", "abandoned": True},
    {"declarer": 2, "contract": "ren_nolo", "tricks": [None, None, 3, None]},
)
A4 = (595, 842)  # points


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=1, deals=40, language="en")


@pytest.fixture
def table(event):
    return Table.objects.get(round__event=event)


def enter(table, records=RECORDS):
    for deal, record in enumerate(records, 1):
        entry = NewResult(id=uuid.uuid4(), deal=deal, base=0, record=record)
        enter_result(table=table, entry=entry, actor="system:test")


def pdf_of(kind, **params):
    paper = registry.build(kind, {name: str(value.pk) for name, value in params.items()})
    return pypdf.PdfReader(io.BytesIO(renderer.render(paper)))


def text_of(reader):
    return "\n".join(page.extract_text() for page in reader.pages)


def squeezed(text):
    """Without the breaks and blanks that a page needs.

    Beside a character that no font has, pypdf reads every letter with a NUL before it.
    """
    return "".join(text.replace("\0", "").split())


def test_an_empty_sheet_is_one_page_with_all_that_is_known_before_the_first_card(event, table):
    reader = pdf_of(asking.Kind.SCORE_SHEET, table=table)
    assert len(reader.pages) == 1
    assert tuple(round(x) for x in reader.pages[0].mediabox[2:]) == A4
    text = text_of(reader)
    for name in sheet(table).names:
        assert name in text
    for seat in ("NORTH", "WEST", "SOUTH", "EAST", "After 10", "After 30", "Total", "Klubaften"):
        assert seat in text
    assert "\n".join(str(deal) for deal in range(1, 11)) in text
    assert "Nolo ouvert\n+6 −6 −7" in text
    assert "Saturday Nov. 21, 2026" in text


def test_an_empty_sheet_of_pairs_is_after_play_as_it_was_before(club):
    """Who sits out there is decided in the deal: of the declarer's pair the other."""
    event = draw_matches(
        event=make_pairs_or_teams(club, "pairs", 2, deals=8, name="Par"),
        settings=LeagueSettings(),
        actor=ACTOR,
        seed=1,
    )
    round_ = event.rounds.get(number=1)
    release_round(round_=round_, actor=ACTOR)
    table = round_.tables.get()
    before = drawing.ruling(sheet(table), filled=False)
    play_table(table, seed=1, deals=8, plain=Plain())
    played = sheet(table)
    assert played.in_pairs
    assert drawing.ruling(played, filled=True).hatch != ""
    assert drawing.ruling(played, filled=False) == before


def test_a_long_event_and_a_long_club_stand_above_the_table(event, table):
    Event.objects.update(name="Klubaften 1 – „uge 47“ & <b>fed</b>")
    Club.objects.update(name="Lomberklubben „Ás & Spaði“ <Kbh> og omegns L’hombreklub")
    lowest = {}

    def seen(text, around, at, font, size):
        for word in ("omegns", "Dealer"):
            if word in text:
                lowest[word] = at[4] * around[1] + at[5] * around[3] + around[5]

    pdf_of("score-sheet", table=table).pages[0].extract_text(visitor_text=seen)
    assert lowest["omegns"] > lowest["Dealer"] + 32, lowest


def test_a_filled_sheet_holds_every_value_and_every_total(event, table):
    enter(table)
    reader = pdf_of(asking.Kind.FILLED_SHEET, table=table)
    assert len(reader.pages) == 1
    text = text_of(reader)
    entered = sheet(table)
    for total in entered.totals:
        assert signed(total) in text
    balances = {signed(b) for line in entered.lines for b in line.balances or ()}
    assert balances <= set(text.split())
    for word in ("won 5–2–2 T−", "kodille", "given up", "All passed", "Ren nolo", "kodille 3"):
        assert word in text
    assert "6 of 40 deals entered" in text
    assert "T− tout failed" in text


def test_a_sheet_without_a_tout_does_not_explain_one(event, table):
    enter(table, RECORDS[:1])
    assert "tout" not in text_of(pdf_of(asking.Kind.FILLED_SHEET, table=table))


def test_a_subtotal_stands_where_every_deal_before_it_is_there_and_not_below(event, table):
    enter(table, [RECORDS[0], *[{"passed": True}] * 8])
    before = drawing.columns(sheet(table), filled=True)[6]
    assert before.strong.split("\n") == [*[""] * 43, "+2"]
    make.enter(table, 10, {"passed": True})
    after = drawing.columns(sheet(table), filled=True)[6]
    assert after.strong.split("\n") == [*[""] * 10, "+2", *[""] * 32, "+2"]


def test_the_crib_has_every_contract_of_the_event_and_what_a_tout_is_worth(event):
    *crib, tout = drawing.crib(blank_sheet(event, 4))
    assert len(crib) == len(RULESETS["dlu"].contracts)
    assert crib[0] == drawing.Worth("Spil", "+1 −1 −2")
    assert tout == drawing.Worth("Tout", "+1 −1")


@pytest.mark.parametrize(
    ("accounting", "whose"), (("rasle", "Points from each"), ("pot", "Points from the pot"))
)
def test_the_sheet_says_from_whom_its_points_are(club, accounting, whose):
    event = make.make_released_event(club, tables=1, language="en", accounting=accounting)
    reader = pdf_of(asking.Kind.SCORE_SHEET, table=Table.objects.get(round__event=event))
    assert whose in text_of(reader)


def test_a_table_of_three_has_three_columns_and_nobody_sits_out(club):
    event = make.make_released_event(club, tables=1, players=3, language="en")
    table = Table.objects.get(round__event=event)
    entered = sheet(table)
    ruling = drawing.ruling(entered, filled=False)
    assert len(entered.lines) == 30
    assert (ruling.hatch, ruling.row) == ("", grid.mm(grid.TALLEST_ROW))
    reader = pdf_of(asking.Kind.SCORE_SHEET, table=table)
    text = text_of(reader)
    assert len(reader.pages) == 1
    assert "SOUTH" in text
    assert "EAST" not in text


def test_the_ruling_leaves_room_for_a_pen():
    assert grid.MOST_HEIGHT / len(grid.rows(40)) >= 5.2


def test_the_hatching_stays_in_the_cell_of_who_sits_out():
    ruling = grid.grid(players=4, sitters=[[2]], trumps=[""], narrow=False)
    left = sum(grid.PLAIN.values()) + 2 * 25
    top, bottom = grid.HEAD, grid.HEAD + grid.TALLEST_ROW
    strokes = [stroke.split("l") for stroke in ruling.hatch.split("M")[1:]]
    assert strokes
    for start, run in strokes:
        x, y = map(float, start.split())
        dx, dy = map(float, run.split())
        assert left - 0.01 <= x <= x + dx <= left + 25.01
        assert float(top) - 0.01 <= y + dy <= y <= float(bottom) + 0.01


def test_a_trump_is_drawn_and_a_sitter_who_pays_keeps_room(event, table):
    enter(table)
    ruling = drawing.ruling(sheet(table), filled=True)
    assert [suit.id for suit in ruling.suits] == ["S", "H"]
    event.sitter_pays = True
    event.save()
    wide, narrow = (
        grid.grid(players=4, sitters=[[2]], trumps=[""], narrow=narrow).hatch
        for narrow in (False, True)
    )
    assert drawing.ruling(sheet(table), filled=False).hatch.startswith(narrow[:20])
    assert len(narrow) < len(wide)


def test_the_standings_hold_every_player_and_say_what_decides(event, table):
    enter(table)
    reader = pdf_of(asking.Kind.STANDINGS, event=event)
    text = text_of(reader)
    rows = standings(event).rows
    for row in rows:
        assert row.name in text
        assert signed(row.points) in text.split()
    assert "more games won as declarer, fewer kodille, the highest contract won" in text
    assert "version" in text


def test_shared_places_show_as_shared(event, table):
    for deal in (1, 2):
        make.enter(table, deal, {"passed": True})
    (section,) = paper_standings.sections(standings(event))
    places = [row.place for row in section.places]
    assert places == ["=1"] * 4


def test_points_alone_need_no_chain(event, table):
    event.tie_chain = ["points"]
    event.save()
    share = "Those with the same points share a place."
    with translation.override("en"):
        assert paper_standings.order(standings(event)) == (
            f"{share} Of who has a dash for a place no deal at a seat of their own is counted."
        )
        for deal in (1, 2):
            make.enter(table, deal, {"passed": True})
        assert paper_standings.order(standings(event)) == share


def test_every_metric_has_words():
    from scoring.standings import METRICS  # noqa: PLC0415 -- a test may look below

    assert set(wording.METRICS) == set(METRICS)


@pytest.mark.strict
def test_a_hundred_players_are_still_read_from_page_to_page(club):
    event = make.make_released_event(club, tables=25, language="en")
    reader = pdf_of(asking.Kind.STANDINGS, event=event)
    assert len(reader.pages) == 3
    for page in reader.pages:
        assert "Kodille" in page.extract_text()
    names = Participant.objects.filter(event=event).values_list("name", flat=True)
    text = text_of(reader)
    assert all(name in text for name in names)


def test_the_language_of_the_paper_is_that_of_the_event(event, table):
    event.language = "da"
    event.save()
    with translation.override("en"):
        paper = registry.build(asking.Kind.SCORE_SHEET, {"table": str(table.pk)})
        assert paper.language == "da"
        assert "lørdag 21. november 2026" in text_of(pdf_of(asking.Kind.SCORE_SHEET, table=table))


@pytest.mark.parametrize("kind", tuple(asking.Kind))
def test_what_is_gone_cannot_be_printed(kind):
    with pytest.raises(CannotPrintError):
        registry.build(kind, {"table": str(uuid.uuid4()), "event": str(uuid.uuid4())})


def test_a_round_is_asked_for_at_once_and_its_jobs_hold_no_name(club):
    event = make.make_released_event(club, tables=3)
    batch = asking.ask_for_round(
        round_=event.rounds.get(), kind=asking.Kind.SCORE_SHEET, actor="user:1"
    )
    jobs = list(Job.objects.filter(batch=batch))
    assert len(jobs) == 3
    names = Participant.objects.filter(event=event).values_list("name", flat=True)
    for job in jobs:
        assert set(job.params) == {"event", "table"}
        assert not any(name in f"{job.title}{job.params}" for name in names)


@pytest.mark.parametrize("start", some(range(0, len(HOSTILE), 4)))
def test_a_hostile_name_is_only_a_name(event, table, start, hits):
    names = [HOSTILE[(start + seat) % len(HOSTILE)].replace("PORT", hits.port) for seat in range(4)]
    for seat, name in zip(table.seats.order_by("seat"), names, strict=True):
        Participant.objects.filter(pk=seat.participant_id).update(name=name[:160])
    event.name = names[0][:120]
    event.save()
    enter(table)
    totals = [signed(total) for total in sheet(table).totals]
    for kind, expected in (
        (asking.Kind.SCORE_SHEET, []),
        (asking.Kind.FILLED_SHEET, totals),
        (asking.Kind.STANDINGS, totals),
    ):
        reader = pdf_of(kind, table=table, event=event)
        text = squeezed(text_of(reader))
        assert len(reader.pages) == 1
        assert list(reader.attachments) == []
        assert "/Annots" not in reader.pages[0]
        plain = [squeezed(name)[:40] for name in names if name.isascii()]
        assert [part for part in (*plain, *expected) if part not in text] == []
    assert hits == []


def test_the_hostile_names_are_enough():
    assert len(HOSTILE) >= 25


def test_the_shared_evening_comes_out_to_the_point(event, table, shared_evening):
    records, balances = shared_evening
    enter(table, records)
    text = text_of(pdf_of(asking.Kind.FILLED_SHEET, table=table))
    assert [balance for balance in balances if signed(balance) not in text.split()] == []
    assert sheet(table).totals == tuple(balances)


def test_the_settling_says_who_pays_whom_with_its_reference(event, table):
    Event.objects.filter(pk=event.pk).update(unit="0.50")
    assert "not settled yet" in text_of(pdf_of(asking.Kind.SETTLING, event=event))
    make.enter(table, 1, {"declarer": 1, "contract": "solo", "outcome": "won"})
    event.refresh_from_db()
    settling = settle_up(scope=event, actor="system:test")
    text = text_of(pdf_of(asking.Kind.SETTLING, event=event))
    for payment in settling.payments.all():
        assert f"{payment.payer_name} pays {payment.payee_name} {payment.amount:.0f}\xa0kr" in text
        assert payment.reference in text
    make.enter(table, 1, {"passed": True}, base=1)
    assert "Results have come or changed since" in text_of(
        pdf_of(asking.Kind.SETTLING, event=event)
    )


def test_a_settling_again_says_whose_amounts_are_not_rounded_as_the_others(event, table):
    Event.objects.filter(pk=event.pk).update(unit="0.50")
    event.refresh_from_db()
    kept = "an amount stays as it was for who sat at none of the tables concerned"

    def said():
        return " ".join(text_of(pdf_of(asking.Kind.SETTLING, event=event)).split())

    for deal, told in ((1, False), (2, True)):
        make.enter(table, deal, {"declarer": deal, "contract": "solo", "outcome": "won"})
        settle_up(scope=event, actor="system:test")
        assert "largest fractions up" in said()
        assert (kept in said()) is told


def opened(columns):
    """The first line as it is read aloud."""
    return [cell for cell in drawing.rows(columns)[0] if cell]


def test_a_starting_stake_is_a_line_of_the_sheet_so_that_it_adds_up(event, table):
    type(event).objects.filter(pk=event.pk).update(start=20)
    make.enter(table, 1, {"declarer": 1, "contract": "solo", "outcome": "won"})
    with translation.override("en"):
        shown = sheet(table)
        filled = drawing.columns(shown, filled=True)
        blank = drawing.columns(shown, filled=False)
        halves = [drawing.columns(half, filled=False) for half in drawing.halves(shown)]
        unnamed = drawing.columns(blank_sheet(table.round.event, 4), filled=False)
    for columns in (filled, blank, halves[0]):
        assert opened(columns) == ["Starting stake", *["+20"] * shown.players]
    assert opened(halves[1])[0] == "21"
    assert drawing.rows(unnamed)[0][-1] in {"", "+20"}
    for seat in range(shown.players):
        points, balance = filled[-2 * shown.players + 2 * seat :][:2]
        moved = [int(text.replace("−", "-")) for text in points.text.split() if text]
        begun, *_more, total = balance.strong.split()
        assert int(begun) + sum(moved) == int(total.replace("−", "-"))


def test_the_line_of_the_stake_has_a_row_of_its_own():
    ruled = partial(grid.grid, players=4, sitters=[[2]] * 40, trumps=[""] * 40, narrow=False)
    with_it, without = ruled(opens=True), ruled()
    assert with_it.subtotals.count("M") == without.subtotals.count("M") + 1
    assert float(with_it.below) <= 25 + 12 + 229 + 1.5
    assert grid.MOST_HEIGHT / len(grid.rows(40, opens=True)) >= 5
