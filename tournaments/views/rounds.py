"""Close a round once its account is proved, and open it again."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from lhombre_club.members.access import DirectorRequest, director_required
from tournaments.domain import rounds as domain
from tournaments.domain.corrections import ReasonError
from tournaments.domain.results import NotOpenError
from tournaments.models import Round


@require_POST
@director_required
def close(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Let what was played in the round be final."""
    round_ = _own(request, pk)
    try:
        domain.close_round(round_=round_, actor=request.user.actor)
    except domain.LedgerError as error:
        messages.error(
            request,
            _("The account does not agree with the results: %(says)s. Run check_ledger --rebuild.")
            % {"says": error.findings[0]},
        )
    except NotOpenError:
        messages.error(request, _("The round is not released."))
    else:
        messages.success(
            request, _("The account is proved, and the round is closed. It can still be corrected.")
        )
    return redirect("tournaments:event", round_.event_id)


@require_POST
@director_required
def reopen(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Take results in a closed round again."""
    round_ = _own(request, pk)
    reason = request.POST.get("reason", "")
    try:
        domain.reopen_round(round_=round_, reason=reason, actor=request.user.actor)
    except ReasonError:
        messages.error(request, _("Say why the round is opened again, in at most 72 letters."))
    except NotOpenError:
        messages.error(request, _("The round is not released."))
    else:
        messages.success(request, _("The round is open: its tables take results again."))
    return redirect("tournaments:event", round_.event_id)


def _own(request: DirectorRequest, pk: UUID) -> Round:
    rounds = Round.objects.select_related("event")
    return get_object_or_404(rounds, pk=pk, event__club=request.club)
