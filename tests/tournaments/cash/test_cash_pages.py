"""The pages of the club's money: a treasurer's year, and what nobody else reaches."""

import csv
import datetime as dt
import io
import re
from pathlib import Path

import lxml.html
import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from lhombre_club.members.models import ClubRole, Membership
from tests import make
from tests.tournaments.cash import books
from tests.tournaments.cash.books import DAY
from tournaments.cash import urls
from tournaments.cash.domain import dues
from tournaments.cash.domain.owing import owed_by
from tournaments.cash.queries.book import balance
from tournaments.models import (
    CashAccount,
    EveningPrize,
    HalfSeason,
    Receipt,
    Seat,
    StatementLine,
    Voucher,
    Waiver,
)

pytestmark = pytest.mark.django_db
OF_NO_ROW = ("cash", "cash-accounts", "cash-count", "cash-statement", "dues")
DAY_SAID = DAY.isoformat()


def address(name, *args):
    return reverse(f"tournaments:{name}", args=args)


def sent(client, name, /, *args, **said):
    """Send a form; what the page says on which it ends."""
    answer = client.post(address(name, *args), said, follow=True)
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


def looked(client, name, *args, **said):
    answer = client.get(address(name, *args), said)
    assert answer.status_code == 200
    return answer.content.decode()


def account(club, key):
    return CashAccount.objects.get(club=club, key=key)


def test_a_book_is_opened_kept_voided_and_audited(english, club):
    assert "Open the cash book" in looked(english, "cash")
    assert not CashAccount.objects.exists(), "whoever looks writes nothing"
    sent(english, "cash", date="2026-01-01", cash="1.250,75", bank="")
    page = sent(
        english, "cash", date=DAY_SAID, payer=account(club, "dues").pk,
        payee=account(club, "cash").pk, amount="200", text="Kontingent", receipt="Agnes Bak",
    )  # fmt: skip
    assert "Receipt 2026-1" in page
    assert "200.00" in page
    assert "1,450.75" in looked(english, "cash")
    voucher = Voucher.objects.get(text="Kontingent")
    assert "Booked by director" in looked(english, "voucher", voucher.pk)
    page = sent(english, "voucher-void", voucher.pk, date=DAY_SAID, reason="Forkert")
    assert "Void:" in page
    assert "Void this voucher" not in page
    assert "This receipt is void." in looked(english, "receipt", Receipt.objects.get().pk)
    assert "void already" in sent(english, "voucher-void", voucher.pk, date=DAY_SAID, reason="Ny")
    report = looked(english, "cash-year", 2026)
    assert report.count("1,450.75") == 1, "what came into the cash box in the year"
    assert "voucher 2026-3" in report
    assert "receipt 2026-1" in report
    assert not re.search(r">\s*2026-\d+", report), "no number of which one cannot tell what it is"
    assert english.get(address("cash-year", 9999)).status_code == 404


def test_what_cannot_be_booked_is_told_where_it_was_typed(english, club, cash):
    box = cash["cash"].pk
    said = {"date": DAY_SAID, "payer": box, "payee": box, "amount": "0", "text": "x"}
    for more, says in (
        ({}, "Choose another account"),
        ({"payee": cash["room"].pk, "amount": "ti"}, "Write it in kroner"),
        ({"payee": cash["room"].pk, "amount": "-1"}, "too small"),
        ({"payee": cash["room"].pk, "amount": "1", "receipt": "Bo"}, "money that came into"),
        ({"payee": cash["room"].pk, "amount": "1", "date": "0026-01-01"}, "Look at the year"),
    ):
        answer = english.post(address("cash"), {**said, **more})
        assert answer.status_code == 400
        assert says in answer.content.decode()
    assert not Voucher.objects.exists()


def test_the_accountant_takes_every_posting_along(english, club, cash):
    books.booked(cash["dues"], cash["cash"], 1_250_50, text="=1+1")
    answer = english.get(address("cash-postings", 2026), {"tables": "csv"})
    said = answer.content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(said), delimiter=";" if ";" in said else ","))
    line = next(row for row in rows if "voucher 2026-1" in row)
    assert {DAY_SAID, "1250.50", cash["cash"].name, cash["dues"].name} <= set(line), line
    assert not any(cell.startswith("=") for cell in line)


