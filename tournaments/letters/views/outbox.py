"""What was written to members, and what became of it."""

from uuid import UUID

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.environment import sends_mail
from lhombre_club.members.access import DirectorRequest, look_at, may
from lhombre_club.members.alphabet import danish_key
from lhombre_club.members.namesakes import tagged
from lhombre_club.members.offices import Deed
from lhombre_club.printing.domain.asking import demand_room
from lhombre_club.refusal import messages_about
from tournaments.access import of
from tournaments.letters.domain import outbox
from tournaments.letters.pages import paper, shown
from tournaments.letters.words import MAY
from tournaments.models import Letter
from tournaments.words.own_link import masked


@require_safe
@never_cache
@may(Deed.LETTERS)
def index(request: DirectorRequest) -> HttpResponse:
    """Show what was written, and lead to what can be."""
    kinds = shown.kinds_of(request.may)
    context = {
        "to_write": shown.to_write(request.club, kinds),
        "batches": shown.batches(request.club, kinds),
        "no_server": not sends_mail(),
    }
    return render(request, "letters/index.html", context)


@require_safe
@never_cache
@may(Deed.LETTERS)
def batch(request: DirectorRequest, batch: UUID) -> HttpResponse:
    """Show each letter of a batch, how it is with it, and what can be done."""
    rows = list(_letters(request, batch).select_related("person"))
    tagged(request.club.pk, [each.person for each in rows])
    rows.sort(key=lambda each: danish_key(each.person.listed))
    first = rows[0]
    context = {
        "first": first,
        "letters": [(each, masked(each.text)) for each in rows],
        "on_paper": shown.may_print(rows),
        "back": outbox.BACK,
        "again": shown.again(first),
        "no_server": not sends_mail(),
    }
    return render(request, "letters/batch.html", context)


@require_POST
@may(Deed.LETTERS)
def on_paper(request: DirectorRequest, batch: UUID) -> HttpResponse:
    """Ask for the paper of those who get no e-mail."""
    first = _letters(request, batch)[0]
    actor = request.user.actor
    demand_room(actor=actor)
    if not outbox.print_batch(club=request.club, batch=batch, actor=actor):
        messages.info(request, _("Everybody gets these letters by e-mail."))
        return redirect("tournaments:letters-batch", batch)
    job = paper.ask_for_letters(club=request.club, batch=batch, deed=MAY[first.kind], actor=actor)
    return redirect("tournaments:paper-coming", job.pk)


@require_POST
@of(Letter.objects.select_related("club", "person"), "club", Deed.LETTERS)
def letter(request: DirectorRequest, row: Letter) -> HttpResponse:
    """Note that a letter came back, or let it go once more."""
    if MAY[row.kind] not in request.may:
        raise Http404
    deed, actor = request.POST.get("deed", ""), request.user.actor
    if deed == "bounced":
        with messages_about(request, _("It is noted that the letter came back.")):
            outbox.bounced(letter=row, actor=actor)
    elif deed in {"again", "paper"}:
        with messages_about(request, _("The letter waits to go once more.")):
            outbox.again(letter=row, on_paper=deed == "paper", actor=actor)
    return redirect("tournaments:letters-batch", row.batch)


def _letters(request: DirectorRequest, batch: UUID) -> QuerySet[Letter]:
    """Return the letters of a batch; raise Http404 for one that is not his to read."""
    own = Letter.objects.filter(club__in=request.clubs, batch=batch).select_related("club")
    first = own.first()
    if first is None:
        raise Http404
    look_at(request, first.club)
    if MAY[first.kind] not in request.may:
        raise Http404
    return own.order_by("pk")
