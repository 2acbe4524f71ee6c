"""The documents of an event: what stands in them, read back out of the PDF."""

import io
import re
from collections import Counter

import pypdf
import pytest
import segno
from django.utils import translation

from lhombre_club.members.models import Membership
from lhombre_club.printing import CannotPrintError, registry, renderer
from lhombre_club.printing.models import Job
from rules import RULESETS, score_card
from tests import make
from tests.sizes import few
from tests.tournaments.papers.hostile import HOSTILE
from tournaments.book.activity import note
from tournaments.folders.domain import set_folders, suggested
from tournaments.models import Event, Participant, Round, Table
from tournaments.money.domain import settle_up
from tournaments.papers import asking
from tournaments.papers.documents import pack_plans
from tournaments.papers.documents.catalogue import (
    DOCUMENTS,
    FOR_FOLDERS,
    FOR_MATCHES,
    FOR_MONEY,
    shelves,
)
from tournaments.papers.documents.document import About
from tournaments.papers.queries.places import places
from tournaments.papers.score_sheet import grid
from tournaments.plans import FieldError, plan
from tournaments.standings.queries.standings import standings
from tournaments.words import wording
from tournaments.words.figures import signed

pytestmark = pytest.mark.django_db(transaction=True)
NORTHERN = ("Åse Ærenlund", "Ørnulf Þorsteinsson", "Þórður Ægisson", "Zita Bo")
SOLO = {"declarer": 1, "contract": "solo", "outcome": "won"}


@pytest.fixture(autouse=True)
def english():
    """What the tests compare with is in the language of the events."""
    with translation.override("en"):
        yield


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=2, rounds=2, language="en")


@pytest.fixture
def seen(monkeypatch):
    """The addresses of which somebody made a code."""
    seen, make_code = [], segno.make

    def remember(address, **kwargs):
        seen.append(address)
        return make_code(address, **kwargs)

    monkeypatch.setattr(segno, "make", remember)
    return seen


def name(event, *names):
    for player, its in zip(event.participants.all(), names, strict=False):
        Participant.objects.filter(pk=player.pk).update(name=its)


def pdf_of(kind, event, **params):
    params = {"event": str(event.pk), "round": str(event.rounds.first().pk), **params}
    reader = pypdf.PdfReader(io.BytesIO(renderer.render(registry.build(kind, params))))
    assert list(reader.attachments) == []
    return reader


def text_of(reader):
    return "\n".join(page.extract_text() for page in reader.pages)


def values_of(kind, event):
    document = asking.document_of(kind)
    assert document is not None
    return document.values(About(event, event.rounds.first()))


def test_every_kind_has_a_builder_a_heading_and_a_shelf():
    kinds = [document.kind for document in DOCUMENTS]
    assert sorted([*kinds, *asking.SHEETS]) == sorted(asking.Kind)
    assert all(registry.is_registered(kind) for kind in asking.Kind)
    assert set(asking.HEADINGS) == set(asking.Kind)


def test_of_what_an_event_does_not_have_nothing_is_offered(event):
    def offered(event):
        return {document.kind for shelf in shelves(event).values() for document in shelf}

    every = {document.kind for document in DOCUMENTS}
    assert every - offered(event) == FOR_MONEY | FOR_FOLDERS | FOR_MATCHES
    set_folders(event=event, settings=suggested(event), actor="system:test")
    event = Event.objects.get(pk=event.pk)
    event.unit, event.kind = "0.50", Event.Kind.PAIRS
    assert offered(event) == every


@pytest.mark.parametrize("players", (3, 4, 5))
def test_the_plan_has_every_seat_by_table_and_every_name_in_danish_order(club, players):
    event = make.make_released_event(club, tables=4, players=players, language="en")
    name(event, *NORTHERN)
    reader = pdf_of("round-plan", event)
    by_table, by_name = (page.extract_text() for page in reader.pages)
    for place in places(event):
        assert str(place.sitter) in by_table.replace("\n", " ")
    assert ("East" in by_table, "Seat 5" in by_table) == (players > 3, players > 4)
    names = [line.name for line in values_of("round-plan", event)["names"]]
    assert len(names) == 4 * players
    assert names[-4:] == ["Zita Bo", "Ørnulf Þorsteinsson", "Åse Ærenlund", "Þórður Ægisson"]
    assert all(its in by_name.replace("\n", " ") for its in names)


