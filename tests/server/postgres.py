"""A PostgreSQL of the tests' own: started when the first test asks for it, ended with the last; a new database for each."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

__all__ = ["Postgres", "programs", "started"]

_USER = "commandery"


def programs() -> Path:
    """Where PostgreSQL's programs are. Missing, they are named, not passed over."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    on_path = shutil.which("initdb")
    assert found or on_path, "no PostgreSQL here: install the package postgresql (on Debian: apt install postgresql)"
    return found[-1].parent if found else Path(str(on_path)).resolve().parent


class Postgres:
    """A running PostgreSQL that listens at a socket in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"house_{secrets.token_hex(6)}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')  # type: ignore[call-overload]
        return self.address(name)

    def address(self, name: str) -> str:
        return f"postgresql://{_USER}@/{name}?host={self._folder}"


@contextmanager
def started() -> Iterator[Postgres]:
    """A PostgreSQL until the block ends. It refuses to run as root: then it is the user postgres's."""
    bin = programs()
    folder = Path(tempfile.mkdtemp(prefix="commandery-pg-"))
    who: dict[str, Any] = {}
    if os.geteuid() == 0:
        user = pwd.getpwnam("postgres")
        os.chown(folder, user.pw_uid, user.pw_gid)
        who = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    data = folder / "data"
    made = [
        bin / "initdb",
        "--pgdata",
        data,
        "--username",
        _USER,
        "--auth",
        "trust",
        "--encoding",
        "UTF8",
        "--no-locale",
        "--no-sync",
    ]
    subprocess.run(made, check=True, stdout=subprocess.DEVNULL, cwd=folder, **who)
    # The tests kill the house, not the machine: what has been handed to the system is safe.
    settings = {"unix_socket_directories": folder, "listen_addresses": "", "fsync": "off", "max_connections": 200}
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen([bin / "postgres", "-D", data, *options], stdout=log, stderr=log, cwd=folder, **who)
    try:
        postgres = Postgres(folder)
        _wait_until_open(postgres, process, folder / "log")
        yield postgres
    finally:
        process.send_signal(3)  # SIGQUIT: at once
        process.wait()
        shutil.rmtree(folder)


def _wait_until_open(postgres: Postgres, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + 60
    while True:
        assert process.poll() is None and time.monotonic() < end, log.read_text()
        try:
            psycopg.connect(postgres.address("postgres")).close()
            return
        except psycopg.OperationalError:
            time.sleep(0.05)
