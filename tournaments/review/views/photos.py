"""Photos of a table's sheet: attach, look at, remove. For directors of the club alone."""

from django.contrib import messages
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.bodies import takes_a_file
from lhombre_club.members.access import DirectorRequest
from lhombre_club.refusal import Refusal
from tournaments.access import of, of_table
from tournaments.models import SheetPhoto, Table
from tournaments.review.domain import photos as domain
from tournaments.review.pages.photos import PhotoForm

_of_photo = of(SheetPhoto.objects.select_related("event"), "event__club")


@never_cache
@of_table
@takes_a_file
def page(request: DirectorRequest, table: Table) -> HttpResponse:
    """Show a table's photos, and take another."""
    form = PhotoForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data["file"].read(domain.LARGEST + 1)
        try:
            domain.attach(table=table, data=data, actor=request.user.actor)
        except Refusal as refusal:
            form.add_error("file", str(refusal))
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
    return render(request, "review/photos.html", context, status=status)


@require_safe
@never_cache
@_of_photo
def picture(_request: DirectorRequest, photo: SheetPhoto) -> HttpResponseBase:
    """Send a photo, as a picture and nothing else."""
    file = domain.file_of(photo)
    if not file.is_file():
        raise Http404
    response = FileResponse(file.open("rb"), content_type="image/jpeg", filename="sheet.jpg")
    response["X-Content-Type-Options"] = "nosniff"
    return response


@require_POST
@_of_photo
def remove(request: DirectorRequest, photo: SheetPhoto) -> HttpResponse:
    """Take a photo away."""
    domain.remove(photo=photo, actor=request.user.actor)
    messages.success(request, _("The photo is removed."))
    if photo.table_id is None:
        return redirect("tournaments:tray", photo.event_id)
    return redirect("tournaments:photos", photo.table_id)
