"""The settings for tests: a fast hasher, a folder of their own, nothing left behind."""

import os
import tempfile

os.environ.setdefault("LHOMBRE_VAR", tempfile.mkdtemp(prefix="lhombre-test-"))
os.environ.setdefault("SECRET_KEY", "only for tests")

from lhombre_club.settings import *

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# Threads and the live server share the file, so that tests meet the database the club has.
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}
AXES_ENABLED = False
