"""The settings with their protection switched off: writers wait as SQLite has them wait."""

# ruff: noqa: F403, F405 -- the settings, but for one
from lhombre_club.settings import *

DATABASES["default"]["ENGINE"] = "django.db.backends.sqlite3"
