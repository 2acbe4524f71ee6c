"""Robots that enter sheets over a bad network, in one thread and from one seed.

A robot keeps its unsent entries as the browser does: with an id made before the first attempt,
each based on the revision it saw, one at a time, until there is an answer. Two robots are at a
table. At some tables the network is steady; at others the director closes the link for a while, so
that what comes is received for his tray, and the robots scan a new one.
"""

import itertools
import random
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from django.test import Client
from django.test.client import ClientHandler

from rules import RULESETS
from tests.faults.network import Network
from tests.tournaments.api.conftest import link_client_of
from tournaments.api import results
from tournaments.book.results import NewResult
from tournaments.entry.domain.links import issue_link, revoke_links
from tournaments.models import Revision, Table, TrayItem
from tournaments.typed.grammar import print_keys

DEALS = 40
STEADY, CLOSED = 10, 5
"""Every tenth table has a network without faults; every fifth has a link that is closed once."""
RELOAD, CORRECT, HURRY, DECIDE = 0.05, 0.08, 0.3, 0.5
PATIENCE = 20_000  # steps of one table until a robot gives up


@dataclass
class Intention:
    """What a person entered once; it may be stored once at most."""

    deal: int
    base: int
    line: str
    id: str = field(default_factory=lambda: str(uuid.uuid4()))
    bases: set[int] = field(default_factory=set)
    """Upon which revisions it was sent: one, but for a page that looks up."""
    acknowledged: bool = False


@dataclass
class Robot:
    """One device at a table."""

    table: Table
    network: Network
    client: Client
    todo: list[tuple[int, str]]
    """Deals that its keeper will enter, in order."""
    looks_up: bool = False
    """It bases each attempt upon the sheet as it is by then, as a page without a queue would."""
    queue: list[Intention] = field(default_factory=list)
    """What the browser keeps; a reload leaves it."""
    seen: dict[int, int] = field(default_factory=dict)
    """Deal → the revision that the page shows."""
    made: list[Intention] = field(default_factory=list)

    @property
    def url(self):
        return f"/api/v1/tables/{self.table.pk}/"

    @property
    def done(self):
        return not self.todo and not self.queue

    def step(self, chance):
        """Do one of the things that happen at a table."""
        if chance.random() < RELOAD:
            self.reload()
        if self.todo and (not self.queue or chance.random() < HURRY):
            deal, line = self.todo.pop(0)
            self.enter(deal, line)
            if deal > 1 and chance.random() < CORRECT:
                self.network.faults["corrected"] += 1
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

    def scan(self):
        """Come by the table's link, as it is on the paper now."""
        answer = self.client.get(urlsplit(issue_link(self.table)).path)
        assert answer.status_code == 302, answer.content

    def reload(self):
        """Load the page anew: what was seen is forgotten, what is unsent is kept."""
        answer = self.client.get(self.url)
        if answer.status_code == 403:
            assert answer.json()["code"] == "link_revoked", answer.content
            return
        assert answer.status_code == 200, answer.content
        self.network.faults["reloaded"] += 1
        self.seen = {line["deal"]: line["revision"] for line in answer.json()["lines"]}
        for line in answer.json()["lines"]:
            # One whose answer was lost is stored already: only those behind it count on.
            ids = [each.id for each in self.queue if each.deal == line["deal"]]
            if line["id"] in ids and not self.looks_up:
                self.seen[line["deal"]] -= 1 + ids.index(line["id"])

    def send(self, chance):
        intention = self.queue[0]
        if self.looks_up and intention.bases:
            self.reload()
            intention.base = self.seen.get(intention.deal, 0)
        intention.bases.add(intention.base)
        body = {"id": intention.id, "deal": intention.deal, "base": intention.base}
        answer = self.network.post(
            self.client, f"{self.url}results/", {**body, "line": intention.line}
        )
        if answer is None:
            return
        status, told = answer
        said = told.get("status") or told["code"]
        self.network.faults[said] += 1
        if said == "stale":
            self.overtaken(intention, told["current"], chance)
            return
        assert status in {200, 201, 202} or (self.looks_up and said == "id_reused"), told
        self.queue.pop(0)
        intention.acknowledged = True
        if "line" in told:
            self.seen[intention.deal] = told["line"]["revision"]

    def overtaken(self, intention, current, chance):
        """Somebody else was first: the same is no quarrel, and another is decided by a person."""
        mine = [each for each in self.queue if each.deal == intention.deal]
        self.queue = [each for each in self.queue if each.deal != intention.deal]
        self.seen[intention.deal] = current["revision"]
        newest = mine[-1].line
        if current["line"] is None or (newest != current["line"] and chance.random() < DECIDE):
            self.intend(intention.deal, current["revision"], newest)


