"""Settings, read once from the environment; what they do not understand stops the start.

Nothing needs to be set: a club laptop runs on SQLite and an embedded worker out of ``var/``.
Growing up is a matter of DATABASE_URL, CELERY_BROKER_URL, CACHE_URL and SITE_TLS; every
variable is described in docs/operations.md.
"""

import secrets
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from lhombre_club import spool
from lhombre_club.environment import (
    KEPT,
    SESSION_HOURS,
    contact,
    cookie_name,
    hours,
    made,
    mail,
    networks,
    seconds,
    signing_keys,
    switch,
    writes_in,
)
from lhombre_club.queued_sqlite.library import wal_is_safe
from lhombre_club.web import authority

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

VAR_DIR = made(Path(env.str("LHOMBRE_VAR", default=str(BASE_DIR / "var"))).resolve())


def _secret_keys() -> list[str]:
    """Return this installation's own key, made at the first start, and those of before it."""
    path = VAR_DIR / "secret_key"
    if not path.exists():
        unfinished = VAR_DIR / f"secret_key.{secrets.token_hex(4)}"
        unfinished.touch(mode=0o600)
        unfinished.write_text(secrets.token_urlsafe(64), encoding="ascii")
        try:
            path.hardlink_to(unfinished)
        except FileExistsError:
            pass  # another process was first: its key counts
        finally:
            unfinished.unlink()
    return signing_keys(path.read_text(encoding="utf-8-sig"))


_SIGNS = env.str("SECRET_KEY", default="")
KEY_IS_NEW = not (_SIGNS or (VAR_DIR / "secret_key").exists())  # it has signed nothing yet
# What an earlier key has signed is still good: a sheet that lies printed, somebody logged in.
with writes_in(VAR_DIR):
    SECRET_KEY, *_EARLIER = [_SIGNS] if _SIGNS else _secret_keys()
SECRET_KEY_FALLBACKS = [*_EARLIER, *env.list("SECRET_KEY_FALLBACKS", default=[])]
DEBUG = switch(env.str("DEBUG", default="off"))
SITE_TLS = switch(env.str("SITE_TLS", default="off"))
# Whether offices demand a second step: on a site that anybody can reach, unless it says otherwise.
SECOND_FACTOR = switch(env.str("SECOND_FACTOR", default="on" if SITE_TLS else "off"))

# The club's own certificate authority, there once `./club run --lan --tls` has made it.
AUTHORITY_DIR = VAR_DIR / authority.FOLDER

# Where a phone in the room reaches the program, printed in QR codes; `./club run` sets it, and
# what runs beside it (`./club link`) finds there what it has set last.
SERVED_AT = VAR_DIR / "address"
PUBLIC_URL = env.str("PUBLIC_URL", default="").rstrip("/") or (
    SERVED_AT.read_text(encoding="utf-8").strip() if SERVED_AT.exists() else "http://127.0.0.1:8000"
)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"])
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if SITE_TLS else []

# Whom to tell of a hole in the program, for /.well-known/security.txt.
SECURITY_CONTACT = contact(env.str("SECURITY_CONTACT", default=""))

# Who is believed about where a request comes from: a proxy on this machine, unless it says others.
TRUSTED_PROXIES = networks(env.list("TRUSTED_PROXIES", default=["127.0.0.1", "::1"]))

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "django_htmx",
    "csp",
    "axes",
    "simple_history",
    "lhombre_club.members",
    "lhombre_club.printing",
    "scoring",
    "tournaments",
]

MIDDLEWARE = [
    "lhombre_club.visitors.VisitorMiddleware",
    "lhombre_club.web.robots.NoindexMiddleware",
    "lhombre_club.logs.RequestMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "lhombre_club.web.packed.PackedFilesMiddleware",
    "lhombre_club.web.packed.PackedPagesMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "lhombre_club.club_words.speaking.ClubWordsMiddleware",
    "lhombre_club.members.shown.EverybodyMiddleware",
    "django.middleware.common.CommonMiddleware",
    "lhombre_club.bodies.BodyMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "lhombre_club.members.logins.sessions.SessionsMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "lhombre_club.members.logins.again.AgainMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "lhombre_club.members.once.OnceMiddleware",
    "lhombre_club.refusal.RefusalMiddleware",
    "lhombre_club.tables.TablesMiddleware",
    "axes.middleware.AxesMiddleware",
]
MESSAGE_STORAGE = "lhombre_club.members.once.Storage"

ROOT_URLCONF = "lhombre_club.urls"
WSGI_APPLICATION = "lhombre_club.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "lhombre_club.members.templatetags.once",
                "lhombre_club.tables.tags",
            ],
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["django.template.loaders.filesystem.Loader"],
                ),
            ],
        },
    },
]

