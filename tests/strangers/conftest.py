"""The scene."""

import pytest

from tests.strangers import scene


@pytest.fixture
def there(db, settings, tmp_path):
    settings.PHOTOS_DIR = settings.PAPERS_DIR = tmp_path
    return scene.made(tmp_path)
