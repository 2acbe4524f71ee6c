"""Robots that enter sheets over a bad network, in one thread and from one seed.

The network stands in front of the real views with their sessions and transactions: it loses a
request, or its answer, brings it twice, or holds it back until others have overtaken it. A
robot keeps its unsent entries as the browser does: with an id made before the first attempt,
each based on the revision it saw, one at a time, until there is an answer.
"""

import itertools
import json
import random
import uuid
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.test import Client

from rules import RULESETS
from tests.tournaments.api.conftest import link_client_of
from tournaments.interfaces.grammar import print_keys
from tournaments.models import Revision, Table

LOST, UNANSWERED, TWICE, HELD = 0.08, 0.08, 0.08, 0.08
RELOAD, CORRECT = 0.05, 0.08
PATIENCE = 20_000  # steps of one table until a robot gives up


@dataclass
class Network:
    """What lies between the robots of one table and the server."""

    chance: random.Random
    held: list[tuple[Client, str, dict[str, object]]] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)

    def post(self, client, url, body):
        """Send ``body``; what came back, None where nothing did."""
        self.let_go()
        fate = self.chance.random()
        for name, share in (("lost", LOST), ("held", HELD), ("unanswered", UNANSWERED)):
            if fate < share:
                self.faults[name] += 1
                if name == "held":
                    self.held.append((client, url, dict(body)))
                elif name == "unanswered":
                    deliver(client, url, body)
                return None
            fate -= share
        answer = deliver(client, url, body)
        if fate < TWICE:
            self.faults["twice"] += 1
            return self.chance.choice([answer, deliver(client, url, body)])
        return answer

    def let_go(self, *, all_of_it=False):
        """Bring what was held back, out of its order."""
        while self.held and (all_of_it or self.chance.random() < 0.3):
            client, url, body = self.held.pop(self.chance.randrange(len(self.held)))
            deliver(client, url, body)


def deliver(client, url, body):
    answer = client.post(url, json.dumps(body), content_type="application/json")
    assert answer.status_code < 500, answer.content
    return answer.status_code, answer.json()


@dataclass
class Intention:
    """What a person entered once; it may be stored once at most."""

    deal: int
    base: int
    line: str
    ids: list[str] = field(default_factory=lambda: [str(uuid.uuid4())])
    acknowledged: bool = False


@dataclass
class Robot:
    """One device at a table."""

    table: Table
    network: Network
    client: Client
    todo: list[tuple[int, str]]
    """Deals that its keeper will enter, in order."""
    forgetful: bool = False
    """The protection switched off: each attempt has a new id, and a base is looked up anew."""
    queue: list[Intention] = field(default_factory=list)
    """What the browser keeps; a reload leaves it."""
    seen: dict[int, int] = field(default_factory=dict)
    """Deal → the revision that the page shows."""
    made: list[Intention] = field(default_factory=list)

    @property
    def done(self):
        return not self.todo and not self.queue

    def step(self, chance):
        """Do one of the things that happen at a table."""
        if chance.random() < RELOAD:
            self.reload()
        if self.todo and (not self.queue or chance.random() < 0.3):
            deal, line = self.todo.pop(0)
            self.enter(deal, line)
            if deal > 1 and chance.random() < CORRECT:
                self.todo.insert(0, (chance.randrange(1, deal), "0"))
        if self.queue:
            self.send(chance)

    def enter(self, deal, line):
        behind = sum(each.deal == deal for each in self.queue)
        self.intend(deal, self.seen.get(deal, 0) + behind, line)

    def intend(self, deal, base, line):
        intention = Intention(deal, base, line)
        self.queue.append(intention)
        self.made.append(intention)

    def reload(self):
        """Load the page anew: what was seen is forgotten, what is unsent is kept."""
        answer = self.client.get(f"/api/v1/tables/{self.table.pk}/")
        assert answer.status_code == 200, answer.content
        self.seen = {line["deal"]: line["revision"] for line in answer.json()["lines"]}
        for line in answer.json()["lines"]:
            # One whose answer was lost is stored already: only those behind it count on.
            ids = [each.ids[-1] for each in self.queue if each.deal == line["deal"]]
            if line["id"] in ids:
                self.seen[line["deal"]] -= 1 + ids.index(line["id"])

    def send(self, chance):
        intention = self.queue[0]
        if self.forgetful:
            intention.ids.append(str(uuid.uuid4()))
        body = {"id": intention.ids[-1], "deal": intention.deal, "base": intention.base}
        url = f"/api/v1/tables/{self.table.pk}/results/"
        answer = self.network.post(self.client, url, {**body, "line": intention.line})
        if answer is None:
            return
        status, told = answer
        if status in {200, 201}:
            self.queue.pop(0)
            intention.acknowledged = True
            self.seen[intention.deal] = told["line"]["revision"]
        else:
            assert (status, told["code"]) == (409, "stale"), told
            self.overtaken(intention, told["current"], chance)

    def overtaken(self, intention, current, chance):
        """Somebody else was first: the same is no quarrel, and another is decided by a person."""
        if self.forgetful:
            intention.base = current["revision"]
            return
        mine = [each for each in self.queue if each.deal == intention.deal]
        self.queue = [each for each in self.queue if each.deal != intention.deal]
        self.seen[intention.deal] = current["revision"]
        newest = mine[-1].line
        if newest != current["line"] and chance.random() < 0.5:
            self.intend(intention.deal, current["revision"], newest)


def legal_lines(deals: int) -> Iterator[list[str]]:
    """For each deal some results that its dealer allows at a table of four."""
    for deal in range(1, deals + 1):
        sitter = (deal + 1) % 4
        players = [seat for seat in range(4) if seat != sitter]
        yield ["0", *(f"{seat + 1}{end}" for seat in players for end in ("+", "-", "6+", "6-"))]


def play(table, seed, *, forgetful=False):
    """Let two robots enter the sheet of ``table``; return them and their network."""
    chance = random.Random(seed)  # noqa: S311 -- the seed is what fails again
    network = Network(chance)
    todo: tuple[list[tuple[int, str]], ...] = ([], [])
    for deal, lines in enumerate(legal_lines(40), start=1):
        one, other = chance.choice(lines), chance.choice(lines)
        keepers = chance.choices([(0,), (1,), (0, 1)], weights=[4, 4, 2])[0]
        for keeper in keepers:
            todo[keeper].append((deal, chance.choice([one, one, other])))
    robots = [
        Robot(table, network, link_client_of(table), each, forgetful=forgetful) for each in todo
    ]
    for step in itertools.count():
        busy = [robot for robot in robots if not robot.done]
        if not busy:
            break
        assert step < PATIENCE, "the robots do not come to an end"
        chance.choice(busy).step(chance)
    network.let_go(all_of_it=True)
    return robots, network


def wrong(table, robots) -> list[str]:
    """What is lost, doubled or invented at ``table``, a line for each."""
    made = {sent: each for robot in robots for each in robot.made for sent in each.ids}
    stored: Counter[int] = Counter()
    found = []
    for revision in Revision.objects.filter(table=table):
        intention = made.get(str(revision.pk))
        keys = print_keys(revision.record or {}, ruleset=RULESETS["dlu"], players=4)
        if intention is None or (intention.deal, intention.line) != (revision.deal, keys):
            found.append(f"deal {revision.deal} is invented: {keys}")
        else:
            stored[id(intention)] += 1
    for robot in robots:
        for each in robot.made:
            times = stored[id(each)]
            if each.acknowledged and not times:
                found.append(f"deal {each.deal} is lost: {each.line}")
            if times > 1:
                found.append(f"deal {each.deal} is stored {times} times: {each.line}")
    return found
