"""The program's settings as they are read from another environment than that of the tests."""

import runpy
from pathlib import Path
from typing import Any

import pytest

SETTINGS = Path(__file__).resolve().parents[1] / "lhombre_club" / "settings.py"
OURS = ("SECRET_KEY", "SECRET_KEY_FALLBACKS", "SITE_TLS", "PUBLIC_URL", "DATABASE_URL", "CACHE_URL")


def read_settings(
    monkeypatch: pytest.MonkeyPatch, folder: Path, **environment: str
) -> dict[str, Any]:
    """Return the settings of an installation whose data lie in ``folder``."""
    with monkeypatch.context() as patched:
        for name in OURS:
            patched.delenv(name, raising=False)
        for name, value in {"LHOMBRE_VAR": str(folder), **environment}.items():
            patched.setenv(name, value)
        return runpy.run_path(str(SETTINGS))
