"""What a director types about who enters at the tables."""

import datetime as dt
from typing import Any

from django import forms
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from lhombre_club.members import domain
from lhombre_club.members.models import ClubRole
from lhombre_club.members.queries import EVENING_ENDS, evening
from tournaments.calendar.forms import FARTHEST
from tournaments.models import Event, Table


class ScorerForm(forms.Form):
    """On which day, and at which tables, a scorer enters."""

    date = forms.DateField(
        label=gettext_lazy("Evening"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=gettext_lazy("The office ends by itself at five in the morning after."),
    )
    tables = forms.MultipleChoiceField(
        label=gettext_lazy("Tables"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("None ticked: all tables of the event."),
    )

    def __init__(self, event: Event, data: Any = None) -> None:
        """Ask for an evening of ``event``, from tonight on."""
        super().__init__(data, initial={"date": max(event.date, evening())})
        self.event = event
        most = Table.objects.filter(round__event=event).aggregate(most=Max("number"))["most"]
        numbers = [(number, str(number)) for number in range(1, (most or 0) + 1)]
        self.fields["tables"].choices = numbers  # type: ignore[attr-defined]  # it is one of choices
        if not numbers:
            del self.fields["tables"]

    def clean_date(self) -> dt.date:
        """Refuse an evening that is over, and one that must be a slip."""
        date: dt.date = self.cleaned_data["date"]
        if date < evening():
            raise forms.ValidationError(_("This evening is over."))
        if date > evening() + FARTHEST:
            raise forms.ValidationError(_("That is more than three years away. Look at the year."))
        return date

    @property
    def offer(self) -> domain.Offer:
        """The office as it is offered."""
        date = self.cleaned_data["date"]
        begins = timezone.make_aware(dt.datetime.combine(date, dt.time.min)) + EVENING_ENDS
        return domain.Offer(
            role=ClubRole.Role.SCORER,
            since=begins,
            until=begins + dt.timedelta(days=1),
            event=self.event.pk,
            tables=[int(number) for number in self.cleaned_data.get("tables", ())],
        )
