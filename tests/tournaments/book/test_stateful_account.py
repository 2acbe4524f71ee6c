"""Whatever is done to an evening in whatever order, its account is that of what counts."""

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from lhombre_club.prepared import insert
from scoring.domain import journal
from tests.sizes import ACCOUNT_EVENINGS, ACCOUNT_STEPS, few
from tests.tournaments.book.evening_machine import AnyEvening

ACCOUNTINGS = ("mixed", "pott", "rasle", "pot")
LENGTH = 25
"""So many steps an evening has at most."""


def try_all(accounting, steps, **kwargs):
    """Do so many things, or a few more, to evenings of that accounting."""

    class AnEvening(AnyEvening):
        pass

    AnEvening.accounting, AnEvening.steps = accounting, 0
    while AnEvening.steps < steps:
        run_state_machine_as_test(
            AnEvening,
            settings=settings(
                max_examples=ACCOUNT_EVENINGS,
                stateful_step_count=LENGTH,
                deadline=None,
                derandomize=False,
                suppress_health_check=list(HealthCheck),
                **kwargs,
            ),
        )


@pytest.mark.django_db
@pytest.mark.parametrize("accounting", few(ACCOUNTINGS, 2))
def test_the_account_is_that_of_what_counts(accounting):
    try_all(accounting, ACCOUNT_STEPS)


@pytest.mark.nightly
@pytest.mark.django_db
@pytest.mark.parametrize("accounting", ACCOUNTINGS)
def test_the_account_is_that_of_what_counts_all_night(accounting):
    try_all(accounting, 5000)


@pytest.mark.nightly
@pytest.mark.django_db
def test_without_reversals_it_is_found_out(monkeypatch):
    """The twin: what was posted is never taken back, and the machine must notice."""

    def write_no_reversal(rows):
        insert([row for row in rows if row.kind != "reversal"])

    monkeypatch.setattr(journal, "insert", write_no_reversal)
    with pytest.raises(AssertionError):
        try_all("rasle", 500, phases=[Phase.generate], database=None)
