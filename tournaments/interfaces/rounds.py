"""The end of a round in words: its settings, what holds it up, what was corrected after it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.domain.corrections import ReasonError
from tournaments.domain.proofs import NotInError, SamePersonError
from tournaments.domain.protests import TooManyProtestsError
from tournaments.domain.queries.checks import Checks
from tournaments.domain.results import NoSuchDealError, NotOpenError
from tournaments.domain.rounds import (
    DoubtsError,
    IncompleteError,
    LedgerError,
    NotProvedError,
    RoundSettings,
    TooEarlyError,
)
from tournaments.domain.verification import Gap, block_from
from tournaments.interfaces.effects import record_words
from tournaments.models import Event, Flag, Protest

LONGEST_PROTESTS = 24 * 60
LONGEST_NUMBER = 4
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
        help_text=gettext_lazy("How long a provisional round waits. 0: no protests are received."),
    )
    provisional_by_itself = forms.BooleanField(
        label=gettext_lazy("A round becomes provisional by itself when its last sheet is in"),
        required=False,
    )

    @staticmethod
    def of(event: Event) -> dict[str, Any]:
        """Return what the form begins with."""
        names = ("verification", "protest_minutes", "provisional_by_itself")
        return {name: getattr(event, name) for name in names}

    def settings(self) -> RoundSettings:
        """Return what was filled in."""
        return RoundSettings(
            verification=Event.Verification(self.cleaned_data["verification"]),
            protest_minutes=self.cleaned_data["protest_minutes"],
            provisional_by_itself=self.cleaned_data["provisional_by_itself"],
        )


def refusal(error: Exception) -> str:
    """Return what holds a round up or why a sheet did not take something, and what to do."""
    match error:
        case LedgerError(findings=findings):
            says = _(
                "The account does not agree with the results: %(says)s. Run check_ledger --rebuild."
            )
            return says % {"says": findings[0]}
        case IncompleteError(tables=tables):
            listed = ", ".join(map(str, tables))
            return ngettext(
                "Deals are missing at table %(tables)s. Enter them first.",
                "Deals are missing at the tables %(tables)s. Enter them first.",
                len(tables),
            ) % {"tables": listed}
        case NotProvedError(gaps=gaps):
            listed = ", ".join(str(each) for each in sorted({gap.number for gap in gaps}))
            return ngettext(
                "The sheet of table %(tables)s is not proved yet. See protests and doubts.",
                "The sheets of the tables %(tables)s are not proved yet. See protests and doubts.",
                len({gap.number for gap in gaps}),
            ) % {"tables": listed}
        case DoubtsError():
            return _("A protest or a doubt is still open. Answer or clear it first.")
        case TooEarlyError(until=until):
            at = time_format(timezone.localtime(until), "H:i")
            return _("Protests are received until %(time)s. Close the round after that.") % {
                "time": at
            }
        case _:
            return str(_PLAIN[type(error)])


_PLAIN: Mapping[type[Exception], Promise] = {
    NotOpenError: gettext_lazy("The round is not open for that, or not any more."),
    ReasonError: gettext_lazy("Say why, in at most 200 letters."),
    NoSuchDealError: gettext_lazy("The sheet has no deal of that number."),
    TooManyProtestsError: gettext_lazy(
        "Enough protests from here are waiting or answered. Speak to the director."
    ),
    SamePersonError: gettext_lazy(
        "This has to be somebody else than who entered or keeps the sheet."
    ),
    NotInError: gettext_lazy("Not all of these deals are entered yet. Enter them first."),
}
REFUSALS: tuple[type[Exception], ...] = (
    *_PLAIN,
    LedgerError,
    IncompleteError,
    NotProvedError,
    DoubtsError,
    TooEarlyError,
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
            says=str(DIFFERS[Flag.Kind(flag.kind)]),
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
            who=each.participant.name if each.participant else who(each.actor, checks.people),
            entered=_entered(each, checks),
        )
        for each in checks.protests
    ]


def _entered(protest: Protest, checks: Checks) -> str:
    line = checks.entered.get((protest.table_id, protest.deal))
    if line is None or not line.record:
        return ""
    return record_words(line.record, checks.names[protest.table_id])


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


def number(sent: str) -> int:
    """Return the number that was sent; -1, which nothing has, if it is none."""
    is_one = sent.isdecimal() and sent.isascii() and len(sent) <= LONGEST_NUMBER
    return int(sent) if is_one else -1