def test_dues_are_set_waived_and_ticked_off(english, club, cash):
    one, other, _third = make.make_members(club, 3)
    half = {"name": "Efterår", "begins": "2026-08-01", "ends": "2126-12-31", "due": "2026-10-15"}
    page = sent(english, "dues", **half, **{"rate-active": "200"})
    assert "600" in page
    row = HalfSeason.objects.get()
    assert "There is one of this name" in english.post(address("dues"), half).content.decode()
    sent(english, "dues-waive", row.pk, person=other.pk, amount="50", reason="Studerende")
    paid = {"person": one.pk, "owed": 200_00, "amount": "200", "date": DAY_SAID}
    says = sent(english, "dues-pay", row.pk, into=cash["bank"].pk, **paid)
    assert "has paid 200.00" in says
    receipt = Receipt.objects.get()
    assert f'<a href="{address("receipt", receipt.pk)}">Receipt 2026-1</a>' in says
    assert "Somebody else was first" in sent(
        english, "dues-pay", row.pk, into=cash["cash"].pk, **paid
    )
    assert balance(cash["bank"]) == 200_00
    assert balance(cash["cash"]) == 0
    shown = re.sub(r"<[^>]+>|\s+", " ", looked(english, "dues-half", row.pk))
    assert "250.00" in shown, "who owes what"
    assert "Studerende" in shown
    sent(english, "waiver-end", Waiver.objects.get().pk)
    sent(english, "dues-settings", row.pk, **half, is_free="on")
    assert "Nobody pays for this half" in looked(english, "dues-half", row.pk)
    foreign = make.make_person()
    paid |= {"person": foreign.pk, "owed": "0", "into": cash["cash"].pk}
    assert english.post(address("dues-pay", row.pk), paid).status_code == 404


def test_a_household_pays_at_once_and_gets_back_what_is_too_much(english, club, cash):
    one, other, third = make.make_members(club, 3)
    Membership.objects.filter(person__in=[one, other]).update(household="Skovvej")
    half = books.half_of(club)
    page = looked(english, "dues-half", half.pk)
    mates = [line.mates for line in english.get(address("dues-half", half.pk)).context["lines"]]
    assert [len(each) for each in mates].count(1) == 2, "the third lives elsewhere"
    assert "by the same payment" in page
    asked = re.findall(r"Kroner for (.+?) alone", page)
    assert sorted(asked) == sorted(each.full_name for each in (one, other)), "the third pays alone"
    paid = {"person": one.pk, "owed": 200_00, "amount": "230", "date": DAY_SAID}
    wrong = {**paid, "into": cash["bank"].pk, "with": f"{other.pk} 100"}
    assert "Somebody else was first" in sent(english, "dues-pay", half.pk, **wrong)
    for strange in ("x", f"{one.pk} 20000", f"{other.pk} -1", f"{other.pk} 1 2"):
        told = english.post(address("dues-pay", half.pk), {**wrong, "with": strange})
        assert "first" in told.content.decode()
    assert not Receipt.objects.exists()
    page = sent(english, "dues-pay", half.pk, **{**wrong, "with": f"{other.pk} 20000"})
    assert "have paid 430.00" in page
    assert [f"Receipt 2026-{number}</a>" in page for number in (1, 2)] == [True, True]
    assert "Book it as given back" in page
    voucher = Receipt.objects.all()[0].voucher
    shown = looked(english, "voucher", voucher.pk)
    assert "Receipt 2026-1" in shown
    assert "receipt 2026-2" in shown
    back = {"person": one.pk, "owed": -30_00, "amount": "30", "date": DAY_SAID}
    assert "got 30.00" in sent(english, "dues-back", half.pk, into=cash["cash"].pk, **back)
    assert "not paid too much" in sent(english, "dues-back", half.pk, into=cash["cash"].pk, **back)
    page = sent(english, "voucher-void", voucher.pk, date=DAY_SAID, reason="Forkert")
    assert "so are its receipts" in page
    assert third.pk not in Receipt.objects.values_list("person", flat=True)
    found = looked(english, "cash", words="Nr2")
    assert found.count(f"/cash/vouchers/{voucher.pk}/") == 1


