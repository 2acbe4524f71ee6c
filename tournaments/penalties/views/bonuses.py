"""Side bonuses of an event: see them, give one, take one away."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from lhombre_club.members.access import DirectorRequest
from lhombre_club.numbers import read_whole
from lhombre_club.refusal import Refusal, messages_about
from tournaments.access import of, of_event
from tournaments.models import Event, SideBonus
from tournaments.penalties.domain.bonuses import give_bonus, is_settled, withdraw_bonus
from tournaments.penalties.forms import BonusForm
from tournaments.words.bonuses import bonus_line


@never_cache
@of_event
def page(request: DirectorRequest, event: Event) -> HttpResponse:
    """Show the side bonuses of an event, and the form for one more."""
    number = read_whole((request.POST or request.GET).get("round"))
    form = BonusForm(event, request.POST or None, number=number)
    if request.method == "POST" and form.is_valid():
        try:
            give_bonus(event=event, bonus=form.bonus(), actor=request.user.actor)
        except Refusal as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _stored(event))
            there = reverse("tournaments:bonuses", args=[event.pk])
            return redirect(f"{there}?round={form.number}")
    given = SideBonus.objects.filter(event=event).select_related("winner")
    context = {
        "event": event,
        "form": form,
        "bonuses": [
            (bonus_line(bonus, oere=event.has_oere), bonus.withdrawn_at)
            for bonus in given.prefetch_related("payers")
        ],
    }
    status = 400 if form.errors else 200
    return render(request, "penalties/bonuses.html", context, status=status)


def _stored(event: Event) -> str:
    """Return when a bonus that was just given counts: what is settled is settled again."""
    if is_settled(event):
        return _("It is stored. The evening is settled up already: settle it up again.")
    return _("It is stored, and counts when the evening is settled up.")


@require_POST
@of(SideBonus.objects.select_related("event"), "event__club")
def withdraw(request: DirectorRequest, bonus: SideBonus) -> HttpResponse:
    """Take a side bonus away; it stays in the list, crossed out."""
    done = _("It is taken away. Nobody pays it.")
    if is_settled(bonus.event):
        done = _("It is taken away. The evening is settled up already: settle it up again.")
    with messages_about(request, done):
        withdraw_bonus(bonus=bonus, actor=request.user.actor)
    return redirect("tournaments:bonuses", bonus.event_id)
