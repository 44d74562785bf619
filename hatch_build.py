"""When a package is built or installed in place: compile the catalogues of languages, .po to .mo. One to be handed on must also
hold what the browser needs from others, with the licences."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileCatalogues(BuildHookInterface):
    """Writes each .mo beside its .po; checks that htmx and the type are there."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        vendor = Path(self.root, "src", "commandery", "web", "static", "vendor")
        if version != "editable" and not (vendor / "THIRD-PARTY.txt").is_file():
            raise RuntimeError("htmx and the type are not there yet: `make dist` fetches them and builds the package")
        for source in sorted(Path(self.root, "src", "commandery", "locale").glob("*/LC_MESSAGES/*.po")):
            with source.open("rb") as file:
                catalogue = read_po(file, locale=source.parent.parent.name, abort_invalid=True)
            with source.with_suffix(".mo").open("wb") as file:
                write_mo(file, catalogue)
