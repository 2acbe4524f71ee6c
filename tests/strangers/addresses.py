"""Every address of the program, with the keys of the club's rows, and whose it is."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from django.urls import URLPattern, URLResolver, get_resolver

from tests.strangers.scene import Scene, token_of


class Whose(Enum):
    """Who may see what an address shows of the club."""

    EVERYBODY = "everybody"
    ASKS = "whoever asks: a director sees what is his own"
    TABLE = "the device of the table, and directors"
    DIRECTOR = "directors of the club"


OF: Final = {
    Whose.EVERYBODY: """
        robots security-txt trust trust-certificate live ready set_language members:login
        members:code members:logout members:welcome members:office-take tournaments:home
        tournaments:personal tournaments:personal-data tournaments:no-mail
        tournaments:public-folders
        tournaments:entry-no-code tournaments:entry-link
        tournaments:entry-link-of-sheet tournaments:held-worker
        tournaments:public-standings tournaments:standings-table tournaments:public-player
        tournaments:screen tournaments:screen-pages tournaments:public-figures
        tournaments:card tournaments:public-years tournaments:public-years-player
        tournaments:player-protest tournaments:public-season tournaments:public-money
        tournaments:public-calendar tournaments:calendar-feed tournaments:public-honours
        tournaments:standings-text tournaments:latest-standings-text tournaments:results-feed
    """,
    Whose.ASKS: """
        health status members:account members:password members:end-session members:end-others
        members:factor members:factor-end members:factor-codes members:again
        members:passkeys members:passkey-remove
        members:held members:offices members:security members:choose-club members:list
        members:import members:add
        members:tonight members:tonight-mark members:tonight-close members:tonight-guest
        members:tonight-everybody members:tonight-answers
        members:standing members:union members:union-figures members:came members:fields
        tournaments:member-links tournaments:answers
        tournaments:event-new tournaments:club tournaments:club-name
        tournaments:club-words tournaments:club-names tournaments:club-money
        tournaments:club-rating
        tournaments:preset-new tournaments:own-rules-new tournaments:penalty-reasons
        tournaments:seasons tournaments:calendar tournaments:honours tournaments:honours-print
        tournaments:kept tournaments:club-file tournaments:club-file-zip
        tournaments:cash tournaments:cash-accounts tournaments:cash-count tournaments:cash-statement
        tournaments:cash-year tournaments:cash-postings tournaments:cash-year-close
        tournaments:cash-year-reopen tournaments:dues
        tournaments:letters tournaments:letter-write tournaments:letters-batch
        tournaments:letters-print
    """,
    Whose.TABLE: """
        tournaments:recap tournaments:table-protest tournaments:protest-withdraw tournaments:confirm
        tournaments:second tournaments:keeper tournaments:keeper-take tournaments:table
        tournaments:phone api:table api:results
    """,
    Whose.DIRECTOR: """
        tournaments:letter tournaments:member-link members:edit members:field members:note
        members:times members:wish
        members:office-end members:office-link-withdraw members:factor-take
        tournaments:scorers tournaments:event tournaments:event-file
        tournaments:event-file-zip tournaments:event-now tournaments:event-remove
        tournaments:event-fill tournaments:screen-steer tournaments:screen-clock
        tournaments:journal tournaments:merge tournaments:part tournaments:remove tournaments:forget
        tournaments:own-data tournaments:own-data-file tournaments:season-draw
        tournaments:season-evening tournaments:planned-evening tournaments:planned-evening-out
        tournaments:honour-down
        tournaments:preset tournaments:preset-remove tournaments:preset-first tournaments:own-rules
        tournaments:own-rules-away tournaments:seating tournaments:draw tournaments:undraw
        tournaments:release tournaments:plan-rounds tournaments:choose tournaments:swap
        tournaments:lock tournaments:participants tournaments:participant tournaments:teams
        tournaments:teams-anew tournaments:teams-divisions tournaments:matches
        tournaments:round-matches tournaments:round-substitute tournaments:round-date
        tournaments:round-release tournaments:round-himself
        tournaments:folders tournaments:folders-look tournaments:folders-drop
        tournaments:tray tournaments:tray-place tournaments:tray-dismiss
        tournaments:import tournaments:keeper-bar tournaments:next-sheet tournaments:revoke-links
        tournaments:seal tournaments:photos tournaments:photo tournaments:photo-remove
        tournaments:round-settings tournaments:round-board tournaments:round-provisional
        tournaments:round-checks tournaments:round-sheets tournaments:doubt tournaments:flag-take
        tournaments:flag-clear tournaments:protest-answer tournaments:protests-answer
        tournaments:waive tournaments:table-time
        tournaments:round-close tournaments:round-reopen tournaments:which-line tournaments:sums
        tournaments:wrong-seats tournaments:correct tournaments:rules tournaments:corrections
        tournaments:correction tournaments:correction-undo tournaments:event-penalties
        tournaments:penalty-reason tournaments:entries tournaments:entry-make
        tournaments:entry-withdraw tournaments:bonuses tournaments:bonus-withdraw
        tournaments:teams-next tournaments:standings tournaments:standings-directors-table
        tournaments:event-season tournaments:standings-settings tournaments:account
        tournaments:season tournaments:season-champion tournaments:money tournaments:settle
        tournaments:season-past tournaments:unit
        tournaments:cash-account tournaments:voucher tournaments:voucher-void tournaments:receipt
        tournaments:dues-half tournaments:dues-settings tournaments:dues-pay tournaments:dues-waive
        tournaments:dues-back
        tournaments:waiver-end tournaments:evening-cash tournaments:evening-entrance
        tournaments:evening-prizes tournaments:evening-prizes-back
        tournaments:payment-tick tournaments:papers tournaments:papers-ask tournaments:paper-print
        tournaments:season-print tournaments:paper-coming
        tournaments:paper-wait tournaments:papers-batch tournaments:paper-file
        tournaments:paper-again tournaments:phone-code api:standings api:figures api:years
    """,
}
"""Each address by its name: a new one is put here, or a test fails."""
WHOSE: Final = {name: whose for whose, names in OF.items() for name in names.split()}
PERSONAL: Final = ("tournaments:personal", "tournaments:personal-data", "tournaments:no-mail")
LEAGUE: Final = ("tournaments:teams", "tournaments:match")
ROWS: Final = {
    "members:office-end": "office",
    "tournaments:letters-batch": "letter batch",
    "tournaments:letters-print": "letter batch",
    "members:factor-take": "user of office",
    "members:office-link-withdraw": "office link",
    "tournaments:season-draw": "drawn season",
    "tournaments:season-evening": "drawn season",
    **{
        f"tournaments:round-{name}": "league round"
        for name in ("matches", "substitute", "himself", "date", "release")
    },
}
"""The row that an address is about, where its beginning does not say so."""


@dataclass(frozen=True, slots=True)
class Address:
    """One address, filled in."""

    name: str
    path: str
    whose: Whose


def routes() -> Iterator[tuple[str, str]]:
    """Every route of the URL table, with its name."""
    yield from _below(get_resolver(), "", "")


def _below(resolver: URLResolver, before: str, space: str) -> Iterator[tuple[str, str]]:
    for each in resolver.url_patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLPattern):
            yield f"{space}{each.name or '?'}", route
        else:
            inner = f"{space}{each.namespace}:" if each.namespace else space
            yield from _below(each, route, inner)


def addresses(scene: Scene) -> list[Address]:
    """Every address about the club of ``scene``; of money, that of each kind of row."""
    found = []
    for name, route in routes():
        kinds = ("table", "event", "season") if "money/<str:kind>" in route else ("penalty",)
        found += [Address(name, _filled(scene, name, route, each), WHOSE[name]) for each in kinds]
    return found


def _filled(scene: Scene, name: str, route: str, kind: str) -> str:
    """Return the route with a value for each of its parts."""
    words = {"version": "v1", "token": token_of(scene.table), "number": "1"}
    words |= {
        "key": "0" * 32,
        "slug": scene.rows["own rules"].slug,
        "sheet": "AAAA-AAAA",
        "year": "2026",
        "kind": kind,
    }
    if name == "tournaments:paper-print":
        words["kind"] = "crib"
    if name == "tournaments:letter-write":
        words |= {"kind": "reminder", "about": str(scene.rows["dues"].pk)}
    if name == "tournaments:season-print":
        words["kind"] = "booklet"
    if name in {"members:welcome", "members:office-take", *PERSONAL}:
        words["token"] = "x" * 43

    def value(found: re.Match[str]) -> str:
        before, part = route[: found.start()].rstrip("/"), found[2]
        if found[1] == "uuid":
            return str(_row(scene, name, before, part, kind).pk)
        return words[part]

    return "/" + re.sub(r"<(?:(\w+):)?(\w+)>", value, route)


def filled_in(scene: Scene) -> dict[str, str]:
    """What a form of any address asks for: each takes what it knows."""
    one, other = (seat.participant_id for seat in scene.table.seats.all()[:2])
    chosen = {"one": str(one), "other": str(other), "here": str(scene.rows["members"].pk)}
    numbers = dict.fromkeys(("shown", "round", "table", "deal", "sure", "points", "paid"), "1")
    named = dict.fromkeys(("words", "reason", "name", "answer", "text"), "Sofie")
    return {**chosen, **numbers, **named, "kind": "score-sheet", "deed": "delete", "who": "here"}


def _row(scene: Scene, name: str, before: str, part: str, kind: str) -> Any:
    """Return the row whose key stands at a place of an address."""
    place = before.rpartition("/")[2]
    if name in ROWS:
        place = ROWS[name]
    elif part in {"participant", "batch"}:
        place = part
    elif before.startswith("money/"):
        place = f"{kind}s"
    elif place == "events" and name.startswith(LEAGUE):
        place = "league"
    return scene.rows[place]