def renaming(given: dict[str, str]) -> Callable[..., NewResult]:
    """In the place of what reads a request: each entry has an id of its own, noted in ``given``."""
    read = results._entry

    def renamed(*args: Any) -> NewResult:
        entry = read(*args)
        new = replace(entry, id=uuid.uuid4())
        given[str(new.id)] = str(entry.id)
        return new

    return renamed


def legal_lines(deals: int) -> Iterator[list[str]]:
    """For each deal some results that its dealer allows at a table of four."""
    for deal in range(1, deals + 1):
        sitter = (deal + 1) % 4
        players = [seat for seat in range(4) if seat != sitter]
        yield ["0", *(f"{seat + 1}{end}" for seat in players for end in ("+", "-", "6+", "6-"))]


def shares(chance: random.Random) -> tuple[list[tuple[int, str]], ...]:
    """What each of two keepers will enter: some deals both, and not always the same."""
    todo: tuple[list[tuple[int, str]], ...] = ([], [])
    for deal, lines in enumerate(legal_lines(DEALS), start=1):
        one, other = chance.choice(lines), chance.choice(lines)
        keepers = chance.choices([(0,), (1,), (0, 1)], weights=[4, 4, 2])[0]
        for keeper in keepers:
            todo[keeper].append((deal, chance.choice([one, one, other])))
    return todo


@cache
def handler() -> ClientHandler:
    """The program behind every client: it is made ready once."""
    return ClientHandler(enforce_csrf_checks=False)


def device_at(table: Table) -> Client:
    client: Client = link_client_of(table)
    client.handler = handler()
    return client


def play(table, seed, *, looks_up=False):
    """Let two robots enter the sheet of ``table``; return them and their network."""
    chance = random.Random(seed)  # noqa: S311 -- the seed is what fails again
    network = Network(chance, steady=seed % STEADY == 0)
    network.faults["steady"] = int(network.steady)
    closing = 0 if seed % CLOSED != 1 else chance.randrange(10, 50)
    opening = closing + chance.randrange(10, 30)
    robots = [
        Robot(table, network, device_at(table), each, looks_up=looks_up) for each in shares(chance)
    ]
    for step in itertools.count(1):
        busy = [robot for robot in robots if not robot.done]
        if not busy:
            break
        assert step < PATIENCE, "the robots do not come to an end"
        if closing and step == closing:
            network.faults["closed"] += revoke_links(table, actor="user:director")
        elif closing and step == opening:
            for robot in robots:
                robot.scan()
        chance.choice(busy).step(chance)
    network.let_go(all_of_it=True)
    return robots, network


@dataclass(frozen=True)
class Kept:
    """One result as the program has it."""

    id: str
    deal: int
    base: int
    line: str
    where: str

    @classmethod
    def at(cls, table: Table) -> list["Kept"]:
        """Return what is in the sheet of ``table``, every version, and what waits in the tray."""
        dlu = RULESETS["dlu"]
        sheet = [
            cls(
                id=str(revision.pk),
                deal=revision.deal,
                base=revision.number - 1,
                line=print_keys(revision.record or {}, ruleset=dlu, players=4, pairs=False),
                where="sheet",
            )
            for revision in Revision.objects.filter(table=table).order_by()
        ]
        items = TrayItem.objects.filter(table=table.pk)
        tray = [
            cls(str(item.pk), item.deal, item.base, item.sent["line"], "tray") for item in items
        ]
        return [*sheet, *tray]


def wrong(table, robots, given: Mapping[str, str] | None = None) -> list[str]:
    """What is lost, doubled, invented or written over unseen at ``table``, a line for each.

    What both keepers sent alike, and waits for the director, is in his tray once for both.

    ``given``: ids that a server without protection gave → those that came.
    """
    made = {each.id: each for robot in robots for each in robot.made}
    stored: Counter[int] = Counter()
    found = []
    kept = Kept.at(table)
    for each in kept:
        intention = made.get((given or {}).get(each.id, each.id))
        if intention is None or (intention.deal, intention.line) != (each.deal, each.line):
            found.append(f"deal {each.deal} is invented: {each.line} in the {each.where}")
            continue
        stored[id(intention)] += 1
        if each.base not in intention.bases:
            found.append(f"deal {each.deal} is written over what nobody saw: {each.line}")
    waits = {(each.deal, each.base, each.line) for each in kept if each.where == "tray"}
    for intended in [each for robot in robots for each in robot.made]:
        times = stored[id(intended)]
        sent = {(intended.deal, base, intended.line) for base in intended.bases}
        if intended.acknowledged and not times and waits.isdisjoint(sent):
            found.append(f"deal {intended.deal} is lost: {intended.line}")
        if times > 1:
            found.append(f"deal {intended.deal} is stored {times} times: {intended.line}")
    missing = set(range(1, DEALS + 1)) - {each.deal for each in kept}
    return found + [f"deal {deal} is nowhere" for deal in sorted(missing)]
