"""How an event was played, for everybody."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from lhombre_club.drawn import Drawn, drawn, once_for_all
from tournaments.figures import pages
from tournaments.figures.counted import by_contract, by_player, by_table, by_team
from tournaments.figures.queries import named, played, team_of
from tournaments.models import Event
from tournaments.review.pages.finality import how_final
from tournaments.review.queries.rounds import is_final, rounds
from tournaments.standings.views.shown import released, tag_of


@require_safe
@once_for_all
def public(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the contracts, the players and the awards, of what everybody may see."""
    event = released(pk)
    figures = drawn(f"figures:{pk}", lambda last: _draw(event, last)).table
    return render(request, "figures/figures.html", {"event": event, "figures": figures})


def _draw(event: Event, last: Drawn | None) -> tuple[str, SafeString]:
    """Return the tag and the figures, which are counted if the last ones are of another state."""
    tag = tag_of(event)
    if last and last.tag == tag:
        return tag, last.table
    found = played(event)
    own, teams = by_player(found), by_team(found, team_of(event))
    plan = rounds(event, named=False)
    context = {
        "event": event,
        "all_deals": len(found.deals),
        "tells_all": found.tells_all,
        "keeps_back": found.keeps_back,
        "outcomes": pages.heads(own.values()),
        "contracts": pages.contract_lines(by_contract(found), found.ruleset),
        "tables": pages.table_lines(by_table(found)),
        "players": pages.player_lines(own, named(event.participants.all())),
        "teams": pages.player_lines(teams, named(event.teams.all())),
        "how_final": how_final(event, plan),
        "is_final": is_final(event, plan),
        "awards": pages.awards(found) if found.tells_all else (),
        "had_help": found.had_help,
    }
    return tag, render_to_string("figures/counted.html", context)
