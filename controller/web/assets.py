"""Static files: a closed list, read once. A path is a name of that list or it is nothing."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_FOLDER: Final = Path(__file__).parent / "static"
_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}
_MANIFEST: Final = (
    "base.css", "card.css", "table.css", "seat.css", "director.css", "shoe.css", "typing.css",
    "live.js", "acts.js", "page.js", "director.js", "cut.js", "typing.js",
    "icon.svg",
    "vendor/idiomorph.esm.js", "vendor/idiomorph.LICENSE.txt",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Asset:
    """One file as it is served."""

    body: bytes
    media_type: str


def load_assets() -> dict[str, Asset]:
    """Every file of the manifest by its name. Raises ``OSError`` when one is missing."""
    return {name: Asset((_FOLDER / name).read_bytes(), _TYPES[Path(name).suffix]) for name in _MANIFEST}


def digest_of(assets: dict[str, Asset]) -> str:
    """Short digest of all static files and templates: a page made by another release loads itself again."""
    whole = hashlib.sha256()
    for name in sorted(assets):
        whole.update(name.encode() + b"\0" + assets[name].body)
    for template in sorted((Path(__file__).parent / "templates").glob("*.html")):
        whole.update(template.read_bytes())
    return whole.hexdigest()[:16]
