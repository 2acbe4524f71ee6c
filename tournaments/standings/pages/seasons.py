"""A season in words: forms, and its table for the page."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.alphabet import danish_key
from lhombre_club.members.models import Club
from scoring.standings import DEFAULT_CHAIN, Comparison, Placing, StandingsLine, Vacancy, Verdict
from tournaments.models import Event, Season
from tournaments.standings.domain import MOST_EVENINGS, SeasonSettings, StandingsSettings
from tournaments.standings.pages.lifted import Reason, reasons
from tournaments.standings.queries.seasons import SeasonEvening, SeasonTable
from tournaments.standings.reasons import StandingsReason
from tournaments.words import wording
from tournaments.words.figures import signed

VACANCIES: Mapping[Vacancy, Promise] = {
    Vacancy.TOO_FEW_EVENINGS: _(
        "No champion: not all evenings that were planned have been played."
    ),
    Vacancy.EVENING_ABANDONED: _("No champion: an evening was broken off and not played anew."),
    Vacancy.EVENING_UNDER_WAY: _(
        "No champion: an evening has a round that is still to be played, or to be closed."
    ),
    Vacancy.NOBODY_PLACED: _("No champion: nobody has played enough deals."),
    Vacancy.SHARED: _("No champion: the first place is shared."),
}
NOT_OVER = frozenset({Vacancy.TOO_FEW_EVENINGS, Vacancy.EVENING_UNDER_WAY, Vacancy.NOBODY_PLACED})


class SeasonForm(forms.Form):
    """A season."""

    name = forms.CharField(label=_("Name"), max_length=120)
    planned = forms.IntegerField(
        label=_("Evenings planned"), min_value=1, max_value=MOST_EVENINGS, initial=5
    )
    best = forms.IntegerField(
        label=_("The best evenings that count"),
        required=False,
        min_value=1,
        max_value=MOST_EVENINGS,
        help_text=_("Leave it empty if all of them count."),
    )
    min_deals = forms.IntegerField(
        label=_("Fewest deals to be placed"), min_value=0, max_value=10_000, initial=0
    )
    counts_abandoned = forms.BooleanField(
        label=_("An evening that was broken off counts as far as it was played"),
        required=False,
        initial=True,
    )

    def settings(self) -> SeasonSettings:
        """Return what was filled in."""
        return SeasonSettings(**self.cleaned_data)

    @staticmethod
    def of(season: Season) -> dict[str, Any]:
        """Return what the form begins with for a season that exists."""
        return {
            name: getattr(season, name)
            for name in ("name", "planned", "best", "min_deals", "counts_abandoned")
        }


class ChampionForm(forms.Form):
    """To whom the title of a season goes, where that is not as the table says."""

    AS_THE_TABLE, NOBODY = "", "nobody"

    who = forms.ChoiceField(label=_("The title goes to"), required=False)
    why = forms.CharField(label=_("Reason"), max_length=200, required=False)

    def __init__(self, found: SeasonTable, data: Any = None) -> None:
        """Offer those whom the table of the season has, in its order."""
        season = found.season
        named = season.champion_id or self.NOBODY
        initial = {"who": named, "why": season.champion_why} if season.champion_why else {}
        super().__init__(data, initial=initial)
        ranked = found.table.ranked
        lines = [*(each.line for each in ranked.placings), *ranked.too_few_deals]
        people = [line.key for line in lines if line.key in found.persons]
        self.fields["who"].choices = [  # type: ignore[attr-defined]  # a ChoiceField's
            (self.AS_THE_TABLE, _("whoever the table says")),
            *((key, found.names[key]) for key in people),
            (self.NOBODY, _("nobody")),
        ]

    def clean(self) -> dict[str, Any]:
        """Return the person's key or None, and the reason, which the table needs none of."""
        chosen = self.cleaned_data
        who, why = chosen.get("who", ""), chosen.get("why", "").strip()
        if who and not why and "why" not in self.errors:
            self.add_error("why", str(StandingsReason.NO_REASON.sentence))
        person = who if who not in {self.AS_THE_TABLE, self.NOBODY} else None
        return {"person": person, "why": why if who else ""}


