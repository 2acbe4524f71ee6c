"""Cards: what stands on them is read from where they stand."""

import re
from pathlib import Path

from django.contrib.staticfiles import finders


def test_a_long_name_takes_two_lines_and_is_not_far_smaller_than_the_others():
    style = Path(str(finders.find("print/cards.css"))).read_text(encoding="utf-8")
    found = re.findall(r"\.badge \.(who|long|longer) \{ font-size: ([0-9]+)pt", style)
    sizes = {name: int(size) for name, size in found}
    assert sizes["longer"] >= 0.6 * sizes["who"]