def test_the_plan_names_who_plays_instead_and_who_sits_out(event):
    seat = event.rounds.first().seats.first()
    seat.substitute_name = "Rie Reserve"
    seat.save()
    Participant.objects.create(event=event, number=99, name="Free Freja")
    Participant.objects.create(event=event, number=98, name="Late Lars", from_round=2)
    Participant.objects.create(event=event, number=97, name="Gone Gerda", to_round=0)
    text = text_of(pdf_of("round-plan", event))
    assert "Rie Reserve" in text
    assert "Sit this round out: Free Freja \n" in text
    assert text.count("Free Freja") == 2
    assert not re.search("Late Lars|Gone Gerda", text)


@pytest.mark.strict
def test_the_plan_of_a_hundred_tables_says_on_each_page_what_it_is(club):
    event = make.make_released_event(club, tables=100, deals=8, language="en")
    reader = pdf_of("round-plan", event)
    tables = [page.extract_text() for page in reader.pages if "North" in page.extract_text()]
    assert len(tables) >= 4
    text = text_of(reader)
    assert all(text.count(each.name) >= 2 for each in event.participants.all())


def test_each_table_has_a_folded_card_with_its_own_code(club, seen):
    event = make.make_released_event(club, tables=3, language="en")
    reader = pdf_of("table-cards", event)
    assert len(reader.pages) == 2
    assert len(set(seen)) == 3
    assert all("/e/" in address for address in seen)
    numbers = Counter(re.findall(r"Table\n(\d)", text_of(reader)))
    assert numbers == {"1": 2, "2": 2, "3": 2}


def test_a_slip_says_where_its_player_sits_in_each_round_and_opens_his_page(event, seen):
    Participant.objects.create(event=event, number=9, name="Free Freja")
    Participant.objects.create(event=event, number=10, name="Late Lars", from_round=2)
    note(event=event, verb="participant.joined", actor="system:test", player=10)
    reader = pdf_of("seat-slips", event)
    assert len(reader.pages) == 3
    assert len(seen) == 10
    assert all(f"/s/{event.pk}/p/" in address for address in seen)
    slips = {slip.name: slip for page in values_of("seat-slips", event)["pages"] for slip in page}
    assert slips["Free Freja"].tables == "sits out\nsits out"
    assert slips["Late Lars"].rounds == "Round 2"
    for player in event.participants.filter(number__lte=8):
        own = [place for place in places(event) if place.participant == player.pk]
        slip = slips[player.name]
        assert slip.tables.split("\n") == [f"Table {place.table}" for place in own]
        assert slip.seats.split("\n") == [wording.seat_name(place.seat) for place in own]
    text = text_of(reader)
    assert "sits out" in text
    assert "Start no. 9" in text
    assert "Number 10 in" not in text
    assert text.count("Start no. 10, came after the draw") == 1


def test_a_slip_of_many_rounds_is_a_page(club):
    event = make.make_released_event(club, tables=1, rounds=7, language="en")
    assert len(pdf_of("seat-slips", event).pages) == 4


def test_names_and_labels_are_cut_from_one_sheet(event):
    name(event, *NORTHERN)
    assert len(pdf_of("name-cards", event).pages) == 1
    text = text_of(pdf_of("name-cards", event))
    assert all(its in text.replace("\n", " ") for its in NORTHERN)
    labels = pdf_of("labels", event)
    assert len(labels.pages) == 1
    for row in Membership.objects.select_related("person"):
        assert row.person.full_name in text_of(labels)
        assert f"{row.number} · " in text_of(labels)


def test_the_lists_have_every_member_and_only_of_this_club(event):
    other = make.make_club("Another club")
    Membership.objects.create(club=other, person=make.make_person("Not", "Ours"), number="1")
    passive = Membership.objects.exclude(club=other).select_related("person").first()
    assert passive is not None
    passive.status = Membership.Status.PASSIVE
    passive.save()
    passive.person.phone, passive.person.email = "12 34 56 78", "a@example.dk"
    passive.person.save()
    members, attendance = (
        text_of(pdf_of(kind, event)) for kind in ("member-list", "attendance-list")
    )
    for row in Membership.objects.exclude(club=other).select_related("person"):
        assert row.person.full_name in members
        assert row.person.full_name in attendance
    assert "Not Ours" not in members + attendance
    assert all(said in members for said in ("12 34 56 78", "a@example.dk", "passive", "8 names"))
    assert "12 34 56 78" not in attendance


