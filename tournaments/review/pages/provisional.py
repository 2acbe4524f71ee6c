"""Which figures may still change, in sentences."""

from collections.abc import Sequence

from django.utils import formats
from django.utils.translation import ngettext

from tournaments.models import Round
from tournaments.review.queries.provisional import Doubts


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
    return [*protests, *provisional_sentences(found.rounds)]


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
