"""How a season counts its evenings and places its players, in words."""

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from scoring.standings import METRICS
from tournaments.standings.pages.standings import SUBSTITUTES, order_of, too_few
from tournaments.standings.queries.seasons import SeasonTable
from tournaments.words import wording


def counting(found: SeasonTable) -> str:
    """Say how many evenings of each count."""
    season = found.season
    if season.best:
        return ngettext(
            "The best evening of each player counts; what is struck out does not.",
            "The best %(best)s evenings of each player count; what is struck out does not.",
            season.best,
        ) % {"best": season.best}
    if _counts_no_past(found):
        return gettext("All evenings count but those that are struck out.")
    leaves_out = any(each.abandoned for each in found.evenings)
    if leaves_out and not season.counts_abandoned:
        return gettext("All evenings count but those that were broken off.")
    return gettext("All evenings count.")


def order(found: SeasonTable) -> str:
    """Return what decides the places, with what does not compare in them."""
    ranked = found.table.ranked
    says = order_of(
        ranked.chain,
        ranked.comparison,
        mixed_sizes=ranked.mixed_sizes,
        unplaced=too_few() if ranked.too_few_deals else "",
    )
    also = [str(SUBSTITUTES)] if found.has_substitutes else []
    return " ".join([says, *also, *_of_rules(found), *_of_past(found)])


def _of_rules(found: SeasonTable) -> list[str]:
    """Say that points of several rule sets are added, where they are."""
    played = (event.ruleset for event in found.events)
    rules = dict.fromkeys(wording.titled(each["id"], each["name"]) for each in played)
    if len(rules) <= 1:
        return []
    says = gettext(
        "The evenings were not played by one set of rules (%(rules)s), and their points are added "
        "as they are."
    )
    return [says % {"rules": ", ".join(rules)}]


def _of_past(found: SeasonTable) -> list[str]:
    """Say of which evenings nothing but the results is known, and what that does to the places."""
    past = [each for each in found.evenings if each.event is None]
    if not past:
        return []
    told = ", ".join(f"{each.name} ({date_format(each.date, 'DATE_FORMAT')})" for each in past)
    says = gettext(
        "Only the results were taken in of %(evenings)s: there are no deals of them to look at, "
        "and no statistics count them."
    )
    chain = found.table.ranked.chain
    if _counts_no_past(found):
        then = gettext(
            "They do not count here, where places are given by what is not known of them "
            "(%(figure)s): whoever has only played in them has no place."
        ) % {"figure": wording.METRICS[chain[0]]}
        return [says % {"evenings": told}, then]
    unknown = [str(wording.METRICS[key]) for key in chain if METRICS[key].needs_games]
    if not unknown:
        return [says % {"evenings": told}]
    then = gettext(
        "This is not known of them and parts nobody: %(figures)s. What comes next does, or a "
        "place is shared."
    ) % {"figures": ", ".join(unknown)}
    return [says % {"evenings": told}, then]


def _counts_no_past(found: SeasonTable) -> bool:
    """Whether there are past evenings, and what is compared first is not known of them."""
    first = METRICS[found.table.ranked.chain[0]]
    return first.needs_games and any(each.event is None for each in found.evenings)