class EveningForm(forms.Form):
    """To which season an evening belongs."""

    def __init__(self, event: Event, club: Club, data: Any = None, proposed: str = "") -> None:
        """Ask for an evening; ``proposed`` is the key of the season whose page led here."""
        super().__init__(data, initial={"season": proposed or event.season_id})
        self.fields["season"] = forms.ModelChoiceField(
            label=_("Season"),
            queryset=club.seasons.all(),
            required=False,
            blank=True,  # else Django leaves the label of none away
            empty_label=_("None: the evening stands by itself"),
            widget=forms.RadioSelect,
        )


def belongs(season: Season | None) -> str:
    """Say where an evening stands."""
    if season is None:
        return gettext("The evening stands by itself.")
    return gettext("The evening counts in the season %(season)s.") % {"season": season.name}


def _frozen(event: Event) -> Iterator[tuple[int, str]]:
    """Yield what everybody may be let see instead: how it stood after each round but the last."""
    for number in range(1, max(event.planned_rounds, event.rounds.count())):
        yield number, gettext("how it stood after round %(number)d") % {"number": number}


class StandingsForm(forms.Form):
    """How an event places its players."""

    comparison = forms.ChoiceField(
        label=_("Tables of different sizes are compared by"),
        choices=[(each.value, each.label) for each in Event.Comparison],
    )
    min_deals = forms.IntegerField(
        label=_("Fewest deals to be placed"), min_value=0, max_value=10_000
    )
    abandoned = forms.BooleanField(label=_("The evening was broken off"), required=False)
    chain_length: ClassVar = 6
    """More has never been needed to part two players."""

    def __init__(self, event: Event, data: Any = None) -> None:
        chain = list(event.tie_chain or DEFAULT_CHAIN)
        start: dict[str, Any] = {
            "comparison": event.comparison,
            "min_deals": event.min_deals,
            "abandoned": event.abandoned,
            "frozen_after": event.frozen_after or "",
        }
        for place in range(self.chain_length):
            start[f"chain{place}"] = chain[place] if place < len(chain) else ""
        super().__init__(data, initial=start)
        self.fields["frozen_after"] = forms.TypedChoiceField(
            label=_("Everybody sees"),
            choices=[("", _("everything")), *_frozen(event)],
            coerce=int,
            empty_value=None,
            required=False,
        )
        for place in range(self.chain_length):
            self.fields[f"chain{place}"] = forms.ChoiceField(
                label=_("First") if place == 0 else _("Then"),
                required=place == 0,
                choices=[("", "–"), *wording.METRICS.items()][place == 0 :],
            )

    def settings(self) -> StandingsSettings:
        """Return what was filled in; a metric that is named twice counts where it stands first."""
        wanted = self.cleaned_data
        chain = [wanted[f"chain{place}"] for place in range(self.chain_length)]
        return StandingsSettings(
            tie_chain=tuple(dict.fromkeys(key for key in chain if key)),
            comparison=Comparison(wanted["comparison"]),
            min_deals=wanted["min_deals"],
            abandoned=wanted["abandoned"],
            frozen_after=wanted["frozen_after"],
        )


@dataclass(frozen=True, slots=True)
class SeasonPlace:
    """One line of a season's table."""

    place: str
    name: str
    person: str
    """Id of the person, by which his evenings are found; empty where there are none with deals."""
    points: str
    deals: int
    evenings: tuple[tuple[str, bool], ...]
    """Points of each evening, and whether they count; a dash where one has not played there."""
    is_guest: bool
    why: Reason
    """What put it before the next line, where that was not the points."""


@dataclass(frozen=True, slots=True)
class _Placed:
    """The figures of a place, as reasons are told of them."""

    points: int
    won: int
    kodille: int
    highest: int
    decided_by: str | None

    @classmethod
    def of(cls, placing: Placing) -> "_Placed":
        line = placing.line
        return cls(line.total, line.won, line.kodille, line.highest, placing.decided_by)