def test_a_refused_payment_keeps_what_was_typed(english, club, cash):
    one, other = make.make_members(club, 2)
    Membership.objects.filter(person__in=[one, other]).update(household="Skovvej")
    half = books.half_of(club)
    typed = {"person": one.pk, "owed": 200_00, "amount": "2oo", "date": DAY_SAID}
    typed |= {"into": cash["bank"].pk, "with": f"{other.pk} 20000"}
    answer = english.post(address("dues-pay", half.pk), typed)
    assert answer.status_code == 400
    (fold,) = lxml.html.fromstring(answer.content.decode()).xpath("//details[@open][.//form]")
    (kept,) = (dict(form.form_values()) for form in fold.iter("form"))
    assert {name: kept[name] for name in typed} == {name: str(typed[name]) for name in typed}


def test_a_line_of_the_bank_pays_for_a_household(english, club, cash):
    one, other = make.make_members(club, 2)
    Membership.objects.filter(person__in=[one, other]).update(household="Skovvej")
    half = books.half_of(club)
    pasted = "21-11-2026;Overførsel;400,00"
    bank = cash["bank"].pk
    page = english.post(address("cash-statement"), {"bank": bank, "lines": pasted})
    assert "together they owe 400.00" in page.content.decode()
    (row,) = page.context["lines"]
    said = {
        "bank": bank,
        "lines": pasted,
        "sure": "1",
        f"line-{row.line.digest}": row.choices[0][0],
    }
    english.post(address("cash-statement"), said)
    assert Receipt.objects.count() == 2
    assert [owed_by(half, each.pk) for each in (one, other)] == [0, 0]


def test_a_statement_is_shown_first_and_booked_once(english, club, cash):
    make.make_members(club, 1)
    half = books.half_of(club)
    pasted = "Dato;Tekst;Beløb\n21-11-2026;Nr1, Agnes;200,00\n21-11-2026;Kaffe;-75,00"
    bank = cash["bank"].pk
    page = sent(english, "cash-statement", bank=bank, lines=pasted)
    assert re.search(r"selected>Dues of Agnes Nr1", page)
    assert not Voucher.objects.exists(), "nothing is booked before it is confirmed"
    names = re.findall(r'name="(line-\w+)"', page)
    chosen = re.search(r'value="([^"]+)"\s+selected>', page)
    assert chosen
    said = dict(zip(names, (chosen[1], cash["room"].pk), strict=True))
    told = sent(english, "cash-statement", bank=bank, lines=pasted, sure="1", **said)
    assert "2 lines are booked." in told
    assert balance(cash["bank"]) == 125_00
    assert half.payments.get().amount == 200_00
    again = sent(english, "cash-statement", bank=bank, lines=pasted)
    assert again.count("In the book already:") == 2
    assert "All these lines are in the book already." in again
    assert "Book these lines" not in again
    told = sent(english, "cash-statement", bank=bank, lines=pasted, sure="1", **said)
    assert "2 stood in the book already" in told
    assert StatementLine.objects.count() == Voucher.objects.count() == 2
    wrong = english.post(address("cash-statement"), {"bank": bank, "lines": "x;y"})
    assert "cannot be read" in wrong.content.decode()


