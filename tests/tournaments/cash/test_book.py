"""The cash book: always in balance, numbered without gaps, written once."""

import datetime as dt

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import F

from lhombre_club.refusal import Refusal
from scoring.ledger import Moved, UnbalancedError, balances
from tests import make
from tests.tournaments.cash.books import ACTOR, DAY, booked, opened
from tournaments.cash.domain.book import NewVoucher, add_account, post, rename_account, void
from tournaments.cash.pages.book import report
from tournaments.cash.queries.book import balance, standing, year_of
from tournaments.cash.reasons import CashReason
from tournaments.cash.words import money
from tournaments.models import CashAccount, CashPosting, Receipt, VoidedVoucher, Voucher
from tournaments.models.cash import BookedError

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("payer", "payee", "amount"), (("a", "a", 1), ("a", "b", 0), ("a", "b", -1))
)
def test_what_moves_nothing_is_no_move(payer, payee, amount):
    with pytest.raises(UnbalancedError):
        Moved(payer, payee, amount)


def test_what_is_undone_leaves_nothing_on_any_account():
    move = Moved("dues", "cash", 5)
    assert balances([move, Moved("cash", "bank", 2)]) == {"dues": -5, "cash": 3, "bank": 2}
    assert set(balances([move, -move]).values()) == {0}


def test_a_book_begins_with_what_there_is(club):
    accounts = opened(club, cash=125_50, bank=-20_00)
    assert balance(accounts["cash"]) == 12550
    assert balance(accounts["bank"]) == -2000
    assert balance(accounts["brought"]) == -10550
    with pytest.raises(Refusal) as refused:
        opened(club)
    assert refused.value.reason is CashReason.OPEN


def test_numbers_run_in_each_year_and_club_by_themselves(club, cash):
    other = opened(make.make_club("Klub Manille"))
    for year in (2026, 2026, 2025, 2026):
        booked(cash["dues"], cash["cash"], 5, date=dt.date(year, 5, 1), receipt="Bo")
    booked(other["dues"], other["cash"], 5, receipt="Åse")
    own = Voucher.objects.filter(club=club).values_list("year", "number")
    assert sorted(own) == [(2025, 1), (2026, 1), (2026, 2), (2026, 3)]
    receipts = Receipt.objects.order_by("club__name", "year", "number")
    assert list(receipts.values_list("name", "year", "number")) == [
        ("Åse", 2026, 1), ("Bo", 2025, 1), ("Bo", 2026, 1), ("Bo", 2026, 2), ("Bo", 2026, 3),
    ]  # fmt: skip


def test_a_voucher_is_voided_once_and_its_number_stays(cash):
    voucher = booked(cash["dues"], cash["cash"], 500, receipt="Bo")
    by = void(voucher=voucher, date=DAY, reason="forkert", actor=ACTOR)
    assert standing(voucher.club, DAY) == {cash["dues"].pk: 0, cash["cash"].pk: 0}
    assert Receipt.objects.get().voucher.voided.by == by
    for wrong, reason in ((voucher, CashReason.VOIDED), (by, CashReason.COUNTER)):
        with pytest.raises(Refusal) as refused:
            void(voucher=wrong, date=DAY, reason="igen", actor=ACTOR)
        assert refused.value.reason is reason
    again = booked(cash["dues"], cash["cash"], 500, receipt="Bo")
    assert (again.number, again.receipts.get().number) == (3, 2)


@pytest.mark.parametrize("kind", (Voucher, CashPosting, Receipt, VoidedVoucher))
def test_nothing_in_the_book_is_changed_or_deleted(cash, kind):
    voucher = booked(cash["dues"], cash["cash"], 500, receipt="Bo")
    void(voucher=voucher, date=DAY, reason="forkert", actor=ACTOR)
    row = kind.objects.all()[0]
    for deed in (row.save, row.delete, kind.objects.all().delete, kind.objects.all().update):
        with pytest.raises(BookedError):
            deed()


UNBALANCED = (
    {"amount": 0},
    {"payee": F("payer")},
)


