"""How many protests there may be: of a device, an address, a sheet, and in a name."""

import pytest
from django.test import Client

from lhombre_club.lately import TOGETHER
from tests import make
from tests.tournaments.api.conftest import link_client_of
from tests.tournaments.review.protesting import Protesting
from tests.tournaments.review.test_checks_pages import ENGLISH, player_of, read, send
from tournaments.entry.domain import links
from tournaments.models import Protest
from tournaments.review.domain import protests as domain
from tournaments.review.domain import rounds
from tournaments.review.views import protesting

pytestmark = pytest.mark.django_db


class TestLimits(Protesting):
    @pytest.mark.strict
    def test_a_stranger_cannot_flood_the_director(self, client, event, tables, monkeypatch):
        player = player_of(tables[0])
        for deal in range(3):
            self.protest(client, event, player, deal=deal)
        page = self.protest(client, event, player, deal=3)
        assert "Speak to the director" in page
        assert Protest.objects.count() == 3
        monkeypatch.setattr("tournaments.review.views.protesting.MOST", 1)
        other = Client(headers=ENGLISH)
        guess = {"code": "ABCD-EFGH"}
        pages = [self.protest(other, event, player_of(each), **guess) for each in tables]
        assert ["too many wrong ones" in page for page in pages] == [False, True]

    @pytest.mark.strict
    def test_too_many_are_refused_where_the_last_is_written(self, director_client, event, tables):
        phone = link_client_of(tables[0])
        said = {"round": 1, "words": "It was bet", "sure": "yes"}
        for deal in (1, 2, 3):
            send(phone, "table-protest", tables[0].pk, **said, deal=deal)
        page = send(phone, "table-protest", tables[0].pk, **said, deal=4)
        assert 'role="alert">Enough protests from here' in page
        assert 'value="It was bet"' in page
        said |= {"participant": str(player_of(tables[0]).pk), "words": " "}
        page = send(director_client, "table-protest", tables[0].pk, **said, deal=4)
        assert "Say why" in page
        assert f'value="{said["participant"]}" selected' in page

    @pytest.mark.strict
    def test_whose_protest_a_stranger_sent_first_still_sends_his_own(self, event, tables):
        player = player_of(tables[0])
        strange, his = Client(headers=ENGLISH), Client(headers=ENGLISH)
        for deal in range(3):
            self.protest(strange, event, player, deal=deal, words="ha")
        page = read(his, "public-player", event.pk, player.pk)
        assert "deal=1" in page
        assert "Say more" not in page
        page = self.protest(his, event, player, words="It was bet")
        assert ("The protest is noted" in page, page.count("Say more")) == (True, 1)
        self.protest(his, event, player, words="Ask South")
        words = Protest.objects.filter(deal=1).values_list("words", flat=True)
        assert set(words) == {"ha", "It was bet\nAsk South"}
        assert "Take the protest back" in read(his, "public-player", event.pk, player.pk)

    @pytest.mark.strict
    def test_one_address_sends_so_many_to_one_table(self, client, event, tables, monkeypatch):
        monkeypatch.setattr("tournaments.review.views.protesting.MOST_AT_ONE", 2)
        player = player_of(tables[0])
        pages = [
            self.protest(Client(headers=ENGLISH), event, player, deal=deal) for deal in (1, 2, 3)
        ]
        assert "Speak to the director" in pages[-1]
        assert Protest.objects.count() == 2
        self.protest(client, event, player_of(tables[1]))
        assert Protest.objects.count() == 3

    @pytest.mark.parametrize("known", (True, False))
    def test_guessed_codes_silence_nobody_who_came_by_the_link(
        self, event, tables, monkeypatch, known
    ):
        """The twin looks whether he has shown the table's link when it is too late."""
        monkeypatch.setattr("tournaments.review.views.protesting.MOST", 2)
        player, by_link = player_of(tables[0]), Client(headers=ENGLISH)
        by_link.get(f"/e/{links.issue_link(tables[0]).partition('/e/')[2]}")
        page = ""
        for table in (*tables, *tables):
            page = self.protest(Client(headers=ENGLISH), event, player_of(table), code="ABCD-EFGH")
        assert "speak to the director" in page
        if not known:
            monkeypatch.setattr(protesting, "knows", lambda *_words: False)
        self.protest(by_link, event, player, code="")
        assert Protest.objects.exists() is known

    def test_who_is_known_at_a_table_sends_so_many_too(self, client, event, tables, monkeypatch):
        self.ask(client, event, player_of(tables[0]))
        monkeypatch.setattr("tournaments.review.views.protesting.MOST_AT_ONE", 2)
        pages = [self.ask(client, event, player_of(tables[0])) for _time in range(3)]
        assert ["Speak to the director" in page for page in pages] == [False, False, True]

    @pytest.mark.strict
    @pytest.mark.parametrize("others", (0, 1))
    def test_what_one_device_has_used_up_is_still_there_for_another_at_its_address(
        self, event, tables, monkeypatch, others
    ):
        """Also where it guesses the codes of other tables than its own."""
        monkeypatch.setattr("tournaments.review.views.protesting.MOST_AT_ONE", 2)
        one, two = (Client(headers=ENGLISH) for _device in range(2))
        for phone in (one, two):
            phone.get(f"/e/{links.issue_link(tables[0]).partition('/e/')[2]}")
        player = player_of(tables[others])
        code = {"code": "ABCD-EFGH"} if others else {}
        pages = [self.ask(one, event, player, **code) for _time in range(3)]
        assert ["to the director." in page for page in pages] == [False, False, True]
        assert "Send the protest?" in self.ask(two, event, player)

    @pytest.mark.strict
    def test_ever_new_devices_of_one_link_fill_no_other_players_places(self, event, tables):
        round_, keeper = event.rounds.get(), link_client_of(tables[0])
        rounds.reopen_round(round_=round_, reason="wrong sheet", actor="user:director")
        record = {"declarer": 1, "contract": "solo", "trump": "H", "tricks": [3, 5, None, 1]}
        make.enter(tables[0], 1, record, base=1, actor=links.device_of(keeper))
        rounds.make_provisional(round_=round_, actor="user:director")
        self.flood(tables[0], 1 + domain.MOST_OF_EACH // 3)
        stored = [Protest.objects.count()]
        self.protest(Client(headers=ENGLISH), event, player_of(tables[0]))
        stored.append(Protest.objects.count())
        send(keeper, "table-protest", tables[0].pk, deal="1", words="It was bet", sure="yes")
        stored.append(Protest.objects.count())
        assert stored == [domain.MOST_OF_EACH + more for more in range(3)]

    @pytest.mark.strict
    def test_ever_new_devices_of_one_address_store_so_many_in_one_name(
        self, event, tables, monkeypatch
    ):
        monkeypatch.setattr(domain, "MOST_OF_EACH", 100)
        monkeypatch.setattr(domain, "MOST", 2)
        self.flood(tables[0], 4)
        assert Protest.objects.count() == 2 * TOGETHER
        self.protest(Client(headers=ENGLISH), event, player_of(tables[0]))
        assert Protest.objects.count() == 2 * TOGETHER + 1