def test_an_evening_takes_its_fee_and_pays_its_pool_out(english, club, cash):
    event = make.make_released_event(club, tables=1)
    page = looked(english, "evening-cash", event.pk)
    assert "Book what came in" in page
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len({*ids}), "a label leads to a field of its own form"
    said = {"fee": "20", "stake": "30", "payers": "4", "date": DAY_SAID, "into": cash["cash"].pk}
    page = sent(english, "evening-entrance", event.pk, **said)
    assert all(each in page for each in ("4 players have paid, 200.00", "are to be paid out"))
    first, second = (each.pk for each in event.participants.all()[:2])
    won = {"winner1": first, "part1": "2", "winner2": second, "part2": "1", "kind2": "Vin"}
    won |= {"date": DAY_SAID, "box": cash["cash"].pk}
    page = sent(english, "evening-prizes", event.pk, **won)
    assert all(each in page for each in ("80.00", "40.00", "Together 120.00", "and 0.00"))
    assert not EveningPrize.objects.exists(), "it is shown first"
    (seen,) = re.findall(r'name="seen"\s+value="(\w+)"', page)
    page = sent(english, "evening-prizes", event.pk, **{**won, "part2": "2"}, seen=seen)
    assert "Together 120.00" in page, "what was not seen is shown first"
    assert not EveningPrize.objects.exists()
    page = sent(english, "evening-prizes", event.pk, **won, seen=seen)
    assert "80.00" in page
    assert "40.00" in page
    assert "Vin" in page
    assert balance(cash["prizes"]) == 0
    assert "say otherwise" not in page
    other = Seat.objects.exclude(participant__in=(first, second))[0]
    dealt = next(deal for deal in (1, 2) if (deal + 1) % 4 != other.seat)  # he holds cards
    make.enter(other.table, dealt, {"declarer": other.seat, "contract": "spil", "outcome": "won"})
    assert f"say otherwise now: 1 {other.participant.name}" in looked(
        english, "evening-cash", event.pk
    )
    sent(english, "evening-prizes-back", event.pk, date=DAY_SAID, reason="Forkert")
    assert balance(cash["prizes"]) == -120_00


def test_a_count_is_told(english, club, cash):
    said = {"box": cash["cash"].pk, "date": DAY_SAID, "counted": "12,50", "reason": ""}
    refused = english.post(address("cash-count"), said)
    (says,) = refused.context["form"].errors["reason"]
    assert says.startswith("Counted are 12.50\xa0kr, the book says 0.00\xa0kr, which differs by")
    assert "+12.50\xa0kr: count again" in says
    assert "booked" in sent(english, "cash-count", **{**said, "reason": "byttepenge"})
    assert "agrees with the book" in sent(english, "cash-count", **said)


def rows_of(club):
    """A key for each address that is about a row of the club."""
    make.make_released_event(club, tables=1)
    accounts = books.everything(club)
    keys = {
        "cash-account": accounts["cash"],
        "waiver-end": Waiver.objects.get(half__club=club),
        **dict.fromkeys(("voucher", "voucher-void"), club.vouchers.all()[0]),
        "receipt": club.receipts.all()[0],
    }
    about_row = [
        each.name for each in urls.urlpatterns if each.name and "<uuid:" in str(each.pattern)
    ]
    return {
        name: keys.get(name, club.events.all()[0] if "evening" in name else club.halves.all()[0])
        for name in about_row
    }


def test_only_a_director_of_the_club_reaches_its_money(stranger_client, stranger, club, client):
    rows = rows_of(club)
    assert len(rows) == 14
    asked = {name: address(name, row.pk) for name, row in rows.items()}
    for name, path in asked.items():
        asks = {stranger_client.get(path).status_code, stranger_client.post(path).status_code}
        assert asks in ({404}, {404, 405}), name
    for name in OF_NO_ROW:
        assert client.get(address(name)).status_code == 302
        assert "Kaffe" not in stranger_client.get(address(name)).content.decode()
    ClubRole.objects.create(user=stranger, club=club, role=ClubRole.Role.TREASURER)
    found = {stranger_client.get(path).status_code for path in asked.values()}
    assert found == {200, 405}


def test_a_day_to_come_is_refused_and_a_void_is_not_before_what_it_voids(english, club, cash):
    ahead = (timezone.localdate() + dt.timedelta(1)).isoformat()
    said = {"date": ahead, "payer": cash["dues"].pk, "payee": cash["cash"].pk}
    answer = english.post(address("cash"), {**said, "amount": "200", "text": "Kontingent"})
    assert (answer.status_code, Voucher.objects.count()) == (400, 0)
    assert "This day is still to come" in answer.content.decode()
    pasted = {"bank": cash["bank"].pk, "lines": "16-08-2062;Agnes;200"}
    assert "still to come" in english.post(address("cash-statement"), pasted).content.decode()
    counted = {"box": cash["cash"].pk, "date": ahead, "counted": "0", "reason": ""}
    assert english.post(address("cash-count"), counted).status_code == 400
    voucher = books.booked(cash["dues"], cash["cash"], 200_00)
    for date, says in (("2026-11-20", "What is void was booked on"), (ahead, "still to come")):
        answer = english.post(
            address("voucher-void", voucher.pk), {"date": date, "reason": "Forkert"}
        )
        assert answer.status_code == 400
        assert says in answer.content.decode()
        assert 'value="Forkert"' in answer.content.decode(), "nothing that was typed is lost"
    page = sent(english, "voucher-void", voucher.pk, date=DAY_SAID, reason="Forkert")
    assert "The voucher is void." in page
    assert "receipt is void" not in page, "it had none"


