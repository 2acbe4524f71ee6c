"""Dues, counts and prizes: what is owed is worked out, what is paid stands in the book."""

import datetime as dt
from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import override

from lhombre_club.members.domain import add_past, change_person, details_of, set_times
from lhombre_club.members.models import Membership
from lhombre_club.refusal import Refusal
from tests import make
from tests.tournaments.cash.books import ACTOR, DAY, booked, half_of
from tournaments.cash.domain import dues, evenings
from tournaments.cash.domain.book import void
from tournaments.cash.domain.counting import count
from tournaments.cash.domain.owing import owed_by, owing
from tournaments.cash.queries.book import balance
from tournaments.cash.reasons import CashReason
from tournaments.cash.words import paid_for
from tournaments.models import CashCount, DuesPayment, EveningPrize, Receipt, Voucher

pytestmark = pytest.mark.django_db


def paid(person, amount, into):
    return dues.Paid(person=person, amount=amount, date=DAY, into=into)


def test_each_owes_by_status_waiver_and_payment(club, cash, django_assert_max_num_queries):
    people = make.make_members(club, 5)
    for person, status in zip(people[1:3], ("passive", "honorary"), strict=True):
        Membership.objects.filter(person=person).update(status=status)
    half = half_of(club)
    dues.waive(half=half, person=people[3], amount=50_00, reason="studerende", actor=ACTOR)
    dues.pay_dues(half=half, paid=paid(people[4], 80_00, cash["bank"]), owed=200_00, actor=ACTOR)
    with django_assert_max_num_queries(5):
        found = owing(half)
    assert [found[each.pk].owed for each in people] == [200_00, 100_00, 0, 50_00, 120_00]
    half.is_free = True
    half.save()
    assert [each.owed for each in owing(half).values() if each.paid] == [-80_00]
    assert owed_by(half, people[0].pk) == 0


def test_what_is_paid_is_ticked_off_once_and_back_when_it_is_voided(club, cash):
    (person,) = make.make_members(club, 1)
    half = half_of(club)
    made = dues.pay_dues(
        half=half, paid=paid(person, 200_00, cash["cash"]), owed=200_00, actor=ACTOR
    )
    with pytest.raises(Refusal) as refused:
        dues.pay_dues(half=half, paid=paid(person, 200_00, cash["cash"]), owed=200_00, actor=ACTOR)
    assert refused.value.reason is CashReason.PAID
    assert (balance(cash["cash"]), balance(cash["dues"])) == (200_00, -200_00)
    assert Receipt.objects.get().person == person
    void(voucher=made, date=DAY, reason="en anden", actor=ACTOR)
    assert owed_by(half, person.pk) == 200_00
    assert DuesPayment.objects.count() == 1


def test_one_payment_for_two_of_a_household_is_one_voucher_and_a_receipt_each(club, cash):
    one, other = make.make_members(club, 2)
    half = half_of(club)
    both = replace(paid(one, 200_00, cash["bank"]), others={other: 200_00})
    for wrong in (199_00, 201_00):
        with pytest.raises(Refusal) as refused:
            dues.pay_dues(
                half=half, paid=replace(both, others={other: wrong}), owed=200_00, actor=ACTOR
            )
        assert refused.value.reason is CashReason.PAID
    made = dues.pay_dues(half=half, paid=both, owed=200_00, actor=ACTOR)
    assert [row.amount for row in made.postings.all()] == [400_00]
    receipts = Receipt.objects.order_by("number")
    assert [(row.person, row.amount, row.number) for row in receipts] == [
        (one, 200_00, 1), (other, 200_00, 2),
    ]  # fmt: skip
    assert [owed_by(half, each.pk) for each in (one, other)] == [0, 0]
    with override("en"):
        said = [paid_for(row) for row in receipts]
    assert [text.partition("; ")[2] for text in said] == [
        f"the part of {each.full_name} of 400.00\xa0kr" for each in (one, other)
    ]
    void(voucher=made, date=DAY, reason="forkert", actor=ACTOR)
    assert [owed_by(half, each.pk) for each in (one, other)] == [200_00, 200_00]
    assert balance(cash["bank"]) == 0


