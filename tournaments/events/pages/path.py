"""An evening as a path of four steps, of which one comes next."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from tournaments.events.pages.closing import listed, of_open
from tournaments.events.pages.settles import Settles, what_is_left
from tournaments.models import Event
from tournaments.papers.queries.opened import Sheets, sheets_of
from tournaments.review.pages import provisional
from tournaments.review.pages.finality import BROKEN_OFF, how_final
from tournaments.review.queries.provisional import Unproved, open_matters, unproved_tables
from tournaments.review.queries.rounds import RoundState, is_final
from tournaments.words.figures import Progress, in_runs

STEPS = (
    (gettext_lazy("Seats"), "", ""),
    (gettext_lazy("Score sheets"), "papers", ""),
    (gettext_lazy("Deals"), "event", "#tables"),
    (gettext_lazy("Standings"), "standings", ""),
)
SHEETS: Mapping[str, Promise] = {
    "opened": ngettext_lazy("opened for round %(rounds)s", "opened for rounds %(rounds)s", "count"),
    "changed": ngettext_lazy(
        "changed since for round %(rounds)s", "changed since for rounds %(rounds)s", "count"
    ),
    "partly": ngettext_lazy(
        "opened in part for round %(rounds)s", "opened in part for rounds %(rounds)s", "count"
    ),
    "missing": ngettext_lazy(
        "not opened yet for round %(rounds)s", "not opened yet for rounds %(rounds)s", "count"
    ),
    "unused": ngettext_lazy(
        "never opened for round %(rounds)s", "never opened for rounds %(rounds)s", "count"
    ),
}
"""What is said of the rounds of each field of ``_Papers``."""
DEALS, STANDINGS = 2, 3
"""Where among the steps these stand."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: where it is done, and how far it is."""

    title: Promise
    says: str
    address: str
    """Empty: there is nothing to see yet."""
    state: str
    """``done``, ``next``, or ``later``."""
    prints: bool = False
    """It leads to a PDF, which opens beside the page."""


@dataclass(frozen=True, slots=True)
class _Far:
    """How far an event is."""

    shown: tuple[int, ...]
    """Numbers of the rounds that are released."""
    drafts: tuple[int, ...]
    """Of those that are drawn, and not released."""
    released: bool
    """All are, or the one that is played where they are released one by one."""
    begun: bool
    """A deal is in of the round that is played, so that nobody waits for its sheets."""
    complete: bool
    final: bool
    """Every round is closed."""
    full: int | None
    """The number of the first round that is full and only waits to be closed; None: of none."""
    progress: Progress
    """Of the rounds that are released."""
    is_all: bool
    """No round but those is still to be played."""
    broken_off: bool
    """The evening was."""

    @property
    def drawn(self) -> bool:
        """Whether there is a plan."""
        return bool(self.shown or self.drafts)

    @property
    def to_come(self) -> tuple[int, ...]:
        """Of the drafts those that are still to be played: none where it was broken off."""
        return () if self.broken_off and self.final else self.drafts


@dataclass(frozen=True, slots=True)
class _Papers:
    """How it is with the score sheets of the rounds that are released."""

    opened: tuple[int, ...]
    """Numbers of the rounds whose sheets were opened to be printed."""
    changed: tuple[int, ...]
    """Of those to come, whose sheets show other seats than there are now."""
    partly: tuple[int, ...]
    """Of those of whose sheets one was opened and another never."""
    missing: tuple[int, ...]
    """Of those that are not over, whose sheets nobody has opened."""
    unused: tuple[int, ...]
    """Of those that are over, whose sheets nobody has opened: they were played without."""
    wanted: int | None
    """The number of the first round whose sheets are to be printed; None: of none."""

    @classmethod
    def of(cls, plan: Sequence[RoundState], sheets: Mapping[UUID, Sheets]) -> "_Papers":
        shown = [(each, sheets.get(each.id, Sheets.NONE)) for each in plan if each.is_released]
        to_come = {each.number for each, _how in shown if not each.is_over}
        changed = (each for each, how in shown if how is Sheets.CHANGED and not each.entered)
        old = {each.number for each in changed} & to_come
        partly = {each.number for each, how in shown if how is Sheets.SOME}
        none = {each.number for each, how in shown if how is Sheets.NONE}
        opened = {each.number for each, _how in shown} - old - partly - none
        return cls(
            opened=tuple(sorted(opened)),
            changed=tuple(sorted(old)),
            partly=tuple(sorted(partly)),
            missing=tuple(sorted(none & to_come)),
            unused=tuple(sorted(none - to_come)),
            wanted=min(old | (partly | none) & to_come, default=None),
        )

    @property
    def lacks(self) -> bool:
        """Whether a sheet was never opened of a round that is shown."""
        return bool(self.partly or self.missing or self.unused)

    @property
    def says(self) -> str:
        """Of which rounds they are there, and of which not."""
        said = ((getattr(self, name), words) for name, words in SHEETS.items())
        return ", ".join(
            words % {"rounds": listed(list(map(str, numbers))), "count": len(numbers)}
            for numbers, words in said
            if numbers
        )


