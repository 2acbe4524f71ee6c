"""Photos of a table's sheet: attach, look at, remove. For directors of the club alone."""

from uuid import UUID

from django.contrib import messages
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.members.access import DirectorRequest, director_required
from tournaments.domain import photos as domain
from tournaments.interfaces.photos import REFUSALS, PhotoForm
from tournaments.models import SheetPhoto, Table


@never_cache
@director_required
def page(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Show a table's photos, and take another."""
    tables = Table.objects.select_related("round__event")
    table = get_object_or_404(tables, pk=pk, round__event__club=request.club)
    form = PhotoForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data["file"].read(domain.LARGEST + 1)
        try:
            domain.attach(table=table, data=data, actor=request.user.actor)
        except domain.PhotoRefusedError as refused:
            form.add_error("file", str(REFUSALS[refused.why]))
        else:
            messages.success(request, _("The photo is kept with the sheet."))
            return redirect("tournaments:photos", table.pk)
    context = {
        "table": table,
        "round": table.round,
        "event": table.round.event,
        "photos": SheetPhoto.objects.filter(table=table),
        "form": form,
    }
    status = 400 if form.errors else 200
    return render(request, "tournaments/photos.html", context, status=status)


@require_safe
@never_cache
@director_required
def picture(request: DirectorRequest, pk: UUID) -> HttpResponseBase:
    """Send a photo, as a picture and nothing else."""
    file = domain.file_of(_own(request, pk))
    if not file.is_file():
        raise Http404
    response = FileResponse(file.open("rb"), content_type="image/jpeg", filename="sheet.jpg")
    response["X-Content-Type-Options"] = "nosniff"
    return response


@require_POST
@director_required
def remove(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Take a photo away."""
    photo = _own(request, pk)
    domain.remove(photo=photo, actor=request.user.actor)
    messages.success(request, _("The photo is removed."))
    if photo.table_id is None:
        return redirect("tournaments:tray", photo.event_id)
    return redirect("tournaments:photos", photo.table_id)


def _own(request: DirectorRequest, pk: UUID) -> SheetPhoto:
    photos = SheetPhoto.objects.select_related("event")
    return get_object_or_404(photos, pk=pk, event__club=request.club)