def test_the_crosstable_adds_up_and_says_who_met_whom(event):
    for table in Table.objects.filter(round__event=event):
        make.enter(table, 1, SOLO)
    lines = values_of("crosstable", event)["lines"]
    numbers = {player.pk: player.number for player in event.participants.all()}
    for line, row in zip(lines, standings(event).rows, strict=True):
        assert line.cells[-1].text == signed(row.points)
        assert [meeting.text for meeting in line.cells[:-1]] == [signed(p or 0) for p in row.rounds]
        for meeting, number in zip(line.cells, (1, 2), strict=False):
            seats = [p for p in places(event) if p.round == number]
            own = next(p.table for p in seats if p.participant == row.participant)
            met = {numbers[p.participant] for p in seats if p.table == own} - {line.number}
            assert {int(each) for each in meeting.below.split(" · ")} == met
    text = text_of(pdf_of("crosstable", event))
    assert all(meeting.below in text for line in lines for meeting in line.cells)


def test_who_had_no_seat_met_nobody(event):
    Participant.objects.create(event=event, number=99, name="Free Freja")
    (line,) = [x for x in values_of("crosstable", event)["lines"] if x.name == "Free Freja"]
    assert [(m.text, m.below) for m in line.cells[:-1]] == [("–", "")] * 2


