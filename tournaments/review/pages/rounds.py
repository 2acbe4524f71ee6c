"""The end of a round in words: its settings, and what holds it up."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.book.begun import ENDING
from tournaments.models import Event, Flag, Protest, Sitter, Table
from tournaments.review.domain.rounds import RoundSettings
from tournaments.review.domain.verification import Gap, block_from
from tournaments.review.queries.protests import Checks
from tournaments.sheets.explaining import words_and_points

LONGEST_PROTESTS = 24 * 60
MISSING: Mapping[str, Promise] = {
    Flag.Kind.SUMS: gettext_lazy("The sums on the paper are not typed."),
    Flag.Kind.SECOND: gettext_lazy("Nobody has read it a second time."),
    Flag.Kind.UNCONFIRMED: gettext_lazy("No other player has confirmed it."),
}
DIFFERS: Mapping[str, Promise] = {
    Flag.Kind.SUMS: gettext_lazy("The sums on the paper differ from what was entered."),
    Flag.Kind.SECOND: gettext_lazy("The second reading differs from the first."),
    Flag.Kind.UNCONFIRMED: gettext_lazy("A player says that something here is not right."),
    Flag.Kind.DOUBT: gettext_lazy("In doubt."),
}
PROOF_PAGES: Mapping[str, str] = {
    Flag.Kind.SUMS: "which-line",
    Flag.Kind.SECOND: "second",
    Flag.Kind.UNCONFIRMED: "recap",
}
"""Where each proof is given."""


class RoundsForm(forms.Form):
    """How the rounds of an event come to their end."""

    verification = forms.ChoiceField(
        label=gettext_lazy("How a sheet is proved"),
        choices=[(each.value, each.label) for each in Event.Verification],
        widget=forms.RadioSelect,
        help_text=gettext_lazy("A round becomes provisional when every sheet is proved so."),
    )
    protest_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes for protests"),
        min_value=0,
        max_value=LONGEST_PROTESTS,
        help_text=gettext_lazy(
            "How long a provisional round waits. While a round is played they are received anyway. "
            "0: none are received at all."
        ),
    )
    provisional_by_itself = forms.BooleanField(
        label=gettext_lazy("A round becomes provisional by itself when its last sheet is in"),
        required=False,
    )

    @staticmethod
    def of(event: Event) -> dict[str, Any]:
        """Return what the form begins with."""
        return {name: getattr(event, name) for name in ENDING}

    def settings(self) -> RoundSettings:
        """Return what was filled in."""
        return RoundSettings(
            verification=Event.Verification(self.cleaned_data["verification"]),
            protest_minutes=self.cleaned_data["protest_minutes"],
            provisional_by_itself=self.cleaned_data["provisional_by_itself"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenGap:
    """A proof that is missing, in words."""

    gap: Gap
    deal: int
    """The deal that it is missing of; 0: of several."""
    where: str
    says: str
    page: str
    """Name of the address where it is given."""


def open_gaps(gaps: Sequence[Gap]) -> list[OpenGap]:
    """Return what is missing, in words; lines that nobody read again are told once a sheet."""
    told = []
    unread: set[int] = set()
    for gap in gaps:
        together = gap.kind == Flag.Kind.SECOND and not gap.differs
        if together and gap.number in unread:
            continue
        unread |= {gap.number} if together else set()
        deal = 0 if together else gap.deal
        told.append(
            OpenGap(
                gap=gap,
                deal=deal,
                where=_where(gap.number, deal, gap.kind),
                says=str((DIFFERS if gap.differs else MISSING)[gap.kind]),
                page=f"tournaments:{PROOF_PAGES[gap.kind]}",
            )
        )
    return told


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenFlag:
    """A flag in words."""

    flag: Flag
    where: str
    says: str
    raised_by: str
    owner: str
    page: str
    """Name of the address where its proof is given; empty for a director's own doubt."""

    @property
    def is_open(self) -> bool:
        """Whether it still holds the round up."""
        return self.flag.state == Flag.State.OPEN


