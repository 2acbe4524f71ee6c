"""What the club writes to its members: each letter waits here until it has gone."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.models import Club, Person


class Letter(models.Model):
    """One letter to one member; by e-mail where there is an address, else on paper.

    What opens something, such as the member's own link, is put in when it goes, and never kept.
    """

    class Kind(models.TextChoices):
        INVITATION = "invitation", _("invitation")
        PLAN = "plan", _("plan")
        RESULT = "result", _("result")
        REMINDER = "reminder", _("reminder of dues")
        RECEIPT = "receipt", _("receipt")

    class State(models.TextChoices):
        WAITING = "waiting", _("waits")
        SENDING = "sending", _("is being sent")
        """A worker has it. If that dies, nobody knows whether it has gone: it is not sent again."""
        SENT = "sent", _("sent")
        LOGGED = "logged", _("only written to the log, as there is no mail server")
        FAILED = "failed", _("not sent")
        BOUNCED = "bounced", _("came back")
        """As whoever reads the club's mail has seen; the program does not."""
        PRINTED = "printed", _("printed")

    class Error(models.TextChoices):
        UNREACHABLE = "unreachable", _("The mail server cannot be reached. It is tried again soon.")
        REFUSED = "refused", _("The mail server did not take it.")
        ADDRESS = "address", _("The e-mail address is wrong.")
        LOST = "lost", _("The program was stopped just then: it may have gone or not.")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="letters")
    batch = models.UUIDField()
    """Letters that were sent off together."""
    kind = models.CharField(max_length=10, choices=Kind)
    about = models.CharField(max_length=36)
    """A day, or the key of an event, a half of a season or a receipt."""
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="letters")
    email = models.CharField(max_length=254, blank=True)
    """Where it goes; empty: it is printed."""
    subject = models.CharField(max_length=200)
    text = models.TextField(max_length=8000)
    digest = models.CharField(max_length=64)
    """Of what the program says in it: another as soon as that is."""
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    error = models.CharField(max_length=12, choices=Error, blank=True)
    actor = models.CharField(max_length=80)
    made_at = models.DateTimeField(default=timezone.now)
    at = models.DateTimeField(default=timezone.now)
    """Since when it is in its state."""

    class Meta:
        ordering = ["made_at", "pk"]
        indexes = [models.Index(fields=["state", "at"], name="letters_that_wait")]
        constraints = [
            models.UniqueConstraint(fields=["batch", "person"], name="letter_once"),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "printed"]) | ~Q(email=""),
                name="letter_sent_somewhere",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.about}: {self.state}"
