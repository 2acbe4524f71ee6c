"""A bad network in front of the real views, in one thread and from one seed.

It loses a request, or its answer, brings it twice, holds it back until others have overtaken it,
or is away for a while.
"""

import json
import random
from collections import Counter
from dataclasses import dataclass, field

from django.test import Client

LOST, UNANSWERED, TWICE, HELD, AWAY = 0.08, 0.08, 0.08, 0.08, 0.01
LONGEST_AWAY = 25
"""Requests that come to nothing before a network that is away is back."""


@dataclass
class Network:
    """What lies between the robots of one table and the server."""

    chance: random.Random
    steady: bool = False
    """Nothing happens to what is sent."""
    held: list[tuple[Client, str, dict[str, object]]] = field(default_factory=list)
    away: int = 0
    """How many more requests come to nothing."""
    faults: Counter[str] = field(default_factory=Counter)

    def post(self, client, url, body):
        """Send ``body``; what came back, None where nothing did."""
        if self.steady:
            return deliver(client, url, body)
        self.let_go()
        if self.away or self.chance.random() < AWAY:
            self.go_away()
            return None
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

    def go_away(self):
        if self.away:
            self.away -= 1
        else:
            self.faults["away"] += 1
            self.away = self.chance.randrange(1, LONGEST_AWAY)

    def let_go(self, *, all_of_it=False):
        """Bring what was held back, out of its order."""
        while self.held and (all_of_it or self.chance.random() < 0.3):
            client, url, body = self.held.pop(self.chance.randrange(len(self.held)))
            deliver(client, url, body)


def deliver(client, url, body):
    answer = client.post(url, json.dumps(body), content_type="application/json")
    assert answer.status_code < 500, answer.content
    return answer.status_code, answer.json()