def flags_in_words(checks: Checks) -> list[OpenFlag]:
    """Return the flags of a round in words."""
    pages = {kind: f"tournaments:{name}" for kind, name in PROOF_PAGES.items()}
    return [
        OpenFlag(
            flag=flag,
            where=_where(flag.table.number, flag.deal, flag.kind),
            says=str((DIFFERS if flag.differs else MISSING)[Flag.Kind(flag.kind)]),
            raised_by=who(flag.actor, checks.people),
            owner=who(flag.owner, checks.people) if flag.owner else "",
            page=pages.get(Flag.Kind(flag.kind), ""),
        )
        for flag in checks.flags
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenProtest:
    """A protest in words."""

    protest: Protest
    where: str
    who: str
    entered: str
    """What the sheet says of the deal now; empty: nothing, or it is about the whole sheet."""

    @property
    def is_open(self) -> bool:
        """Whether it waits for an answer."""
        return self.protest.state == Protest.State.OPEN


def protests_in_words(checks: Checks) -> list[OpenProtest]:
    """Return the protests of a round in words."""
    return [
        OpenProtest(
            protest=each,
            where=_where(each.table.number, each.deal, ""),
            who=_whose(each, checks),
            entered=_entered(each, checks),
        )
        for each in checks.protests
    ]


@dataclass(frozen=True, slots=True)
class Matter:
    """Something that is open, and where it is answered."""

    address: str
    where: str


def matters_of(found: Iterable[Protest | Flag]) -> list[Matter]:
    """Return where each of some protests and doubts is answered."""
    return [_matter(each) for each in found]


def _matter(of: Protest | Flag) -> Matter:
    kind, name = ("", "protest") if isinstance(of, Protest) else (of.kind, "flag")
    page = reverse("tournaments:round-checks", args=[of.table.round_id])
    round_ = _("Round %(number)s") % {"number": of.table.round.number}
    where = _where(of.table.number, of.deal, kind)
    return Matter(f"{page}#{name}-{of.pk}", f"{round_}: {where}")


def answered_together(checks: Checks) -> dict[Table, list[Protest]]:
    """Return the protests that wait at each table where there are several of them."""
    waiting = groupby(
        sorted((each for each in checks.protests if not each.is_answered), key=_number), key=_number
    )
    found = [list(own) for _number, own in waiting]
    return {own[0].table: own for own in found if len(own) > 1}


def _number(protest: Protest) -> int:
    return protest.table.number


def _whose(protest: Protest, checks: Checks) -> str:
    """Return who objects, and which director noted it, if it was not sent by himself."""
    director = checks.people.get(protest.actor)
    objects = who(protest.actor, checks.people)
    if protest.participant:
        known = checks.sitters[protest.table_id].get(protest.participant.pk)
        sitter = known or Sitter(protest.participant.name)
        objects = sitter.at(protest.deal)
    elif director:
        objects = _("the table")
    return noted_by(objects, director)


def noted_by(objects: str, director: str | None) -> str:
    """Return who objects, and the director who noted it, unless he objects himself."""
    if director in {None, objects}:
        return objects
    return _("%(who)s, noted by %(director)s") % {"who": objects, "director": director}


def _entered(protest: Protest, checks: Checks) -> str:
    sheet = checks.sheets[protest.table_id]
    lines = (line for line in sheet.lines if line.deal == protest.deal and line.revision)
    return next((words_and_points(line, sheet) for line in lines), "")


def who(actor: str, people: Mapping[str, str]) -> str:
    """Return who did something: a user's name, or what it was done with."""
    if actor in people:
        return people[actor]
    if actor.startswith("device:"):
        return _("at the table")
    return _("on the public page") if actor.startswith("visitor:") else _("the program")


def _where(table: int, deal: int, kind: str) -> str:
    """Return such as: Table 3, deals 11–20."""
    if not deal:
        return _("Table %(table)d, the whole sheet") % {"table": table}
    facts = {"table": table, "deal": deal, "first": block_from(deal)}
    if kind == Flag.Kind.SUMS:
        return _("Table %(table)d, after deal %(deal)d") % facts
    if kind == Flag.Kind.UNCONFIRMED:
        return _("Table %(table)d, deals %(first)d–%(deal)d") % facts
    return _("Table %(table)d, deal %(deal)d") % facts
