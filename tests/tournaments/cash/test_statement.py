"""A bank's statement: read as banks write it, matched, and booked once."""

import pytest
from django.utils import translation

from lhombre_club.members.models import Membership
from tests import make
from tests.tournaments.cash.books import ACTOR, DAY, half_of
from tournaments.cash.domain.amounts import oere, shares
from tournaments.cash.domain.owing import owed_by
from tournaments.cash.domain.statement import UnreadableError, candidates, read, take
from tournaments.cash.pages.statement import statement_lines
from tournaments.cash.queries.book import balance
from tournaments.models import Receipt, StatementLine, Voucher

DANSKE = '"Dato";"Tekst";"Beløb";"Saldo"\n"21-11-2026";"Bak, AGNES Nr1";"200,00";"1.234,00"\n'
NORDEA = "Bogføringsdato\tBeløb\tNavn\n2026/11/21\tx\ty\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    (
        ("-1.234,50", -123450), ("1.234.567", 123456700), ("12,5", 1250), ("12.50", 1250),
        ("1 000 kr.", 100000), ("250,00-", -25000), ("kr. 75,-", 7500), ("+3", 300),
    ),
)  # fmt: skip
def test_amounts_as_danes_write_them(text, expected):
    assert oere(text) == expected


@pytest.mark.parametrize(
    "text", ("", "12,345", "1.23.4", "ti", "--5", "-5-", "9" * 11, "1,2,3", "²")
)
def test_what_is_no_amount_is_refused(text):
    with pytest.raises(ValueError, match="amount"):
        oere(text)


@pytest.mark.parametrize("pool", (0, 1, 100_00, 333_33, 987_65))
@pytest.mark.parametrize("parts", ([1], [50, 30, 20], [1, 1, 1], [3, 0, 1], [0, 5]))
def test_a_pool_is_paid_out_to_the_last_oere(pool, parts):
    found = shares(pool, parts)
    assert sum(found) == pool
    assert all(part or not amount for part, amount in zip(parts, found, strict=True))


def test_a_statement_is_read_with_and_without_a_head():
    (line,) = read(DANSKE)
    assert (line.date, line.text, line.amount) == (DAY, "Bak, AGNES Nr1", 200_00)
    (plain,) = read("21.11.2026;Bak, AGNES Nr1;200")
    assert plain == line
    first, second = read("21.11.26\tKaffe\t-75,00\n\n2026-11-21\tKaffe\t-75")
    assert (first.amount, second.amount) == (-75_00, -75_00)
    assert first.digest != second.digest, "the same stands there twice, and both count"


@pytest.mark.parametrize("text", ("x;y;z", "31.02.2026;Kaffe;5", "21.11.2026;Kaffe;0", "Kaffe"))
def test_a_line_that_cannot_be_read_is_named(text):
    with pytest.raises(UnreadableError) as refused:
        read(f"21.11.2026;Kaffe;5\n{text}")
    assert refused.value.numbers == [2]


@pytest.mark.django_db
def test_a_line_is_matched_by_name_number_or_amount(club, cash):
    make.make_members(club, 3)
    half_of(club)
    texts = ("BAK nr1 agnes;1", "Nr2 Aksel;200", "kontingent 103;200", "hvem?;200", "hvem?;10")
    lines = read("\n".join(text.join(("21.11.2026;", "")) for text in texts))
    found = candidates(club, lines)
    says = [[(each.name.split()[0], each.is_sure) for each in found[line.digest]] for line in lines]
    agnes, aksel, birte = ("Agnes", False), ("Aksel", False), ("Birte", False)
    assert says[0] == [("Agnes", True)], "whatever the amount"
    assert says[1] == [("Aksel", True), agnes, birte]
    assert says[2] == [("Birte", True), agnes, aksel]
    assert says[3] == [agnes, aksel, birte]
    assert says[4] == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "amount", "chosen"),
    (
        ("Agnes Nr1", 400, "Agnes Nr1, Aksel Nr2"), ("kontingent 102", 400, "Agnes Nr1, Aksel Nr2"),
        ("Agnes Nr1 og Aksel Nr2", 400, "Agnes Nr1, Aksel Nr2"), ("Agnes Nr1", 200, "Agnes Nr1"),
        ("Overførsel", 400, None), ("Birte Nr3", 400, None), ("Agnes Nr1 Birte Nr3", 400, None),
        ("Agnes Nr1 og Aksel Nr2", 399, None),
    ),
)  # fmt: skip
def test_a_household_is_chosen_where_amount_and_a_name_fit(club, cash, text, amount, chosen):
    one, other, _third = make.make_members(club, 3)
    Membership.objects.filter(person__in=[one, other]).update(household="Skovvej")
    half_of(club)
    with translation.override("en"):
        (row,) = statement_lines(club, read(f"21.11.2026;{text};{amount}"))
    picked = [words for value, words in row.choices if value == row.chosen]
    assert len(picked) == (chosen is not None)
    assert all(words.startswith(f"Dues of {chosen}, Efterår") for words in picked)


@pytest.mark.django_db
def test_a_household_is_chosen_once(club, cash):
    """Of two lines of the same sum the second is left, and so is one for him alone."""
    one, other = make.make_members(club, 2)
    Membership.objects.filter(person__in=[one, other]).update(household="Skovvej")
    half_of(club)
    lines = read("\n".join(f"21.11.2026;Agnes Nr1;{amount}" for amount in (400, 400, 200)))
    rows = statement_lines(club, lines)
    assert [bool(row.chosen) for row in rows] == [True, False, False]


@pytest.mark.django_db
def test_the_same_line_is_booked_once(club, cash):
    (person, *_others) = make.make_members(club, 2)
    half = half_of(club)
    lines = read("21.11.2026;Agnes Nr1;150\n21.11.2026;Kaffe;-75")
    what = dict(zip(lines, ((half, person), cash["room"]), strict=True))
    assert take(bank=cash["bank"], lines=what, actor=ACTOR) == (2, 0)
    assert take(bank=cash["bank"], lines=what, actor=ACTOR) == (0, 2)
    assert Voucher.objects.count() == StatementLine.objects.count() == 2
    assert balance(cash["bank"]) == 75_00
    assert owed_by(half, person.pk) == 50_00
    assert Receipt.objects.get().name == person.full_name
