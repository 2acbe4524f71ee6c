"""Rules of a club's own: make them from others, change them, put them away."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from lhombre_club.members.access import DirectorRequest, director_required, look_at
from lhombre_club.refusal import Refusal, messages_about
from tournaments.book.presets import own_rules, rulesets_of
from tournaments.club import domain
from tournaments.club.forms import OwnRulesForm
from tournaments.club.reasons import ClubReason
from tournaments.words import wording
from tournaments.words.options import differs


@never_cache
@director_required
def new(request: DirectorRequest) -> HttpResponse:
    """Make rules from others, which are filled in."""
    base = rulesets_of(request.club).get(request.GET.get("from", ""))
    if base is None:
        return redirect("tournaments:club")
    return _form(request, OwnRulesForm(base, request.POST or None), "")


@never_cache
@director_required
def change(request: DirectorRequest, slug: str) -> HttpResponse:
    """Make the next version of the club's own rules."""
    _expect_own(request, slug)
    base = rulesets_of(request.club)[slug]
    return _form(request, OwnRulesForm(base, request.POST or None, version=base.version), slug)


@require_POST
@director_required
def away(request: DirectorRequest, slug: str) -> HttpResponse:
    """Offer rules no longer."""
    _expect_own(request, slug)
    with messages_about(request, _("The rules are put away. Events keep what they began with.")):
        domain.put_away(club=request.club, slug=slug, actor=request.user.actor)
    return redirect("tournaments:club")


def _expect_own(request: DirectorRequest, slug: str) -> None:
    """Look at the club whose rules they are; Http404 if they are of none that he directs."""
    for club in (request.club, *request.clubs):
        if slug in own_rules(club):
            look_at(request, club)
            return
    raise Http404


def _form(request: DirectorRequest, form: OwnRulesForm, slug: str) -> HttpResponse:
    if request.method == "POST" and form.is_valid():
        try:
            domain.keep_own_rules(
                club=request.club,
                base=form.base,
                rules=form.rules,
                name=form.cleaned_data["name"],
                seen=(form.cleaned_data["version"] or 0) if slug else None,
                actor=request.user.actor,
            )
        except Refusal as refusal:
            if refusal.reason is ClubReason.STALE:
                messages.error(request, str(refusal))
                return redirect("tournaments:own-rules", slug)
            form.add_error("name", str(refusal))
        else:
            messages.success(request, _("The rules are kept. New events can be played by them."))
            return redirect("tournaments:club")
    context = {
        "form": form,
        "slug": slug,
        "base": wording.title(form.base),
        "differs": differs(form.base),
        **form.parts(),
    }
    status = 400 if request.method == "POST" else 200
    return render(request, "club/rules.html", context, status=status)
