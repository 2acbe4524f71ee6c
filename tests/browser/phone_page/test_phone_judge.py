"""The phone judges and says a deal as the server does: asked of both for words at random."""

import random
from collections.abc import Iterator
from itertools import product

import pytest
from django.utils.translation import override

from lhombre_club.refusal import Refusal
from rules import RefusedError, RuleSet, read_result, settle
from scoring.sequence import KINDS
from tests import make
from tests.browser.phone import SMALLEST, PhonePage
from tests.sizes import few
from tests.tournaments.typed.probes import EACH
from tournaments.entry.domain import links
from tournaments.models import Event, Table
from tournaments.typed import grammar
from tournaments.words.deals import record_words

pytestmark = pytest.mark.browser

WORDS = 1500
CARDS = ("se", "ke", "he", "r7", "re", "h7", "hb", "rk", "k5", "s2")
ASK = """async ([words, dealer]) => {
  const here = document.querySelector('script[src*="entry/phone"]').src;
  const load = (name) => import(new URL(name, here));
  const [{ Judge }, { Grammar }, { say }] = await Promise.all(
    ["phone_judge.js", "keys.js", "said.js"].map(load));
  const { grammar: spec, card, judging: rules } = JSON.parse(
    document.getElementById("entry-data").textContent);
  const grammar = new Grammar(spec);
  const judge = new Judge({ grammar, card, rules });
  const people = ["A", "B", "C", "D", "E"].slice(0, spec.players);
  return words.map((word) => {
    const code = judge.against(word, dealer);
    if (code) return [false, judge.sentence(code) ? "" : code];
    const parts = judge.parts(word);
    const { who, game, how } = say(parts, parts.said, card.names, people);
    return [true, `${who}: ${game}, ${how}`];
  });
}"""


def words(rules: RuleSet, players: int, chance: random.Random) -> Iterator[str]:
    """Words of every kind that can be tapped, sense and nonsense."""
    keys = list({contract: key for key, contract in grammar.contract_keys(rules).items()}.values())

    def maybe(share: float, *what: str) -> str:
        return chance.choice(what) if chance.random() < share else ""

    def cards() -> str:
        return "".join(chance.sample(CARDS, chance.choice((1, 1, 2, 3))))

    for _ in range(WORDS):
        joined = [f"j{chance.randint(1, players)}{maybe(0.8, '0', '1', 'e1', 'g')}" for _ in "ab"]
        extras = [
            maybe(0.2, *"hrks"),
            maybe(0.4, "0", "1", "2", "53", "44", "63", "90", "22", "333"),
            maybe(0.1, "e"),
            maybe(0.2, joined[0], "".join(joined)),
            maybe(0.1, *(f"p{seat + 1}" for seat in range(players))),
            maybe(0.3, f"c{cards()}t{cards()}"),
            maybe(0.15, *"gnbi"),
            maybe(0.1, "f", "ff"),
            maybe(0.3, ".", ".."),
        ]
        seat = chance.randint(1, players)
        yield f"{seat}{chance.choice(keys)}{''.join(extras)}{chance.choice('+-*/')}"


def told(word: str, rules: RuleSet, players: int) -> tuple[bool, str]:
    """Whether the server takes a word at a table where seat 0 deals, and what it then says."""
    names = "ABCDE"[:players]
    try:
        record = grammar.parse(word, dealer=0, names=names, ruleset=rules, pairs=False)
        read = read_result({**record, "ruleset": rules.id}, rules, players)
    except (Refusal, RefusedError):
        return False, ""
    return True, record_words(
        record, names, settle(read, rules).declarers[0].outcome, ruleset=rules
    )


@pytest.mark.parametrize("rules", few(EACH), ids=lambda rules: rules.id)
def test_what_the_phone_takes_and_says_is_what_the_server_takes_and_says(
    new_context, live_server, rules
):
    page = new_context(viewport=SMALLEST, has_touch=True).new_page()
    # What an account pays for a game must not change what the rules take of it.
    kinds = [kind.key for kind in KINDS.values() if kind.goes_with(rules)]
    for players, kind in product(rules.players, kinds):
        club = make.make_club(f"Klub {players} {kind}")
        event = make.make_released_event(club, tables=1, players=players, accounting=kind)
        Event.objects.filter(pk=event.pk).update(
            ruleset=rules.to_json(), ruleset_digest=rules.digest
        )
        table = Table.objects.get(round__event=event)
        PhonePage(page, table, players).open(f"/e/{links.issue_link(table).partition('/e/')[2]}")
        chance = random.Random(f"{players} {kind}")  # noqa: S311 -- no secret
        tried = list(words(rules, players, chance))
        with override("en"):
            wanted = [told(word, rules, players) for word in tried]
        answers = [tuple(answer) for answer in page.evaluate(ASK, [tried, 0])]
        differ = [each for each in zip(tried, answers, wanted, strict=True) if each[1] != each[2]]
        assert not differ[:5]
        assert sum(taken for taken, _said in wanted) > WORDS / 30
