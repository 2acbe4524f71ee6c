"""The list of parts, as CycloneDX: ``python -m tests.supply.sbom > sbom.json``.

It says nothing of when it was made, so that the same lock gives the same list to the letter.
"""

import hashlib
import json
import sys
import uuid
from pathlib import Path
from typing import Any

from tests.supply import lock

OURS = "lhombre-club"


def bill(path: Path = lock.LOCK) -> dict[str, Any]:
    """Return the list of what a lock names."""
    pins = lock.read(path)
    digest = hashlib.sha256(path.read_bytes()).digest()
    ours = {"type": "application", "name": OURS, "bom-ref": OURS}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": uuid.UUID(bytes=digest[:16], version=4).urn,
        "version": 1,
        "metadata": {"component": ours},
        "components": [_component(pin) for pin in pins],
        "dependencies": [
            {"ref": OURS, "dependsOn": [pin.purl for pin in pins if not pin.wanted_by]},
            *({"ref": pin.purl, "dependsOn": _needs(pin, pins)} for pin in pins),
        ],
    }


def _component(pin: lock.Pin) -> dict[str, Any]:
    component: dict[str, Any] = {
        "type": "library",
        "bom-ref": pin.purl,
        "name": pin.name,
        "version": pin.version,
        "purl": pin.purl,
        "hashes": [{"alg": "SHA-256", "content": each} for each in pin.hashes],
    }
    if pin.marker:
        component["properties"] = [{"name": "python:marker", "value": pin.marker}]
    return component


def _needs(pin: lock.Pin, pins: list[lock.Pin]) -> list[str]:
    return [other.purl for other in pins if pin.name in other.wanted_by]


if __name__ == "__main__":
    json.dump(bill(), sys.stdout, indent=1)
    sys.stdout.write("\n")