# --- database -----------------------------------------------------------------------------
# WAL needs a library without the WAL-reset bug; a rollback journal is slower and as safe. Older
# libraries trust no schema with json_valid(), which each JSON column of ours is checked by.
_JOURNAL = (
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA trusted_schema=OFF;"
    if wal_is_safe()
    else "PRAGMA journal_mode=TRUNCATE; PRAGMA synchronous=EXTRA;"
)
SQLITE_OPTIONS = {
    "timeout": 20,
    # DEFERRED loses a race between reading and writing with "database is locked".
    "transaction_mode": "IMMEDIATE",
    "init_command": _JOURNAL + "PRAGMA cell_size_check=ON; PRAGMA journal_size_limit=67108864;",
}
# Where `./club move` has brought the club; a DATABASE_URL in the environment counts above it.
DATABASE_AT = VAR_DIR / "database"
OWN_FILE = VAR_DIR / "club.sqlite3"
_MOVED_TO = DATABASE_AT.read_text(encoding="utf-8").strip() if DATABASE_AT.exists() else ""
DATABASES = {"default": env.db("DATABASE_URL", default=_MOVED_TO or f"sqlite:///{OWN_FILE}")}
DATABASES["default"]["CONN_MAX_AGE"] = 60
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True  # a database server may have been restarted
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["ENGINE"] = "lhombre_club.queued_sqlite"
    DATABASES["default"]["OPTIONS"] = SQLITE_OPTIONS
else:  # a server that falls silent holds a thread with each request, by its own limits for hours
    silence = {"connect_timeout": 5, "tcp_user_timeout": 15_000, "keepalives_idle": 10}
    silence |= {"keepalives_interval": 5, "keepalives_count": 3}
    DATABASES["default"]["OPTIONS"] = {**silence, **DATABASES["default"].get("OPTIONS", {})}

CACHES = {"default": env.cache("CACHE_URL", default=f"locmemcache://?max_entries={KEPT}")}
if CACHES["default"]["BACKEND"].endswith(".RedisCache"):
    CACHES["default"]["BACKEND"] = "lhombre_club.helping_cache.HelpingCache"
    CACHES["default"]["OPTIONS"] = {"socket_timeout": 0.3, "socket_connect_timeout": 0.3}

# The public standings are drawn anew at most so often, and who watches is told no more often.
STANDINGS_SECONDS = 1

# Folders beside the program's own to which each copy goes, such as a stick.
BACKUP_PLACES = [Path(each) for each in env.list("BACKUP_DIR", default=[])]

# --- people who log in --------------------------------------------------------------------
AUTH_USER_MODEL = "members.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
    "lhombre_club.members.logins.second.CodeBackend",
    "lhombre_club.members.logins.passkeys.PasskeyBackend",
]
PASSWORD_HASHERS = ["lhombre_club.members.logins.passwords.QueuedArgon2"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["username"]},
    },
    {"NAME": "lhombre_club.members.logins.passwords.EasilyGuessedValidator"},
]
LOGIN_URL = "members:login"
LOGIN_REDIRECT_URL = "tournaments:home"
LOGOUT_REDIRECT_URL = "tournaments:home"
# A club room is one address: locking the address would lock out the director for a player's typos.
AXES_HANDLER = "lhombre_club.members.logins.brake.Brake"
AXES_CLIENT_IP_CALLABLE = "lhombre_club.visitors.counted_at"
AXES_USERNAME_CALLABLE = "lhombre_club.members.logins.brake.counted_as"
AXES_LOCKOUT_PARAMETERS = "lhombre_club.members.logins.brake.counted_by"
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # his counts stay as they are
AXES_LOCKOUT_TEMPLATE = "members/locked.html"
AXES_VERBOSE = False
# Nobody reads its log of who got in: directors read our own notes.
AXES_DISABLE_ACCESS_LOG = True

SESSION_ENGINE = "lhombre_club.members.logins.sessions"
# Longer than a day and an evening: a clock that jumps a day ahead puts no phone out of its table.
SESSION_COOKIE_AGE = 60 * 60 * SESSION_HOURS
# A director who has done nothing for so long logs in again.
SESSION_IDLE_HOURS = hours(env.str("SESSION_IDLE_HOURS", default="12"))
SESSION_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SITE_TLS
SESSION_COOKIE_NAME = cookie_name("sessionid", tls=SITE_TLS)
CSRF_COOKIE_NAME = cookie_name("csrftoken", tls=SITE_TLS)
LANGUAGE_COOKIE_NAME = cookie_name("django_language", tls=SITE_TLS)
LANGUAGE_COOKIE_HTTPONLY = True

