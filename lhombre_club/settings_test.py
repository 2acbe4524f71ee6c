"""The settings for tests: a fast hasher, a folder of their own, nothing left behind."""

import atexit
import os
import shutil
import tempfile


def _remove(folder: str, owner: int) -> None:
    """Remove the folder at the end of the process that made it, not of one that it forked."""
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


if "LHOMBRE_VAR" not in os.environ:
    os.environ["LHOMBRE_VAR"] = tempfile.mkdtemp(prefix="lhombre-test-")
    atexit.register(_remove, os.environ["LHOMBRE_VAR"], os.getpid())
os.environ.setdefault("SECRET_KEY", "only for tests")

from lhombre_club.settings import *

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# Threads and the live server share the file, so that tests meet the database the club has.
if DATABASES["default"]["ENGINE"] == "lhombre_club.queued_sqlite":
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}
WHITENOISE_AUTOREFRESH = True  # each test client would look through all static files first
AXES_ENABLED = False
STANDINGS_SECONDS = 0  # what was just entered is looked for
