"""The web process is killed while results are posted: nothing acknowledged is lost or doubled."""

import dataclasses
from urllib.parse import urlsplit

import pytest
from django.core.management import call_command

from tests import make
from tests.faults.harness import Site
from tests.faults.web import Device, free_port, play, web_server
from tournaments.entry.domain.links import issue_link
from tournaments.models import Revision, Table

pytestmark = [pytest.mark.fault, pytest.mark.django_db(transaction=True)]

LINES = ["0", "1+", "2+", "3-", "1*", "42+", "43-", "16+", "27-", "19+"]
"""Of deal n (first dealer North) seat n + 2 sits out; the words keep out of its way."""


@dataclasses.dataclass(frozen=True)
class DyingSite(Site):
    """A site whose web workers die as ``dying_wsgi`` is told."""

    faults: tuple[tuple[str, str], ...] = ()

    @property
    def environment(self):
        return {**super().environment, **dict(self.faults)}


def legal(lines):
    """The same words, with the seat moved on where it would sit out."""
    out = []
    for deal, line in enumerate(lines, start=1):
        sitter = str((deal + 1) % 4 + 1)
        out.append(str(int(sitter) % 4 + 1) + line[1:] if line[0] == sitter else line)
    return out


def evening(club, folder, *, sheets=1, new_id_for_each_try=False, **faults):
    """Play two tables of ``sheets`` times ten deals against a dying server; return the devices."""
    make.make_released_event(club, tables=2)
    port = free_port()
    devices = [
        Device(port, str(table.pk), urlsplit(issue_link(table)).path, new_id_for_each_try)
        for table in Table.objects.all()
    ]
    with web_server(DyingSite(var=folder, faults=tuple(faults.items())), port):
        play(devices, legal(LINES * sheets))
    return devices


def lost(devices):
    acknowledged = {uuid for device in devices for uuid in device.acknowledged}
    return acknowledged - {str(pk) for pk in Revision.objects.values_list("pk", flat=True)}


def doubled():
    return list(Revision.objects.filter(number__gt=1))


@pytest.mark.strict
def test_no_acknowledged_deal_is_lost_or_doubled(club, tmp_path):
    devices = evening(club, tmp_path, sheets=4, DIE_BEFORE="17", DIE_AFTER="9")
    assert sum(device.broken for device in devices) >= 8, "too few deaths to prove anything"
    assert (lost(devices), doubled()) == (set(), [])
    assert Revision.objects.count() == len(devices) * 4 * len(LINES)
    call_command("check_ledger")


@pytest.mark.nightly
def test_without_the_clients_id_deals_are_doubled(club, tmp_path):
    """The twin: the same deaths, but every try is a new entry."""
    evening(club, tmp_path, DIE_AFTER="3", new_id_for_each_try=True)
    assert doubled()


@pytest.mark.nightly
def test_acknowledging_before_storing_loses_deals(club, tmp_path):
    """The twin: the checker does see a lost deal."""
    assert lost(evening(club, tmp_path, DIE_BEFORE="3", ACK_FIRST="1"))
