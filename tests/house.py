"""Draw the house from its contracts: ``python -m tests.house`` writes ``docs/images/house.svg``.

Each storey and each room stands above all that it may import, with the first line of what it says
of itself. A test holds the picture to the contracts.
"""

import ast
import tomllib
from html import escape
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
PICTURE: Final = ROOT / "docs" / "images" / "house.svg"
STOREYS: Final = "storeys"
ROOMS: Final = "the rooms of tournaments"
WIDTH: Final = 860
LINE: Final = 24
PAD: Final = 12
STYLE: Final = (
    "text{font:13px sans-serif;fill:#1c1b19}.name{font-weight:700}"
    "rect{fill:#fbf7ee;stroke:#8a7f68}.room{fill:#fff;stroke:#cfc6b2}"
)


def layers(name: str) -> list[list[str]]:
    """Return the layers of a contract, the highest first, each as the modules that share it."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    (contract,) = (each for each in contracts if each["name"] == name)
    return [
        [module.strip(" ()") for part in layer.split("|") for module in part.split(":")]
        for layer in contract["layers"]
    ]


def told(module: str) -> str:
    """Return the first line of what a module or package says of itself."""
    path = ROOT / module.replace(".", "/")
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    text = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""
    return text.partition("\n")[0]


def box(at: tuple[int, int], size: tuple[int, int], name: str, line: str, kind: str) -> str:
    """Draw one storey or room with its name and a line beside it."""
    (x, y), (width, height) = at, size
    return (
        f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="{height}" rx="4"/>'
        f'<text x="{x + PAD}" y="{y + 17}"><tspan class="name">{escape(name)}</tspan>'
        f'<tspan dx="10">{escape(line)}</tspan></text>'
    )


def storey(modules: list[str], y: int) -> tuple[list[str], int]:
    """Draw one storey at ``y``; return it with its height."""
    packages = [
        name if (ROOT / name.replace(".", "/")).is_dir() else name.partition(".")[0]
        for name in modules
    ]
    if packages == ["tournaments"]:
        return tournaments(y)
    drawn = [
        box((0, y + LINE * row), (WIDTH, LINE), name, told(name), "storey")
        for row, name in enumerate(dict.fromkeys(packages))
    ]
    return drawn, LINE * len(drawn)


def tournaments(y: int) -> tuple[list[str], int]:
    """Draw the storey of the rooms, each on its own floor."""
    rooms = [names for names in layers(ROOMS) if (ROOT / "tournaments" / names[-1]).is_dir()]
    height = LINE * (len(rooms) + 1) + PAD
    drawn = [box((0, y), (WIDTH, height), "tournaments", told("tournaments"), "storey")]
    for row, names in enumerate(rooms, start=1):
        name = names[-1]
        at = (PAD, y + LINE * row)
        drawn.append(box(at, (WIDTH - 2 * PAD, LINE), name, told(f"tournaments.{name}"), "room"))
    return drawn, height


def picture() -> str:
    """Return the house as SVG."""
    parts: list[str] = []
    y = 0
    for modules in layers(STOREYS):
        drawn, height = storey(modules, y)
        parts += drawn
        y += height + PAD
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {WIDTH + 2} {y - PAD + 2}">'
    return "\n".join([head, f"<style>{STYLE}</style>", *parts, "</svg>", ""])


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