# --- headers ------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = SITE_TLS
SECURE_REDIRECT_EXEMPT = [r"^trust/"]  # what a phone needs before it can come by HTTPS
SECURE_HSTS_SECONDS = seconds(env.str("HSTS_SECONDS", default="31536000")) if SITE_TLS else 0
# Other sites of the same domain may have no HTTPS, and a browser forgets neither for a year.
SECURE_HSTS_INCLUDE_SUBDOMAINS = switch(env.str("HSTS_SUBDOMAINS", default="off"))
SECURE_HSTS_PRELOAD = switch(env.str("HSTS_PRELOAD", default="off"))
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if SITE_TLS else None

# --- language -----------------------------------------------------------------------------
LANGUAGE_CODE = "da"
LANGUAGES = [("da", _("Danish")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "lhombre_club" / "locale"]
TIME_ZONE = env.str("TIME_ZONE", default="Europe/Copenhagen")
USE_TZ = True

# --- files --------------------------------------------------------------------------------
STATIC_URL = "static/"
WHITENOISE_USE_FINDERS = True  # a club laptop has no collectstatic step
WHITENOISE_AUTOREFRESH = False
PAPERS_DIR = VAR_DIR / "papers"
PHOTOS_DIR = VAR_DIR / "media"

# --- mail ---------------------------------------------------------------------------------
globals().update(mail(env.str("EMAIL_URL", default=""), env.str("MAIL_FROM", default="")))

# --- jobs ---------------------------------------------------------------------------------
spool.register()
SPOOL_DIR = VAR_DIR / "spool"
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="spool://")
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any]
if CELERY_BROKER_URL.startswith("spool:"):
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(made(SPOOL_DIR / "queue")),
        "data_folder_out": str(SPOOL_DIR / "queue"),
        "control_folder": str(made(SPOOL_DIR / "control")),
        "polling_interval": 0.2,
    }
else:
    # Without these a silent Redis holds a request for ever.
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "visibility_timeout": 300,
        "socket_timeout": 2,
        "socket_connect_timeout": 1,
    }
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_PROC_ALIVE_TIMEOUT = 60  # a child warms up before it says that it lives
CELERY_TASK_SOFT_TIME_LIMIT = 50
CELERY_TASK_TIME_LIMIT = 60
# A paper to be read aloud is laid out whole: slips for four hundred take 37 s of a processor, and
# a slow computer takes five times that.
TAGGED_TIME_LIMITS = {"soft_time_limit": 240, "time_limit": 250}
CELERY_WORKER_MAX_TASKS_PER_CHILD = 50
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 400_000  # KiB
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_max": 0.2}
CELERY_TIMEZONE = TIME_ZONE
CELERY_BEAT_SCHEDULER = "celery.beat.Scheduler"  # keeps no file that could be locked or torn
# A lease outlives the hard time limit, so that a living worker never loses its job to another.
JOB_LEASE_SECONDS = CELERY_TASK_TIME_LIMIT + 30
TAGGED_LEASE_SECONDS = TAGGED_TIME_LIMITS["time_limit"] + 30

# --- API ----------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_VERSIONING_CLASS": "rest_framework.versioning.URLPathVersioning",
    "DEFAULT_VERSION": "v1",
    "ALLOWED_VERSIONS": ["v1"],
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "L'hombre club",
    "DESCRIPTION": "Entry of results and standings.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
}

# --- logs ---------------------------------------------------------------------------------
# Lines of JSON in a file, or to where a supervisor of the system collects them; else plain lines.
LOG_FILE = made(VAR_DIR / "logs") / "club.jsonl"
LOG_TO = env.str("LOG_TO", default="terminal")
if LOG_TO not in {"terminal", "json", "file"}:
    raise ImproperlyConfigured(f"LOG_TO is one of terminal, json, file; {LOG_TO!r} is not.")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "terminal": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
        "json": {"()": "lhombre_club.logs.Lines"},
    },
    "handlers": {
        "terminal": {"class": "logging.StreamHandler", "formatter": "terminal"},
        "json": {"class": "logging.StreamHandler", "formatter": "json"},
        "file": {
            "()": "lhombre_club.logs.RotatedFile",
            "filename": LOG_FILE,
            "formatter": "json",
            "delay": True,
        },
    },
    "root": {"handlers": [LOG_TO], "level": "WARNING"},
    "loggers": {
        # A terminal has no use for each request, and of those refused they are all that is said.
        "lhombre_club.requests": {"level": "WARNING" if LOG_TO == "terminal" else "INFO"},
        "django.request": {"level": "WARNING" if LOG_TO == "terminal" else "ERROR"},
        # To each HEAD it says that Django has made more than it sends.
        "gunicorn.http.wsgi": {"level": "ERROR"},
    },
}
