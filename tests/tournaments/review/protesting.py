"""What tests of protests do again and again."""

import pytest

from tests import make
from tests.tournaments.api.conftest import link_client_of
from tests.tournaments.review.test_checks_pages import send
from tournaments.models import Table
from tournaments.review.domain import rounds
from tournaments.review.domain.sheet_ids import SheetId


class Protesting:
    """Two tables of players who protest."""

    @pytest.fixture
    def event(self, club):
        """Two tables have passed every deal, and the round is provisional."""
        event = make.make_released_event(club, tables=2, deals=4)
        for table in Table.objects.filter(round__event=event):
            for deal in range(1, 5):
                make.enter(table, deal, {"passed": True})
        rounds.make_provisional(round_=event.rounds.get(), actor="user:director")
        return event

    @pytest.fixture
    def tables(self, event):
        return list(Table.objects.filter(round__event=event).select_related("round__event"))

    def ask(self, client, event, player, **data):
        """Ask to protest: at the player's only table, with the code on its sheet."""
        table = Table.objects.get(seats__participant=player)
        code = str(SheetId.of(table))
        data = {"round": 1, "deal": 1, "words": "It was bet", "code": code, **data}
        return send(client, "player-protest", event.pk, player.pk, **data)

    def protest(self, client, event, player, **data):
        return self.ask(client, event, player, **data, sure="yes")

    def flood(self, table, devices):
        """So many come by the table's link, and each protests three times in its name."""
        for phone in [link_client_of(table) for _device in range(devices)]:
            for deal in ("1", "2", "3"):
                said = {"deal": deal, "words": "ha", "sure": "yes"}
                send(phone, "table-protest", table.pk, **said)
