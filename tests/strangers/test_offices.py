"""Each office may do what it is meant to, at every address, and nothing else."""

import pytest

from lhombre_club.members import access, offices
from lhombre_club.members.offices import MAY, Deed
from tests.strangers.addresses import WHOSE, Whose
from tests.strangers.offices import ALLOWED, BOTH, DEED, ELSEWHERE, NO_GATE, askers, faults

pytestmark = pytest.mark.django_db


def test_every_address_has_a_row():
    """A new address is for everybody, or has a deed."""
    not_public = {name for name, whose in WHOSE.items() if whose is not Whose.EVERYBODY}
    assert set(DEED) == not_public - NO_GATE


def test_the_program_s_table_is_as_it_is_meant():
    assert {deed: set(may) for deed, may in MAY.items()} == ALLOWED


@pytest.mark.strict
class TestEveryAddress:
    @pytest.fixture
    def who(self, there):
        return askers(there)

    def test_is_open_to_the_offices_of_its_deed_and_shut_to_all_others(self, there, who):
        assert "\n".join(faults(there, who)) == ""

    @pytest.mark.nightly
    def test_a_gate_that_asks_for_no_office_is_found(self, there, who, monkeypatch):
        """The twin: whoever has any office may do everything."""
        every = dict.fromkeys(Deed, MAY[Deed.OWN])
        monkeypatch.setattr(offices, "MAY", every)
        found = faults(there, who, every=4)
        assert sum(each.startswith("secretary") for each in found) > 30
        assert not any(each.startswith((f"{ELSEWHERE}:", "owner:")) for each in found)

    @pytest.mark.nightly
    def test_an_office_that_counts_in_every_club_is_found(self, there, who, monkeypatch):
        """The twin of the two clubs."""

        def everywhere(roles, deed):
            every = list({role.club_id: role.club for role in roles}.values())
            return every if offices.clubs_for(roles, deed) else []

        monkeypatch.setattr(access, "clubs_for", everywhere)
        found = faults(there, who, every=4)
        assert sum(each.startswith(BOTH) for each in found) > 30
