"""A protest is a deed: with the table's link or code, a reason, and asked once more."""

import re

import pytest
from django.test import Client

from tests import make
from tests.tournaments.api.conftest import link_client_of
from tests.tournaments.review.protesting import Protesting
from tests.tournaments.review.test_checks_pages import ENGLISH, address, player_of, read, send
from tests.tournaments.review.test_protest_written import write
from tournaments.entry.domain import links
from tournaments.models import Event, Protest, Table
from tournaments.review.domain import protests as domain
from tournaments.review.domain import rounds
from tournaments.review.domain.sheet_ids import SheetId
from tournaments.words.deals import BETWEEN_TRICKS

pytestmark = pytest.mark.django_db


class TestProtests(Protesting):
    def test_a_player_protests_and_reads_the_answer(self, client, director_client, event, tables):
        player = player_of(tables[0])
        page = read(client, "public-player", event.pk, player.pk)
        assert "Say so until" in page
        assert "/protest/?round=1&amp;deal=1" in page
        assert 'name="deal" value="1"' in write(client, event, player)
        asked = self.ask(client, event, player)
        assert "Send the protest?" in asked
        assert "It was bet" in asked
        assert not Protest.objects.exists()
        page = self.protest(client, event, player)
        assert "The director answers it here" in page
        assert "the director looks into it" in page
        assert page.count("Say more") == 1
        assert "You wrote: It was bet" in page
        strangers = read(Client(), "public-player", event.pk, player.pk)
        assert ("looks into it" in strangers, "It was bet" in strangers) == (True, False)
        listed = read(director_client, "round-checks", event.rounds.get().pk)
        assert "It was bet" in listed
        made = Protest.objects.get()
        assert "Say why" in send(director_client, "protest-answer", made.pk, answer=" ")
        told = send(director_client, "protest-answer", made.pk, answer="Paper says won.")
        assert "on the player’s page" in told
        page = read(client, "public-player", event.pk, player.pk)
        assert "Protest answered: Paper says won." in page

    @pytest.mark.parametrize("code", ("", " ", "ABCD-EFGH", "x" * 5000))
    def test_nobody_protests_without_the_tables_code(self, client, event, tables, code):
        page = self.protest(client, event, player_of(tables[0]), code=code)
        why = "That code is not this table’s" if code.strip() else "Type the code that is printed"
        assert why in page
        assert not Protest.objects.exists()

    def test_a_wrong_code_leaves_the_words_in_the_open_form_and_says_so_there(
        self, client, event, tables
    ):
        player = player_of(tables[0])
        page = self.ask(client, event, player, deal=2, code="ABCD-EFGH", words="It was <bet>")
        assert "The protest was not sent" in page
        assert "Round 1, table 1, deal 2" in page
        form = page.partition("<form method")[2].partition("</form>")[0]
        assert 'value="ABCD-EFGH"' in form
        assert 'value="It was &lt;bet&gt;"' in form
        assert f'action="{address("player-protest", event.pk, player.pk)}#deal-1-2"' in form
        assert page.count("That code is not this table’s") == 1
        assert page.count("ABCD-EFGH") == 1
        assert page.count("It was &lt;bet&gt;") == 1

    def test_sending_and_taking_back_land_at_the_deal(self, client, event, tables):
        player = player_of(tables[0])
        page = f"{address('public-player', event.pk, player.pk)}#deal-1-2"
        said = {"round": 1, "deal": 2, "words": "It was bet", "code": str(SheetId.of(tables[0]))}
        url = address("player-protest", event.pk, player.pk)
        assert f'href="{page}"' in client.post(url, said).content.decode()
        assert client.post(url, {**said, "sure": "yes"}).url == page
        made = Protest.objects.get()
        assert client.post(address("protest-withdraw", made.pk)).url == page
        phone = link_client_of(tables[0])
        sent = phone.post(address("table-protest", tables[0].pk), {**said, "sure": "yes"})
        assert sent.url == f"{address('recap', tables[0].pk)}#deal-1-2"
        assert 'id="deal-1-2"' in read(phone, "recap", tables[0].pk)

    def test_nor_with_that_of_another_table(self, client, event, tables):
        code = str(SheetId.of(tables[1]))
        self.protest(client, event, player_of(tables[0]), code=code)
        assert not Protest.objects.exists()

    def test_nor_without_a_reason(self, client, event, tables):
        assert "Say why" in self.protest(client, event, player_of(tables[0]), words=" ")
        assert not Protest.objects.exists()

    def test_who_came_by_the_tables_link_or_gave_the_code_once_is_not_asked_for_it(
        self, client, event, tables
    ):
        player = player_of(tables[0])
        assert 'name="code"' in write(client, event, player)
        self.ask(client, event, player)
        assert 'name="code"' not in write(client, event, player)
        phone = Client(headers=ENGLISH)
        phone.get(f"/e/{links.issue_link(tables[0]).partition('/e/')[2]}")
        self.protest(phone, event, player, code="")
        assert Protest.objects.count() == 1

    def test_the_director_reads_the_deal_as_the_sheet_says_it(
        self, client, director_client, event, tables
    ):
        player, round_ = player_of(tables[0]), event.rounds.get()
        rounds.reopen_round(round_=round_, reason="wrong sheet", actor="user:director")
        record = {"declarer": 1, "contract": "solo", "trump": "H", "tricks": [3, 5, None, 1]}
        make.enter(tables[0], 1, record, base=1)
        rounds.make_provisional(round_=round_, actor="user:director")
        self.protest(client, event, player)
        for page in (
            read(director_client, "round-checks", round_.pk),
            read(link_client_of(tables[0]), "recap", tables[0].pk),
        ):
            assert f", won, {BETWEEN_TRICKS.join('513')}, +6" in page

    def test_it_is_taken_back_by_who_made_it_alone_and_counts(self, client, event, tables):
        player = player_of(tables[0])
        self.protest(client, event, player)
        made = Protest.objects.get()
        stranger = Client()
        self.ask(stranger, event, player, deal=2)
        assert stranger.post(address("protest-withdraw", made.pk)).status_code == 404
        page = send(client, "protest-withdraw", made.pk)
        assert "A protest was taken back." in page
        assert "Take the protest back" not in page
        made.refresh_from_db()
        assert made.is_withdrawn
        for _ in range(domain.MOST):
            send(client, "protest-withdraw", Protest.objects.latest("created_at").pk)
            page = self.protest(client, event, player)
        assert "Speak to the director" in page
        assert Protest.objects.count() == domain.MOST

    def test_a_page_says_until_when_and_a_protest_of_a_closed_round_is_on_its_line(
        self, client, director_client, club
    ):
        """On a club night no round is provisional: it is played, and then it is closed."""
        event = make.make_released_event(club, tables=1, deals=1, rounds=2)
        table = Table.objects.get(round__event=event, round__number=1)
        player, round_ = player_of(table), table.round
        pages = ((client, "public-player", event.pk, player.pk), (client, "recap", table.pk))
        for each in pages:
            assert "?round=1" not in read(link_client_of(table), *each[1:])
        make.enter(table, 1, {"passed": True})
        phone = link_client_of(table)
        assert "Tap “Protest” beside it." in read(phone, *pages[0][1:])
        assert "Or protest at it, while the round is played" in read(phone, *pages[1][1:])
        noted = read(director_client, "round-checks", round_.pk)
        assert "To note a player’s protest, open the sheet of the table" in noted
        rounds.close_round(round_=round_, actor="user:director")
        for each in pages:
            assert "Once every round is closed" in read(phone, *each[1:])
        said = {"round": 1, "deal": 1, "words": "It was bet"}
        asked = phone.post(address("table-protest", table.pk), said, headers=ENGLISH)
        assert "the last round is not closed before it is answered" in asked.content.decode()
        phone.post(address("table-protest", table.pk), {**said, "sure": "yes"})
        board = read(director_client, "event", event.pk)
        assert "Protests and doubts\n        (1)" in board
        Event.objects.update(protest_minutes=0)
        assert "nothing more is entered here" in read(phone, "recap", table.pk)

    @pytest.mark.parametrize("deal", ("", "x", "99", "-1", "9" * 5000))
    def test_a_deal_that_is_none_is_refused(self, client, event, tables, deal):
        assert "no deal of that number" in self.protest(
            client, event, player_of(tables[0]), deal=deal
        )

    def test_a_director_answers_those_of_a_table_that_he_has_seen_together(
        self, event, tables, director_client
    ):
        self.flood(tables[0], 2)
        self.protest(Client(headers=ENGLISH), event, player_of(tables[1]))
        page = read(director_client, "round-checks", tables[0].round_id)
        assert "The same answer to all 6 open protests of table 1" in page
        assert "open protests of table 2" not in page
        seen = re.findall(r'name="protest" value="([^"]+)"', page)
        self.flood(tables[0], 1)
        answers = ((" ", "Say why"), ("That was no protest.", "6 protests are answered."))
        for said, told in answers:
            sent = {"protest": ["\0", *seen], "answer": said}
            assert told in send(director_client, "protests-answer", tables[0].pk, **sent)
        open_ = Protest.objects.filter(state=Protest.State.OPEN)
        assert sorted(open_.values_list("table__number", flat=True)) == [1, 1, 1, 2]
        assert set(Protest.objects.values_list("answer", flat=True)) == {"", answers[-1][0]}

    def test_who_does_not_play_has_no_page(self, client, event, tables):
        url = address("player-protest", event.pk, make.new_id())
        assert client.post(url, {"round": 1, "deal": 1}).status_code == 404

    def test_from_the_tables_own_link(self, tables):
        phone = link_client_of(tables[0])
        answer = phone.get(address("table", tables[0].pk))
        assert answer.url == address("recap", tables[0].pk)
        said = {"deal": "2", "words": "It was bet"}
        assert "Send the protest?" in send(phone, "table-protest", tables[0].pk, **said)
        assert not Protest.objects.exists()
        page = send(phone, "table-protest", tables[0].pk, **said, sure="yes")
        assert "the director looks into it" in page
        assert Protest.objects.get().participant is None
        assert "A protest was taken back." in send(
            phone, "protest-withdraw", Protest.objects.get().pk
        )

    def test_a_director_answers_what_he_noted_himself_and_cannot_take_that_back(
        self, director_client, tables
    ):
        said = {"deal": "2", "words": "She says it was bet", "sure": "yes"}
        send(director_client, "table-protest", tables[0].pk, **said)
        made = Protest.objects.get()
        page = send(director_client, "protest-answer", made.pk, answer="The sheet is signed.")
        assert "on the sheet’s page, and here" in page
        assert "Answer: The sheet is signed." in page
        assert "taken back" not in page
        sheet = read(director_client, "recap", tables[0].pk)
        assert "Protest answered: The sheet is signed." in sheet
        for table, is_told in zip(tables, (True, False), strict=True):
            own = read(Client(), "public-player", table.round.event_id, player_of(table).pk)
            assert ("Protest answered: The sheet is signed." in own) == is_told
        assert "not open for that" in send(director_client, "protest-withdraw", made.pk)

    def test_a_director_notes_whose_protest_it_is(self, director_client, client, tables):
        player = player_of(tables[0])
        assert "/protest/?round=1&amp;deal=2" in read(director_client, "recap", tables[0].pk)
        at = f"{address('table-protest', tables[0].pk)}?deal=2"
        page = director_client.get(at, headers=ENGLISH).content.decode()
        assert f'<option value="{player.pk}">{player.name}</option>' in page
        assert "Who objects?" not in link_client_of(tables[0]).get(at).content.decode()
        said = {"deal": "2", "words": "It was bet", "participant": str(player.pk)}
        asked = send(director_client, "table-protest", tables[0].pk, **said)
        assert f"{player.name} objects." in asked
        assert f'name="participant" value="{player.pk}"' in asked
        page = send(director_client, "table-protest", tables[0].pk, **said, sure="yes")
        assert "the director looks into it" in page
        assert "the director looks into it" in read(
            client, "public-player", tables[0].round.event_id, player.pk
        )
        made = Protest.objects.get()
        assert made.participant == player
        listed = read(director_client, "round-checks", tables[0].round_id)
        assert f"{player.name}, noted by director" in listed
        send(director_client, "protest-withdraw", made.pk)
        stranger = player_of(tables[1])
        for other in ("", "\0", str(stranger.pk)):
            said = {"deal": "3", "words": "All of us", "participant": other, "sure": "yes"}
            send(director_client, "table-protest", tables[0].pk, **said)
        assert Protest.objects.latest("created_at").participant is None
        listed = read(director_client, "round-checks", tables[0].round_id)
        assert "the table, noted by director" in listed

    def test_a_strangers_link_opens_nothing(self, tables):
        phone = link_client_of(tables[0])
        for name in ("recap", "second", "keeper"):
            assert phone.get(address(name, tables[1].pk)).status_code == 404
        assert phone.post(address("table-protest", tables[1].pk)).status_code == 404