def test_what_was_paid_too_much_is_given_back_once(club, cash):
    (one,) = make.make_members(club, 1)
    half = half_of(club)
    dues.pay_dues(half=half, paid=paid(one, 250_00, cash["bank"]), owed=200_00, actor=ACTOR)
    made = dues.give_back(half=half, back=paid(one, 50_00, cash["cash"]), actor=ACTOR)
    assert (balance(cash["cash"]), balance(cash["dues"])) == (-50_00, -200_00)
    assert owed_by(half, one.pk) == 0
    with pytest.raises(Refusal) as refused:
        dues.give_back(half=half, back=paid(one, 1, cash["cash"]), actor=ACTOR)
    assert refused.value.reason is CashReason.NOT_TOO_MUCH
    void(voucher=made, date=DAY, reason="fik den ikke", actor=ACTOR)
    assert owed_by(half, one.pk) == -50_00


def test_who_is_a_member_on_the_first_day_owes_though_they_leave_in_the_half(club, cash):
    (person,) = make.make_members(club, 1)
    membership = Membership.objects.get()
    rates, day = {"rates": {"active": 250_00}}, dt.date
    autumn = half_of(club, begins=day(2026, 7, 1), ends=day(2026, 12, 31), **rates)
    spring = half_of(club, name="Forår", begins=day(2027, 1, 1), ends=day(2027, 6, 30), **rates)
    dues.book_dues(half=autumn, paid=paid(person, 250_00, cash["bank"]), actor=ACTOR)

    def leaves(left_on, since=None):
        set_times(membership=membership, since=since, left_on=left_on, actor=ACTOR)
        return owed_by(autumn, person.pk), owed_by(spring, person.pk)

    assert leaves(day(2026, 12, 15)) == (0, 0)
    assert owing(autumn)[person.pk].due == 250_00
    assert person.pk not in owing(spring)
    assert leaves(day(2027, 3, 1)) == (0, 250_00)
    assert leaves(day(2026, 6, 30)) == (-250_00, 0)
    assert leaves(None, since=day(2027, 2, 1)) == (-250_00, 250_00), "who comes later owes too"
    times = {
        "guest": (day(2026, 7, 1), day(2026, 8, 1)),
        "passive": (day(2026, 8, 2), day(2027, 1, 31)),
    }
    for status, (since, until) in times.items():
        add_past(membership=membership, status=status, since=since, until=until, actor=ACTOR)
        assert owing(autumn)[person.pk].status == status, "a guest comes as a member later"
    assert owing(spring)[person.pk].status == "passive"


def test_a_half_that_is_over_asks_what_somebody_was_then(club):
    person, today = make.make_person(), timezone.localdate()
    member = Membership.objects.create(club=club, person=person, since=today)
    over = half_of(club, name="Før", begins=today - dt.timedelta(99), ends=today - dt.timedelta(9))
    now = half_of(club)
    assert person.pk not in owing(over), "who joined later owes nothing"
    long_ago = today - dt.timedelta(50)
    set_times(membership=member, since=long_ago, left_on=None, actor=ACTOR)
    details = details_of(Membership.objects.get())
    changed = replace(details, status=Membership.Status.PASSIVE)
    change_person(membership=Membership.objects.get(), details=changed, actor=ACTOR)
    assert (owed_by(over, person.pk), owed_by(now, person.pk)) == (200_00, 200_00)
    tomorrow = today + dt.timedelta(1)
    to_come = half_of(club, name="Vinter", begins=tomorrow, ends=today + dt.timedelta(99))
    assert owed_by(to_come, person.pk) == 100_00