def test_a_receipt_for_each_payment_and_a_sentence_where_there_is_none(event):
    assert "The evening is not settled yet." in text_of(pdf_of("receipts", event))
    Event.objects.filter(pk=event.pk).update(unit="0.50")
    for table in Table.objects.filter(round__event=event):
        make.enter(table, 1, SOLO)
    event.refresh_from_db()
    payments = list(settle_up(scope=event, actor="system:test").payments.all())
    reader = pdf_of("receipts", event)
    assert len(payments) > 2
    assert len(reader.pages) == -(-len(payments) // 4)
    text = text_of(reader)
    for payment in payments:
        assert payment.reference in text
        assert payment.payer_name in text
    amounts = [int(kr) for kr in re.findall(r"^(\d+)\s+kr *$", text, flags=re.MULTILINE)]
    assert sum(amounts) == sum(payment.amount for payment in payments)
    assert "Marked as paid" not in text


@pytest.mark.strict
@pytest.mark.parametrize("ruleset", tuple(RULESETS))
def test_the_crib_has_every_contract_with_its_keys_and_values(club, ruleset):
    event = make.make_released_event(club, tables=1, ruleset=ruleset, language="en")
    reader = pdf_of("crib", event)
    assert len(reader.pages) == 1
    text = " ".join(text_of(reader).split()).replace("- ", "-")  # a name may be broken there
    card = score_card(RULESETS[ruleset])
    for line in card["contracts"]:
        assert wording.contract(line["id"], RULESETS[ruleset]).lower() in text.lower()
        assert signed(line["values"]["won"]) in text
        assert f"{line['digit']} {line['letter'].upper()}".strip() in text
    assert text.count("price") == (len(card["tourne_cards"]) and len(card["tourne_cards"]) + 1)


@pytest.mark.strict
def test_the_pack_has_a_plan_for_three_fewer_to_three_more_and_sheets_for_each(club):
    event = make.make_released_event(club, tables=3, players=4, rounds=2, deals=8, language="en")
    reader = pdf_of("pack", event)
    texts = [page.extract_text() for page in reader.pages]
    for players in range(9, 16):
        (page,) = [text for text in texts if f"\n{players} players\nTable" in text]
        one = plan(players, 2, event.seed, tables_of=(3, 4))
        for seated in (table for tables in one.rounds for table in tables):
            assert " ".join(str(player + 1) for player in seated) in " ".join(page.split())
    empty = [text for text in texts if "NORTH" in text]
    # 15 players fill three tables of four and one of three; 9 fill three tables of three
    assert (len(empty), sum("EAST" in text for text in empty)) == (2 * 6, 2 * 3)
    assert "12 sheets" in texts[0]
    assert all(player.name in texts[0] for player in event.participants.all())
    (to_fill,) = [text for text in texts if "Sum of the column" in text]
    assert all(f"\n{number}" in to_fill for number in range(1, 16))
    assert "Rules in short" in texts[-1]


@pytest.mark.strict
def test_the_pack_can_be_made_before_anything_is_released(event):
    Round.objects.update(state=Round.State.DRAFT)
    text = text_of(pdf_of("pack", event))
    assert "find your name" not in text
    text = " ".join(text.split())
    assert "In this pack: plans for 5, 6, 7, 8, 9, 10, 11 players" in text
    assert "There is no plan" not in text
    order = "4. The highest sum has place 1. Of those with the same points, these decide in turn"
    assert order in text
    assert "equal sums" not in text


@pytest.mark.strict
def test_the_pack_says_which_numbers_have_no_plan(event, monkeypatch):
    def at_most_nine(players, *args, **kwargs):
        if players > 9:
            raise FieldError
        return plan(players, *args, **kwargs)

    monkeypatch.setattr(pack_plans, "plan", at_most_nine)
    pack_plans._plan.cache_clear()
    try:
        text = " ".join(text_of(pdf_of("pack", event)).split())
    finally:
        pack_plans._plan.cache_clear()
    assert "In this pack: plans for 5, 6, 7, 8, 9 players" in text
    assert "There is no plan for these numbers: 10, 11." in text


def test_so_few_have_no_plan(event):
    Round.objects.all().delete()
    event.participants.filter(number__gt=4).delete()
    found = pack_plans.plans(event)
    assert [each.count for each in found] == [3, 4, 5, 6, 7]
    assert pack_plans.without(event, found) == []
    assert pack_plans.without(event, found[:-1]) == [7]


def test_large_print_has_twenty_deals_to_a_page_and_the_rules_can_stand_on_the_back(event):
    table = Table.objects.filter(round__event=event).first()
    assert table is not None
    reader = pdf_of("score-sheet", event, table=str(table.pk), large=True, back=True)
    first, back, second = (page.extract_text() for page in reader.pages)
    assert "Rules in short" in back
    assert "After 20" in first
    assert "Total" not in first
    assert ("After 30" in second, "Total" in second) == (True, True)
    assert "\n".join(map(str, range(21, 31))) in second


def test_at_a_table_of_five_two_sit_out_in_each_line(club):
    event = make.make_released_event(club, tables=1, players=5, ruleset="hoem", language="en")
    table = Table.objects.get(round__event=event)
    one, two = (
        grid.grid(players=5, sitters=[each], trumps=[""], narrow=False).hatch.count("M")
        for each in ([2], [2, 3])
    )
    assert two == 2 * one
    assert len(pdf_of("score-sheet", event, table=str(table.pk)).pages) == 1


@pytest.mark.parametrize("kind", [document.kind for document in DOCUMENTS])
def test_a_round_that_is_drawn_anew_has_no_document_of_its_own(event, kind):
    round_ = event.rounds.first()
    Round.objects.filter(pk=round_.pk).update(state=Round.State.DRAFT)
    params = {"event": str(event.pk), "round": str(round_.pk)}
    if asking.document_of(kind) in shelves(event)["round"]:
        with pytest.raises(CannotPrintError):
            registry.build(kind, params)
    else:
        assert registry.build(kind, params).language == "en"


def test_a_document_is_asked_for_by_ids_alone(event):
    document = asking.document_of("round-plan")
    assert document is not None
    asking.ask_for(document=document, event=event, actor="user:1", round_=event.rounds.first())
    job = Job.objects.get()
    assert set(job.params) == {"event", "round"}
    assert job.title == "Plan of the round, round 1"


@pytest.mark.strict
@pytest.mark.parametrize("start", few(range(0, len(HOSTILE), 8), strict=2))
def test_a_hostile_name_is_only_a_name_in_every_document(event, start, hits):
    names = [HOSTILE[(start + n) % len(HOSTILE)].replace("PORT", hits.port) for n in range(8)]
    for player, its in zip(event.participants.all(), names, strict=True):
        Participant.objects.filter(pk=player.pk).update(name=its[:160])
        type(player.person).objects.filter(pk=player.person_id).update(
            first_name=its[:80], email=its[:200], phone=its[:40]
        )
    Event.objects.filter(pk=event.pk).update(name=names[0][:120])
    for document in DOCUMENTS:
        if document.kind == "pack":
            continue  # made of the others
        reader = pdf_of(document.kind, event)
        assert all("/Annots" not in page for page in reader.pages)
        if document.kind in {"name-cards", "labels", "table-cards"}:
            assert len(reader.pages) == 1
    assert hits == []