@pytest.mark.parametrize("wrong", UNBALANCED, ids=("nothing", "to itself"))
def test_the_database_itself_keeps_each_voucher_in_balance(cash, wrong):
    """Whoever goes past the program, too: the rows are changed as SQL of other hands would."""
    booked(cash["dues"], cash["cash"], 500)
    rows = CashPosting._base_manager.all()
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.update(**wrong)
    assert rows.get().amount == 500


def test_a_number_is_given_once_by_the_database_itself(cash):
    first, second = (booked(cash["dues"], cash["cash"], 5, receipt="Bo") for _ in range(2))
    for kind, row in ((Voucher, second), (Receipt, second.receipts.get())):
        with pytest.raises(IntegrityError), transaction.atomic():
            kind._base_manager.filter(pk=row.pk).update(number=first.number)


def test_an_account_of_another_club_is_refused_and_nothing_is_booked(club, cash):
    other = opened(make.make_club("Klub Manille"))
    with pytest.raises(Refusal) as refused:
        booked(other["dues"], cash["cash"], 500, club=club)
    assert refused.value.reason is CashReason.OTHER_CLUB
    with pytest.raises(ValueError, match="moves something"):
        post(club=club, voucher=NewVoucher(date=DAY, text="x", moves=[]), actor=ACTOR)
    assert Voucher.objects.count() == 0


def test_accounts_are_called_as_the_club_likes(club, cash):
    mine = add_account(club=club, name="Jubilæum", holds_money=False, actor=ACTOR)
    rename_account(account=mine, name="Fest", actor=ACTOR)
    for name in ("Fest", cash["cash"].name):
        with pytest.raises(Refusal):
            add_account(club=club, name=name, holds_money=True, actor=ACTOR)
    with pytest.raises(Refusal):
        rename_account(account=cash["bank"], name="Fest", actor=ACTOR)
    assert CashAccount.objects.get(pk=mine.pk).name == "Fest"
    with pytest.raises(Refusal):
        add_account(club=make.make_club("Ny"), name="Fest", holds_money=False, actor=ACTOR)


def test_a_year_ends_as_the_next_begins(club, cash, django_assert_max_num_queries):
    booked(cash["dues"], cash["cash"], 300, date=dt.date(2025, 12, 31))
    booked(cash["cash"], cash["room"], 100, date=dt.date(2026, 1, 1))
    with django_assert_max_num_queries(4):
        first = {each.account.key: each for each in year_of(club, 2025)}
    second = {each.account.key: each for each in year_of(club, 2026)}
    assert first["dues"].closing == -300
    for key in ("cash", "bank"):
        assert second[key].opening == first[key].closing
    assert (second["cash"].opening, second["cash"].debit, second["cash"].credit) == (300, 0, 100)
    assert second["cash"].closing == balance(cash["cash"]) == 200
    assert sum(each.closing for each in second.values()) == 0


def test_income_and_expense_are_those_of_the_year_alone(club):
    """What is left of them is brought forward, and each column is nothing together."""
    cash = opened(club, cash=1000, date=dt.date(2024, 1, 1))
    for year, much in ((2024, 300), (2025, 500)):
        booked(cash["dues"], cash["cash"], much, date=dt.date(year, 5, 1))
        booked(cash["cash"], cash["room"], 100, date=dt.date(year, 6, 1))
    for year, brought, left, dues in ((2024, 0, 200, 300), (2025, -1200, 400, 500)):
        rows = {each.account.key: each for each in year_of(club, year)}
        assert (rows["dues"].opening, rows["room"].opening) == (0, 0)
        assert (rows["dues"].closing, rows["room"].closing) == (-dues, 100)
        assert rows["brought"].opening == brought
        assert -sum(each.closing for each in rows.values() if each.is_of_the_year) == left
        assert report(club, year).surplus == money(left)
        for part in ("opening", "closing"):
            assert sum(getattr(each, part) for each in rows.values()) == 0
    assert report(club, 2026).surplus == money(0)
    assert {each.account.key: each.closing for each in year_of(club, 2026) if each.closing} == {
        "cash": 1600,
        "brought": -1600,
    }


def test_no_row_of_the_players_account_is_written(cash):
    booked(cash["dues"], cash["cash"], 300)
    with connection.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM scoring_journalentry")
        assert cursor.fetchone() == (0,)
