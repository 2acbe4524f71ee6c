"""The settings with their protection switched off: writers wait as SQLite has them wait."""

from lhombre_club.settings import *

DATABASES["default"]["ENGINE"] = "django.db.backends.sqlite3"
