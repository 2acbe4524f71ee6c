"""Import a list of members: choose a file, look at what would happen, accept."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from lhombre_club.members import domain, drafts
from lhombre_club.members.access import DirectorRequest, director_required
from lhombre_club.members.csv_file import MAX_BYTES, UnreadableFileError, decode
from lhombre_club.members.csv_import import Kind, Preview
from lhombre_club.members.drafts import Draft, DraftExpiredError
from lhombre_club.members.forms import ImportForm


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@director_required
def import_list(request: DirectorRequest) -> HttpResponse:
    """The three steps, at one address."""
    if request.method == "POST" and "draft" in request.POST:
        return _accept(request)
    form = ImportForm()
    if request.method == "POST":
        form = ImportForm(request.POST, request.FILES)
        if form.is_valid():
            # One byte more than is allowed tells a file that is too large without reading it all.
            data = form.cleaned_data["file"].read(MAX_BYTES + 1)
            try:
                return _look(request, data)
            except UnreadableFileError as unreadable:
                form.add_error("file", str(unreadable))
    return render(request, "members/import.html", {"form": form})


def _look(request: DirectorRequest, data: bytes) -> HttpResponse:
    text = decode(data)
    plan = domain.preview_import(club=request.club, text=text)
    return _show(request, text, plan)


def _show(request: DirectorRequest, text: str, plan: Preview, notice: str = "") -> HttpResponse:
    context = {
        "preview": plan,
        "changing": [line for line in plan.lines if line.kind in {Kind.NEW, Kind.CHANGED}],
        "unchanged": [line for line in plan.lines if line.kind is Kind.UNCHANGED],
        "draft": drafts.seal(request.club, Draft(text, plan.digest)),
        "notice": notice,
    }
    return render(request, "members/import_preview.html", context)


def _accept(request: DirectorRequest) -> HttpResponse:
    try:
        draft = drafts.unseal(request.club, request.POST["draft"])
    except DraftExpiredError:
        messages.error(request, _("The page was too old: choose the file once more."))
        return redirect("members:import")
    try:
        done = domain.import_members(
            club=request.club, text=draft.text, actor=request.user.actor, seen=draft.seen
        )
    except domain.StalePreviewError as stale:
        notice = _("The members have been changed meanwhile. This is what would happen now.")
        return _show(request, draft.text, stale.preview, notice)
    messages.success(
        request,
        _("Imported: %(new)d new, %(changed)d changed, %(errors)d left out.")
        % {"new": done.new, "changed": done.changed, "errors": done.errors},
    )
    return redirect("members:list")
