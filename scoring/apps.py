"""The scoring app, named."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScoringConfig(AppConfig):
    """The journal."""

    name = "scoring"
    verbose_name = _("Accounts")
