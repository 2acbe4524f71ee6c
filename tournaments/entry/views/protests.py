"""A protest from the table, and any that is taken back."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from lhombre_club.refusal import messages_about
from tournaments.book.actors import USER
from tournaments.entry.domain import links
from tournaments.entry.views.at_table import reads_table
from tournaments.models import Participant, Protest, Table
from tournaments.review.domain.protests import withdraw as take_back
from tournaments.review.views import protesting


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@reads_table
def complain(request: HttpRequest, table: Table, actor: str) -> HttpResponse:
    """Protest against a deal of the table: written here, once asked and once sent.

    A director notes it for who says so: one of those who sit there, or the table.
    """
    back = reverse("tournaments:recap", args=[table.pk])
    if request.method != "POST":
        return protesting.write(request, table=table, back=back, actor=actor)
    whose = _objector(request, table) if links.is_director(request, table.round.event) else None
    return protesting.send(request, table=table, participant=whose, back=back, actor=actor)


def _objector(request: HttpRequest, table: Table) -> Participant | None:
    """Return who objects, as the director chose; None: the table. Nobody else can be meant."""
    chosen = request.POST.get("participant", "")
    there = Participant.objects.filter(seats__table=table)
    return next((one for one in there if str(one.pk) == chosen), None)


@require_POST
def withdraw(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Take back a protest of one’s own; there is none of anybody else."""
    own = [*filter(None, (protesting.protester(request), links.device_of(request)))]
    found = get_object_or_404(Protest.objects.select_related("table__round"), pk=pk, actor__in=own)
    with messages_about(request, _("The protest is taken back.")):
        take_back(protest=found, actor=found.actor)
    if found.participant_id is None or found.actor.startswith(USER):  # it stands there
        back = reverse("tournaments:recap", args=[found.table_id])
    else:
        place = [found.table.round.event_id, found.participant_id]
        back = reverse("tournaments:public-player", args=place)
    return redirect(f"{back}{protesting.place_of(found.table, found.deal)}")
