"""The printing app, named."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PrintingConfig(AppConfig):
    """Print jobs."""

    name = "lhombre_club.printing"
    label = "printing"
    verbose_name = _("Printing")