def path(event: Event, plan: Sequence[RoundState]) -> list[Step]:
    """Return the steps of an event whose rounds are ``plan``."""
    far = _far(event, plan)
    shown = any(each.is_released for each in plan)
    papers = _Papers.of(plan, sheets_of(event) if shown else {})
    now = next((each for each in plan if each.is_released and not each.is_over), None)
    waits = now is not None and papers.wanted == now.number and not far.begun
    full = next((each for each in plan if each.waits_for_closing), None)
    matters = _Open.of(event, full) if shown else _Open((), "", Unproved())
    told = (
        _seats(far),
        _sheets(papers, now if waits else None)
        if shown
        else _("can be printed once the round is released"),
        _deals(far, matters),
        how_final(event, plan) if shown else _("are here once a round is released"),
    )
    done = (far.released, far.released and not waits, far.complete, far.final)
    ahead = [*done, False].index(False)
    if far.full is not None:
        ahead = DEALS  # before the standings, and anything of the rounds after it
    states = ["done" if at < ahead else "next" if at == ahead else "later" for at in range(4)]
    if states[1] == "done" and (papers.wanted is not None or papers.lacks or far.to_come):
        states[1] = "later"  # they are played without, or are still to come
    if states[0] == "done" and far.to_come:
        states[0] = "later"  # a round comes that the room has not seen
    addresses = _addresses(event, far, papers)
    addresses[DEALS] = matters.address or addresses[DEALS]
    prints = papers.wanted is not None
    return [
        Step(title, said, address, state, prints=prints and at == 1)
        for at, ((title, *_rest), said, address, state) in enumerate(
            zip(STEPS, told, addresses, states, strict=True)
        )
    ]


def _addresses(event: Event, far: _Far, papers: _Papers) -> list[str]:
    seats = "seating" if event.kind == Event.Kind.INDIVIDUAL else "matches"
    addresses = [
        reverse(f"tournaments:{name or seats}", args=[event.pk]) + fragment
        for _title, name, fragment in STEPS
    ]
    if not far.shown:
        addresses[STANDINGS] = ""
    if far.full is not None:
        event_page = reverse("tournaments:event", args=[event.pk])
        addresses[DEALS] = f"{event_page}#round-{far.full}"
    if papers.wanted is not None:
        args = [event.pk, "score-sheet", papers.wanted]
        addresses[1] = reverse("tournaments:paper-print", args=args)
    return addresses


def _sheets(papers: _Papers, now: RoundState | None) -> str:
    """Return what to print; ``now`` is the round that waits for its sheets, if one does."""
    if now is None:
        return papers.says
    if now.number in papers.changed:
        says = _("those of round %(round)d have changed: print them again")
    else:
        says = _("print those of round %(round)d")
    return says % {"round": now.number}


def _far(event: Event, plan: Sequence[RoundState]) -> _Far:
    some = any(round_.is_released for round_ in plan)
    one_by_one = some and not all(round_.is_released for round_ in plan)
    if one_by_one or event.kind != Event.Kind.INDIVIDUAL:
        far = _round_by_round(event, plan)
    else:
        far = _all_at_once(event, plan)
    if event.abandoned and is_final(event, plan):  # whatever is missing does not come any more
        return replace(far, released=True, complete=True, final=True)
    return far


def _all_at_once(event: Event, plan: Sequence[RoundState]) -> _Far:
    progress = _together(each for each in plan if each.is_released)
    released = bool(plan) and all(round_.is_released for round_ in plan)
    complete = released and progress.settled >= progress.deals
    now = next((each for each in plan if not each.is_over), None)
    begun = now is not None and now.entered > 0
    final = complete and is_final(event, plan)
    is_all = released and len(plan) >= event.planned_rounds
    return _Far(
        *_numbers(plan),
        released,
        begun,
        complete,
        final,
        _full(plan),
        progress,
        is_all,
        event.abandoned,
    )