def test_a_line_of_the_bank_whose_voucher_is_void_is_free_again(english, club, cash):
    pasted = {"bank": cash["bank"].pk, "lines": "21-11-2026;Agnes;200,00"}
    for number in (1, 2, 3):
        page = sent(english, "cash-statement", **pasted)
        (name,) = re.findall(r'name="(line-\w+)"', page)
        told = sent(english, "cash-statement", **pasted, sure="1", **{name: cash["other"].pk})
        assert "1 line is booked." in told
        assert "In the book already" in sent(english, "cash-statement", **pasted)
        assert StatementLine.objects.count() == number
        last = Voucher.objects.filter(line__isnull=False).latest("number")
        sent(english, "voucher-void", last.pk, date=DAY_SAID, reason="Forkert")


def test_a_count_is_held_against_the_book_of_its_day(english, club, cash):
    books.booked(cash["dues"], cash["cash"], 250_75, date=dt.date(2026, 7, 1))
    books.booked(cash["dues"], cash["cash"], 100_00)
    said = {"box": cash["cash"].pk, "date": "2026-07-10", "counted": "250,75", "reason": ""}
    assert "agrees with the book" in sent(english, "cash-count", **said)
    assert "350.75" in looked(english, "cash")


def test_a_treasurer_finds_an_evening_s_fee_and_a_director_no_closed_door(club, director, cash):
    event = make.make_released_event(club, tables=1)
    there = Client(headers={"accept-language": "en"})
    there.force_login(make.make_officer(club, ClubRole.Role.TREASURER))
    link = f'href="{address("evening-cash", event.pk)}"'
    assert link in looked(there, "home")
    page = looked(there, "money", "event", event.pk)
    assert link in page
    assert f'href="{address("cash")}"' in page, "the menu has the book"
    come = {"fee": "20", "stake": "25", "payers": "9", "date": DAY_SAID, "into": cash["cash"].pk}
    answer = there.post(address("evening-entrance", event.pk), come)
    assert (answer.status_code, Voucher.objects.count()) == (400, 0)
    assert "4 play, and 9 are to have paid" in answer.content.decode()
    page = sent(there, "evening-entrance", event.pk, **come, more="on")
    voucher = f'href="{address("voucher", Voucher.objects.get().pk)}"'
    assert voucher in page
    here = Client()
    here.force_login(make.make_officer(club, ClubRole.Role.DIRECTOR, "leads"))
    assert voucher not in looked(here, "evening-cash", event.pk)


def test_a_printed_list_says_who_owes_and_has_no_buttons(english, club, cash):
    make.make_members(club, 1)
    page = looked(english, "dues-half", books.half_of(club).pk)
    assert page.count('class="unprinted"') == 2
    style = Path(str(finders.find("tournaments/club.css"))).read_text()
    assert ".unprinted" in style.partition("@media print")[2]


def test_who_stands_in_the_book_is_not_removed(english, club, cash):
    (person,) = make.make_members(club, 1)
    there = reverse("tournaments:remove", args=[person.pk])
    assert "Whom the cash book names" not in english.get(there).content.decode()
    paid = dues.Paid(person=person, amount=200_00, date=DAY, into=cash["cash"])
    dues.book_dues(half=books.half_of(club), paid=paid, actor=books.ACTOR)
    assert "Whom the cash book names" in english.get(there).content.decode()
    page = english.post(there, follow=True).content.decode()
    assert "Whom the cash book names" in page
    assert club.memberships.count() == 1
