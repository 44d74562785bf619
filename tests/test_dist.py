"""The package that is handed on: what is in it, and that it plays where nothing else is."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import httpx
import pytest

from server.conftest import wait_until

ROOT = Path(__file__).resolve().parent.parent
BOARDS = sorted((ROOT / "src" / "commandery" / "games").glob("*/*.toml"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this tree without a network."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_what_the_browser_needs_and_all_languages(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as package:
        names = set(package.namelist())
        third_party = package.read("commandery/web/static/vendor/THIRD-PARTY.txt").decode()
    fetched = ("htmx.min.js", "hx-sse.min.js", "alegreya.woff2", "almendra.woff2")
    vendor = {f"commandery/web/static/vendor/{name}" for name in fetched}
    catalogues = {f"commandery/locale/{language}/LC_MESSAGES/commandery.mo" for language in ("fr", "it")}
    pages = {"commandery/web/templates/base.html", "commandery/web/static/style.css", "commandery/web/static/house.js"}
    boards = {f"commandery/games/{board.relative_to(ROOT / 'src/commandery/games')}" for board in BOARDS}
    assert boards and vendor | catalogues | pages | boards <= names
    assert not [name for name in names if not name.startswith(("commandery/", "commandery-"))]
    assert not [name for name in names if "__pycache__" in name or name.endswith(".db")]
    assert any(name.endswith("licenses/LICENSE") for name in names)
    for package_name in ("htmx.org", "@fontsource-variable/alegreya", "@fontsource/almendra"):
        assert re.search(rf"^{package_name} [0-9.]+, licence: \S+$", third_party, re.M)
    assert "SIL Open Font License" in third_party


def test_the_sources_build_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    (sources,) = wheel.parent.glob("*.tar.gz")
    with tarfile.open(sources) as package:
        package.extractall(tmp_path, filter="data")
    (unpacked,) = tmp_path.iterdir()
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path / "again")]
    done = subprocess.run(command, cwd=unpacked, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    (again,) = (tmp_path / "again").glob("*.whl")
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(again) as other:
        assert sorted(one.namelist()) == sorted(other.namelist())


def test_the_container_runs_as_nobody_special_and_keeps_its_data() -> None:
    lines = (ROOT / "Containerfile").read_text().splitlines()
    assert "USER commandery" in lines and "VOLUME /data" in lines
    assert '"0.0.0.0"' in lines[-1]
    assert any("$(echo /tmp/commandery-*.whl)[postgres]" in line for line in lines)  # the wheel itself, not one from elsewhere


def ready(address: str) -> list[str]:
    """The games whose rules are compiled, if the house is open."""
    try:
        return [game for game, compiled in httpx.get(f"{address}healthz").json()["rules"].items() if compiled]
    except httpx.TransportError:
        return []


@pytest.mark.sized("wheel")
def test_the_wheel_plays_in_an_empty_environment(wheel: Path, tmp_path: Path, size: int) -> None:
    """Needs the network or a package cache, and minutes: only in a soak."""
    if not size:
        pytest.skip("only in a soak: it installs a hundred megabytes")
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    installing = [python, "-m", "pip", "install", "--quiet", "-c", ROOT / "constraints.txt", wheel]
    subprocess.run(installing, check=True, timeout=600)
    command = [tmp_path / "venv" / "bin" / "commandery", "serve", "--database", f"sqlite:///{tmp_path / 'house.db'}"]
    environment = {"XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=tmp_path) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found
        try:
            wait_until(lambda: ready(found[0]), 900)
            home = httpx.get(found[0], headers={"Accept-Language": "fr"})
            assert home.status_code == 200 and '<html lang="fr">' in home.text
            assert httpx.get(f"{found[0]}static/vendor/htmx.min.js").status_code == 200
            table = {"game": ready(found[0])[0], "name": "x", "bots": "novice", "pace": 0}
            seated = httpx.post(f"{found[0]}api/v1/tables", json=table).json()
            http = httpx.Client(base_url=f"{found[0]}api/v1/tables/{seated['table']['id']}", timeout=60)
            http.headers["Authorization"] = f"Bearer {seated['token']}"
            assert http.post("/start").status_code == 200
            wait_until(lambda: http.get("/position").json()["your_turn"], 60)
            http.close()
        finally:
            process.terminate()