@dataclass(frozen=True, slots=True)
class OwnFigures:
    """What somebody did himself, in his own seats and in others' places."""

    name: str
    points: str
    deals: int
    won: int
    kodille: int


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands above the points of an evening."""

    evening: SeasonEvening
    date: str
    name: str
    """What tells it from others of that date: its name, with a number if that is the same too;
    empty where no other has the date."""
    is_provisional: bool
    """It counts as far as it goes."""

    @property
    def says(self) -> str:
        """Both."""
        return ", ".join(filter(None, (self.date, self.name)))


def headings(found: SeasonTable) -> list[Heading]:
    """Return the heading of each evening, no two alike."""
    dates = [date_format(each.date, "MONTH_DAY_FORMAT") for each in found.evenings]
    rows = list(zip(dates, found.evenings, strict=True))
    named = Counter((date, evening.name) for date, evening in rows)
    met = Counter[tuple[str, str]]()
    told = []
    for date, evening in rows:
        met[date, evening.name] += 1
        name = evening.name if dates.count(date) > 1 else ""
        if name and named[date, name] > 1:
            name = f"{name} ({met[date, name]})"
        told.append(Heading(evening, date, name, evening.key in found.under_way))
    return told


def places(found: SeasonTable) -> list[SeasonPlace]:
    """Return the table of a season; who has played too little stands last, with a dash."""
    ranked = found.table.ranked
    why = reasons([_Placed.of(each) for each in ranked.placings], ranked.chain)
    placed = zip(ranked.placings, why, strict=True)
    lines = [(rank(each), each.line, reason) for each, reason in placed]
    lines += [("–", line, Reason()) for line in ranked.too_few_deals]
    return [
        SeasonPlace(
            place,
            found.names[line.key],
            line.key if line.key in found.dealt else "",
            signed(line.total),
            line.deals,
            _evenings(found, line.key),
            line.key in found.guests,
            reason,
        )
        for place, line, reason in lines
    ]


def rank(placing: Placing) -> str:
    """Return a place, with an equals sign where it is shared."""
    return f"={placing.rank}" if placing.shared else str(placing.rank)


def _evenings(found: SeasonTable, key: str) -> tuple[tuple[str, bool], ...]:
    shares = {share.evening: share for share in found.table.shares[key]}
    told = []
    for evening in found.evenings:
        share = shares.get(evening.key)
        if share is None or share.verdict is Verdict.AHEAD or not is_played(share.line):
            told.append(("–", False))
        else:
            told.append((signed(share.line.total), share.verdict is Verdict.COUNTS))
    return tuple(told)


def is_played(line: StandingsLine) -> bool:
    """Return whether somebody had cards, or points, on an evening."""
    return bool(line.deals or line.points)


def own_figures(found: SeasonTable) -> list[OwnFigures]:
    """Return what everybody did in person: the most points first, equal ones by name."""
    names = found.names
    lines = sorted(found.own, key=lambda line: (-line.points, danish_key(names[line.key])))
    return [
        OwnFigures(names[line.key], signed(line.points), line.deals, line.won, line.kodille)
        for line in lines
    ]


def has_champion(found: SeasonTable) -> bool:
    """Whether somebody has won the season, by the table or as the club has decided."""
    if found.season.champion_why:
        return bool(found.season.champion_name)
    return found.table.champion is not None


def is_over(found: SeasonTable) -> bool:
    """Whether the season has places to give: nothing is still to be played for them."""
    return has_champion(found) or found.table.vacancy not in NOT_OVER


def champion(found: SeasonTable) -> str:
    """Return who has won the season, or why nobody has."""
    season = found.season
    if season.champion_why:
        words = {"name": found.named, "why": season.champion_why}
        if found.named:
            return gettext("Champion: %(name)s, named by the club: %(why)s") % words
        return gettext("No champion, as the club has decided: %(why)s") % words
    if found.table.champion is not None:
        return gettext("Champion: %(name)s") % {"name": found.names[found.table.champion]}
    vacancy = found.table.vacancy
    return str(VACANCIES[vacancy]) if vacancy else ""
