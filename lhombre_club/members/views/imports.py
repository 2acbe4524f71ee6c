"""Import a list of members: choose a file or paste it, look at what would happen, accept."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from lhombre_club.bodies import takes_a_file
from lhombre_club.members import domain, queries
from lhombre_club.members.access import DirectorRequest, may
from lhombre_club.members.details import FIELDS
from lhombre_club.members.forms import ImportForm
from lhombre_club.members.importing import drafts
from lhombre_club.members.importing.drafts import Draft
from lhombre_club.members.importing.file import MAX_BYTES, decode
from lhombre_club.members.importing.lines import status_words
from lhombre_club.members.importing.preview import Kind, Preview
from lhombre_club.members.offices import Deed
from lhombre_club.members.own_fields import fields_of
from lhombre_club.members.times_forms import FirstDayForm
from lhombre_club.refusal import Refusal


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@may(Deed.MEMBERS)
@takes_a_file
def import_list(request: DirectorRequest) -> HttpResponse:
    """The three steps, at one address."""
    if request.method == "POST" and "draft" in request.POST:
        return _go_on(request)
    form = ImportForm()
    if request.method == "POST":
        form = ImportForm(request.POST, request.FILES)
        if form.is_valid():
            # One byte more than is allowed tells a file that is too large without reading it all.
            data = form.read(MAX_BYTES + 1)
            try:
                return _look(request, data, pasted=not form.cleaned_data["file"])
            except Refusal as refusal:
                form.add_error("file" if form.cleaned_data["file"] else "text", str(refusal))
    return _ask(request, form)


def _ask(request: DirectorRequest, form: ImportForm) -> HttpResponse:
    own = fields_of(request.club)
    labels = [
        *(field.label for field in FIELDS.values()),
        _("Member since"),
        *(field.label for field in own),
    ]
    context = {"form": form, "statuses": status_words(), "read": ", ".join(labels)}
    return render(request, "members/import.html", context)


def _look(request: DirectorRequest, data: bytes, *, pasted: bool) -> HttpResponse:
    text = decode(data)
    plan = domain.preview_import(club=request.club, text=text)
    return _show(request, Draft(text, plan.digest, pasted), plan)


def _show(request: DirectorRequest, draft: Draft, plan: Preview, notice: str = "") -> HttpResponse:
    first_day = _first_day(request)
    context = {
        "first_day": first_day if plan.count(Kind.NEW) else None,
        "preview": plan,
        "changing": [line for line in plan.lines if line.kind in {Kind.NEW, Kind.CHANGED}],
        "unchanged": [line for line in plan.lines if line.kind is Kind.UNCHANGED],
        "draft": drafts.seal(request.club, draft),
        "pasted": draft.pasted,
        "notice": notice,
    }
    status = 400 if first_day.errors else 200
    return render(request, "members/import_preview.html", context, status=status)


def _first_day(request: DirectorRequest) -> FirstDayForm:
    said = request.POST if "since" in request.POST else None
    return FirstDayForm(said, initial={"since": queries.evening()})


def _go_on(request: DirectorRequest) -> HttpResponse:
    """Accept what was shown, or go back to what was pasted."""
    try:
        draft = drafts.unseal(request.club, request.POST["draft"])
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return redirect("members:import")
    if "back" in request.POST:
        return _ask(request, ImportForm(initial={"text": draft.text}))
    return _accept(request, draft)


def _accept(request: DirectorRequest, draft: Draft) -> HttpResponse:
    first_day = _first_day(request)
    if first_day.errors:
        plan = domain.preview_import(club=request.club, text=draft.text)
        return _show(request, replace(draft, seen=plan.digest), plan)
    try:
        done = domain.import_members(
            club=request.club,
            text=draft.text,
            actor=request.user.actor,
            seen=draft.seen,
            since=first_day.cleaned_data["since"] if first_day.is_bound else None,
        )
    except domain.StalePreviewError as stale:
        again = replace(draft, seen=stale.preview.digest)
        return _show(request, again, stale.preview, str(stale))
    messages.success(
        request,
        _("Imported: %(new)d new, %(changed)d changed, %(errors)d left out.")
        % {"new": done.new, "changed": done.changed, "errors": done.errors},
    )
    return redirect("members:list")