def _round_by_round(event: Event, plan: Sequence[RoundState]) -> _Far:
    """Of a league, or where not all is released: when a round is in, the next one comes."""
    shown = [round_ for round_ in plan if round_.is_released]
    now = [round_ for round_ in shown if not round_.is_over]
    complete = bool(plan) and len(shown) == len(plan) and not now
    return _Far(
        *_numbers(plan),
        released=complete or bool(now),
        begun=any(round_.entered for round_ in now),
        complete=complete,
        final=complete and is_final(event, plan),
        full=_full(plan),
        progress=_together(shown),
        is_all=len(shown) == len(plan) >= event.planned_rounds,
        broken_off=event.abandoned,
    )


def _full(plan: Sequence[RoundState]) -> int | None:
    return next((each.number for each in plan if each.waits_for_closing), None)


def _numbers(plan: Sequence[RoundState]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the numbers of the rounds that are released, and of those that are not."""
    shown = tuple(round_.number for round_ in plan if round_.is_released)
    return shown, tuple(round_.number for round_ in plan if not round_.is_released)


def _together(plan: Iterable[RoundState]) -> Progress:
    return sum((round_.progress for round_ in plan), Progress())


def ending(event: Event, plan: Sequence[RoundState], settles: Settles | None = None) -> str:
    """Return what is left to do once no sheet is awaited; empty while one is."""
    far = _far(event, plan)
    if not far.complete:
        return ""
    if far.final:
        over = _("The evening was broken off.") if event.abandoned else _("Every round is closed.")
        left = what_is_left(settles) if settles else _("Print the final standings.")
        return f"{over} {left}"
    open_ = [round_ for round_ in plan if not round_.is_final]
    return of_open(open_) if open_ else _of_next(plan[-1].number + 1)


def _of_next(number: int) -> str:
    says = _("Every round that is drawn is closed. Round %(round)d is still to be drawn.")
    return says % {"round": number}


def _deals(far: _Far, matters: "_Open") -> str:
    """Return how far the deals are, with what somebody has to look at before a round is closed."""
    if far.full is None:
        return ", ".join([_how_many(far), *matters.says])
    return provisional.full(far.full, matters.says, matters.unproved)


def _how_many(far: _Far) -> str:
    """Return how many deals are in of those of the rounds that are released, and which these are.

    Where all are, they are not named.
    """
    if not far.shown:
        return _("no round is released yet")
    says = _of_rounds(far)
    return ", ".join([says, str(BROKEN_OFF)]) if far.broken_off else says


def _of_rounds(far: _Far) -> str:
    if far.is_all:
        return str(far.progress)
    says = ngettext("round %(rounds)s: %(deals)s", "rounds %(rounds)s: %(deals)s", len(far.shown))
    return says % {"rounds": in_runs(far.shown), "deals": far.progress}


@dataclass(frozen=True, slots=True)
class _Open:
    """What somebody has to look at."""

    says: Sequence[str]
    """In the words of the board."""
    address: str
    """Where the first of it is answered."""
    unproved: Unproved

    @classmethod
    def of(cls, event: Event, full: RoundState | None) -> "_Open":
        protests, doubts = open_matters(event)
        unproved = unproved_tables(event, full.number) if full else Unproved()
        address = ""
        if unproved.other_sums:
            address = reverse("tournaments:table", args=[unproved.other_sums[0].pk])
        if full and unproved.unconfirmed:
            address = reverse("tournaments:round-checks", args=[full.id])
        if protests or doubts:
            table, at = (
                (protests[0].table, f"protest-{protests[0].pk}")
                if protests
                else (doubts[0].table, "doubts")
            )
            address = f"{reverse('tournaments:round-checks', args=[table.round_id])}#{at}"
        says = provisional.matters(protests=len(protests), doubts=len(doubts))
        return cls(says, address, unproved)


def _seats(far: _Far) -> str:
    if far.released:
        if far.drafts:
            return f"{_released(far.shown)}, {_drafts(far.drafts)}"
        return _("released")
    if not far.drawn:
        return _("not drawn yet")
    return _("release the next round") if far.progress.settled else _("drawn, not released")


def _released(numbers: Sequence[int]) -> str:
    says = ngettext("round %(rounds)s is released", "rounds %(rounds)s are released", len(numbers))
    return says % {"rounds": in_runs(numbers)}


def _drafts(numbers: Sequence[int]) -> str:
    says = ngettext("round %(rounds)s is a draft", "rounds %(rounds)s are drafts", len(numbers))
    return says % {"rounds": in_runs(numbers)}