def test_a_half_keeps_its_name_and_its_rates(club):
    half = half_of(club)
    with pytest.raises(Refusal):
        half_of(club)
    said = dues.Half(
        name="Vinter", begins=half.begins, ends=half.ends, due=half.due, is_free=False,
        rates={"guest": 5_00},
    )  # fmt: skip
    dues.keep_half(club=club, said=said, half=half, actor=ACTOR)
    assert list(half.rates.values_list("status", "amount")) == [("guest", 5_00)]


def test_a_count_is_held_against_the_book_and_its_difference_posted(club, cash):
    booked(cash["dues"], cash["cash"], 100_00)
    agrees = count(box=cash["cash"], date=DAY, counted=100_00, reason="", actor=ACTOR)
    assert agrees.voucher is None
    with pytest.raises(Refusal):
        count(box=cash["cash"], date=DAY, counted=97_00, reason="", actor=ACTOR)
    less = count(box=cash["cash"], date=DAY, counted=97_00, reason="byttepenge", actor=ACTOR)
    assert (less.booked, less.counted, balance(cash["cash"])) == (100_00, 97_00, 97_00)
    assert balance(cash["differences"]) == 3_00
    count(box=cash["cash"], date=DAY, counted=99_00, reason="fundet", actor=ACTOR)
    assert balance(cash["cash"]) == 99_00
    rows = CashCount._base_manager.filter(pk=less.pk)
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.update(reason="")


@pytest.fixture
def evening(club):
    return make.make_released_event(club, tables=1)


def entrance(cash, **more):
    said = {"fee": 20_00, "stake": 33_50, "payers": 4, "date": DAY, "into": cash["cash"], **more}
    return evenings.Entrance(**said)


def test_what_came_in_for_prizes_is_paid_out_to_the_last_oere(cash, evening):
    evenings.take_entrance(event=evening, entrance=entrance(cash), actor=ACTOR)
    with pytest.raises(Refusal):
        evenings.take_entrance(event=evening, entrance=entrance(cash), actor=ACTOR)
    assert (balance(cash["fees"]), balance(cash["prizes"])) == (-80_00, -134_00)
    people = [each.person for each in evening.participants.all()]
    won = [
        evenings.Prize(name=each.full_name, person=each, part=part, kind=kind)
        for each, part, kind in zip(people, (2, 1, 0), ("", "", "vin"), strict=False)
    ]
    give = {"event": evening, "date": DAY, "box": cash["cash"], "actor": ACTOR}
    with pytest.raises(Refusal):
        evenings.give_prizes(prizes=won[2:], **give)
    made = evenings.give_prizes(prizes=won, **give)
    assert [(each.amount, each.kind) for each in made] == [(90_00, ""), (44_00, ""), (0, "vin")]
    assert balance(cash["prizes"]) == 0
    with pytest.raises(Refusal):
        evenings.give_prizes(prizes=won, **give)
    evenings.take_prizes_back(event=evening, date=DAY, reason="forkert", actor=ACTOR)
    assert balance(cash["prizes"]) == -134_00
    assert not EveningPrize.objects.exists()


def test_an_evening_without_a_pool_has_prizes_in_kind(cash, evening):
    with pytest.raises(Refusal):
        evenings.take_entrance(event=evening, entrance=entrance(cash, fee=0, stake=0), actor=ACTOR)
    wine = evenings.Prize(name="Bo", person=None, part=0, kind="vin")
    give = {"event": evening, "date": DAY, "box": cash["cash"], "actor": ACTOR}
    money = evenings.Prize(name="Bo", person=None, part=1)
    with pytest.raises(Refusal):
        evenings.give_prizes(prizes=[money], **give)
    evenings.give_prizes(prizes=[wine], **give)
    assert Voucher.objects.count() == 0
    evenings.take_prizes_back(event=evening, date=DAY, reason="igen", actor=ACTOR)
    assert not EveningPrize.objects.exists()
