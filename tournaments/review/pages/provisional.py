"""Which figures may still change, and what has to be answered before, in words."""

from collections.abc import Sequence

from django.utils import formats
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Round, Table
from tournaments.review.queries.provisional import Doubts, Unproved
from tournaments.words.figures import in_runs


def provisional_sentences(rounds: Sequence[Round]) -> list[str]:
    """Return a sentence for each evening that is provisional, in their order."""
    evenings: dict[object, list[Round]] = {}
    for round_ in rounds:
        evenings.setdefault(round_.event_id, []).append(round_)
    return [_provisional(of) for of in evenings.values()]


def doubt_sentences(found: Doubts) -> list[str]:
    """Return what is still open, the protests first."""
    says = ngettext(
        "%(count)d protest is not answered yet.",
        "%(count)d protests are not answered yet.",
        found.protests,
    )
    protests = [says % {"count": found.protests}] if found.protests else []
    lacks = ngettext(
        "%(count)d deal is not entered yet.", "%(count)d deals are not entered yet.", found.missing
    )
    missing = [lacks % {"count": found.missing}] if found.missing else []
    return [*protests, *missing, *ahead(found.ahead), *provisional_sentences(found.rounds)]


def ahead(deals: int) -> list[str]:
    """Return of how many deals others have still to play the folders, where there are some."""
    says = ngettext(
        "%(count)d deal is counted here that others have still to play from its folder.",
        "%(count)d deals are counted here that others have still to play from their folders.",
        deals,
    )
    return [says % {"count": deals}] if deals else []


def matters(*, protests: int, doubts: int) -> list[str]:
    """Return how many protests and doubts are open, such as ``2 protests``; those there are."""
    said = (
        (ngettext("%(number)s protest", "%(number)s protests", protests), protests),
        (ngettext("%(number)s doubt", "%(number)s doubts", doubts), doubts),
    )
    return [words % {"number": number} for words, number in said if number]


def full(number: int, matters: Sequence[str], unproved: Unproved) -> str:
    """Return what is next for a round all of whose deals are in: ``round 1 is full: close it``."""
    if not matters and not unproved:
        return _("round %(round)d is full: close it") % {"round": number}
    open_ = [_("answer %(open)s") % {"open": get_text_list([*matters], _("and"))}] * bool(matters)
    if unproved.unconfirmed:
        says = ngettext(
            "get the sheet of table %(tables)s confirmed",
            "get the sheets of tables %(tables)s confirmed",
            len(unproved.unconfirmed),
        )
        open_.append(says % {"tables": in_runs(unproved.unconfirmed)})
    if unproved.other_sums:
        open_.append(paper_differs(unproved.other_sums))
    says = _("round %(round)d is full: %(open)s, then close it")
    return says % {"round": number, "open": ", ".join(open_)}


def paper_differs(tables: Sequence[Table]) -> str:
    """Return whose paper has other sums than what was entered, as what is to be done about it."""
    says = ngettext(
        "look why the paper of table %(tables)s has other sums",
        "look why the papers of tables %(tables)s have other sums",
        len(tables),
    )
    return says % {"tables": in_runs([table.number for table in tables])}


def _provisional(rounds: Sequence[Round]) -> str:
    event = rounds[0].event
    says = ngettext(
        "%(name)s, %(date)s, is provisional: round %(rounds)s is not closed, and its figures may "
        "still change.",
        "%(name)s, %(date)s, is provisional: rounds %(rounds)s are not closed, and their figures "
        "may still change.",
        len(rounds),
    )
    return says % {
        "name": event.name,
        "date": formats.date_format(event.date, "DATE_FORMAT"),
        "rounds": ", ".join(str(round_.number) for round_ in rounds),
    }
