"""Parts of the core on their own: layouts, guards, bits, data files, the compile cache, languages."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from commandery.core import bits, cache, datafile
from commandery.core.guard import guarded
from commandery.core.kernel import words
from commandery.core.language import Message, say, translate
from commandery.core.layout import Cells, Record, cell, cells, grid
from commandery.core.ranks import rank


class Example(Record):
    small: int = cell("i1")
    many: Cells = cells("i2", 3)
    large: int = cell("i8")
    table = grid("i4", 2, 3)


def test_a_layout_is_ordered_by_size_and_padded_by_name() -> None:
    assert Example.dtype.names == ("large", "table", "many", "small", "padding")
    assert Example.dtype.itemsize == 40
    assert Example.empty().tobytes() == bytes(40)


def test_a_field_named_like_a_method_of_numpy_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Bad\.round: NumPy's records have a method"):
        type("Bad", (Record,), {"round": cell("i1")})


def test_an_unsigned_field_is_refused() -> None:
    with pytest.raises(TypeError, match="u1 is not signed"):
        type("Bad", (Record,), {"coins": cell("u1")})


def test_a_guarded_record_gives_ints_and_checks_writes() -> None:
    """What compiled code would wrap or write elsewhere in silence is an error here."""
    record = guarded(Example.empty())[0]
    record.small = 127
    assert type(record.small) is int
    with pytest.raises(OverflowError, match="small = 128 does not fit"):
        record.small = 128
    with pytest.raises(OverflowError, match=r"many\[0\] = 40000"):
        record.many[0] = 40000
    for index in (-1, 3):
        with pytest.raises(IndexError, match="outside its shape"):
            record.many[index] = 0
    record.table[1, 2] = 5
    assert (record.table[1, 2], type(record.table[1, 2]), len(record.table)) == (5, int, 2)
    for place in ((2, 0), (0, -1)):
        with pytest.raises(IndexError, match="outside its shape"):
            record.table[place]
    with pytest.raises(OverflowError, match=r"table\[\(0, 0\)\] = 0.5 does not fit"):
        record.table[0, 0] = 0.5
    with pytest.raises(AttributeError, match="no field 'smal'"):
        record.smal = 1


def test_a_guarded_world_cannot_be_written() -> None:
    array = Example.empty()
    array.flags.writeable = False
    with pytest.raises(TypeError, match="small may not be written"):
        guarded(array)[0].small = 1
    with pytest.raises(TypeError, match=r"many\[1\] may not be written"):
        guarded(array)[0].many[1] = 1


def test_guarded_records_are_copied_whole() -> None:
    array = guarded(np.zeros(2, Example.dtype))
    array[0].small = 7
    array[1] = array[0]
    assert array[1].small == 7
    with pytest.raises(TypeError, match="only a whole record"):
        array[1] = 7


@given(st.sets(st.integers(0, 61), min_size=1))
def test_bit_sets_agree_with_sets(members: set[int]) -> None:
    number = sum(1 << member for member in members)
    assert bits.count(number) == len(members)
    assert bits.first(number) == min(members)
    assert [bits.nth(number, n) for n in range(len(members))] == sorted(members)


@given(st.lists(st.integers(0, 6), min_size=2, max_size=5))
def test_ranks(results: list[int]) -> None:
    ranked = words(*results)
    rank(ranked, len(results))
    assert list(ranked) == [1 + sum(other > mine for other in results) for mine in results]


def test_lists_and_nested_tables_keep_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    lines = [
        'note = "a ] in a text"', "numbers = [1,", "  2, 3]", "[[room]]", "places = [[1, 2],", "  [3, 4]]", "[[room.door]]",
        "to = 1", "[[room.door]]", "to = 2", "[[room]]", "[[room.door]]", "to = 3", "last = 1",
    ]  # fmt: skip
    path.write_text("\n".join(lines))
    document = datafile.read(path)
    for where, line in [
        (("numbers", 0), 2),
        (("numbers", 2), 3),
        (("room", 0, "places", 1), 6),
        (("room", 0, "door", 1, "to"), 10),
        (("room", 1, "door", 0, "to"), 13),
        (("room", 1, "door", 0, "last"), 14),
    ]:
        with pytest.raises(datafile.BadFile, match=f"board.toml, line {line}: wrong"):
            document.fault(where, Message("wrong"))


def test_a_fault_in_a_file_is_placed_by_line(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_text('title = "x"\n\n[[room]]\nname = "a"\n\n[[room]]\n# a note\nname = "b"\nplaces = [\n  1,\n  2,\n]\n')
    document = datafile.read(path)
    for where, line in [(("title",), 1), (("room", 1), 6), (("room", 1, "name"), 8), (("room", 1, "places", 1), 11)]:
        with pytest.raises(datafile.BadFile, match=f"board.toml, line {line}: wrong"):
            document.fault(where, Message("wrong"))


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"a = ]", "not TOML: .*line 1"),
        (b"\xff\xfe", "not a text file"),
        (b"a = 1\n" * 20_000, "larger than 64 KB"),
        (b"a = " + b"1" * 5000, "not TOML"),
    ],
)
def test_an_unreadable_file_is_refused(tmp_path: Path, content: bytes, complaint: str) -> None:
    path = tmp_path / "board.toml"
    path.write_bytes(content)
    with pytest.raises(datafile.BadFile, match=complaint):
        datafile.read(path)


STEPS = b"a" + b".a" * 16_000
SLOW = {
    "key": STEPS + b" = 1", "header": b"[" + STEPS + b"]", "lists": b"[[" + STEPS + b"]]",
    "spaces": STEPS.replace(b".", b" . ") + b"=1", "quoted": b'"#"' + b".'='" * 12_000 + b" = 1",
    "table": b"b = {" + STEPS + b" = 1}", "behind a comment": b"# it's\n" + STEPS + b" = 1",
    "behind a text": b'b = {c = """ \\""" """", ' + STEPS + b" = 1}",
    "behind another": b"b = {c = '''''''', " + STEPS + b" = 1}",
}  # fmt: skip


@pytest.mark.parametrize("shape", SLOW)
def test_keys_of_thousands_of_parts_are_refused_at_once(shape: str) -> None:
    """`tomllib` would take seconds, a time that grows with the square of their number."""
    began = time.process_time()
    with pytest.raises(datafile.BadFile, match="a key has more than 8 parts"):
        datafile.parse(SLOW[shape], "board.toml")
    assert time.process_time() - began < 1


def test_dots_elsewhere_are_no_parts_of_keys() -> None:
    board = b"""
    note = "a.b.c.d.e.f.g.h.i.j.k" # a.b.c.d.e.f.g.h.i.j.k, isn't it
    long = '''
    a.b.c.d.e.f.g.h.i.j.k'''
    places = [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5]
    [a.b.c.d.e.f.g.h]
    """
    assert datafile.parse(board, "board.toml").data["note"] == "a.b.c.d.e.f.g.h.i.j.k"


def test_lines_are_found_again_in_a_comment_of_nothing_but_quotes() -> None:
    began = time.process_time()
    document = datafile.parse(b'# "' + b'\\"' * 16_000 + b"\na = 1", "board.toml")
    assert time.process_time() - began < 1
    with pytest.raises(datafile.BadFile, match="line 2: wrong"):
        document.fault(("a",), Message("wrong"))


def test_a_number_too_long_to_be_told_is_a_fault_like_any_other() -> None:
    document = datafile.parse(b"a = 0x" + b"f" * 20_000, "board.toml")
    with pytest.raises(datafile.BadFile, match="expected a whole number from 0 to 9"):
        document.whole(("a",), document.data["a"], 0, 9)


def test_messages_take_their_plural_from_a_number() -> None:
    coins = Message("{seat} has {coins} coin.", "{seat} has {coins} coins.", "coins")
    assert say(coins, {"seat": "Anna", "coins": 1}) == "Anna has 1 coin."
    assert say(coins, {"seat": "Anna", "coins": 3}) == "Anna has 3 coins."
    assert translate("Pass", "xx") == "Pass"


def test_compiling_is_announced_once_and_cached(tmp_path: Path) -> None:
    """The first use says what is compiled and how long it took; the second finds it in the cache of these sources."""
    code = "from commandery.core.stream import *; from commandery.core.kernel import numbers; next_word(numbers(4))"
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "NUMBA_CACHE_DIR": "", "COMMANDERY_QUIET": ""}
    runs = [
        subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True).stderr
        for _ in range(2)
    ]
    assert "compiling core.stream.next_word ... " in runs[0] and " s (once" in runs[0]
    assert runs[1] == ""
    assert list((tmp_path / "commandery" / cache.folder_of("commandery.core.stream")).rglob("*.nbi"))


def test_what_holds_no_kernels_is_no_part_of_any() -> None:
    """Words and pictures can be changed without compiling anew: nothing that kernels are made of imports them."""
    package = Path(cache.__file__).parent.parent
    folders = [package / "core", package / "bots", *(path for path in (package / "games").iterdir() if path.is_dir())]
    for folder in folders:
        for path in folder.rglob("*.py"):
            source = path.read_text()
            if path.relative_to(folder).parts[0] in cache.NO_KERNELS:
                assert "@kernel" not in source, path
            elif "@kernel" in source:
                others = "|".join(name.removesuffix(".py") for name in cache.NO_KERNELS)
                assert not re.search(rf"import ({others})\b|\.({others}) import", source), path


@pytest.mark.parametrize("settings", [{}, {"NUMBA_DISABLE_JIT": "1"}, {"XDG_CACHE_HOME": "/dev/null"}])
def test_pruning_touches_only_what_is_ours(tmp_path: Path, settings: dict[str, str]) -> None:
    """Folders of others stay, wherever the cache is; of ours the newest few."""
    home = tmp_path / "commandery"
    for number in range(20):
        (tmp_path / f"precious-work-{number:02}").mkdir()
        (home / f"precious-work-{number:02}").mkdir(parents=True)
        (home / f"old-{number:016x}").mkdir()
        (home / f"old-{number:016x}" / ".commandery-cache").touch()
        (home / f"other-{number + 100:016x}").mkdir()
    environment = {**os.environ, "NUMBA_CACHE_DIR": "", "XDG_CACHE_HOME": str(tmp_path), "TMPDIR": str(tmp_path), **settings}
    code = "from commandery.core import cache, kernel; cache.prune()"
    subprocess.run([sys.executable, "-c", code], env=environment, cwd=tmp_path, check=True)
    left = [path.name for path in home.iterdir()]
    assert len([name for name in left if name.startswith("precious")]) == 20
    assert len(list(tmp_path.glob("precious-work-*"))) == 20
    assert len([name for name in left if name.startswith("other-")]) == 20
    assert len([name for name in left if name.startswith("old-")]) == (20 if "XDG_CACHE_HOME" in settings else 16)


def test_games_of_equal_layout_do_not_share_compiled_code(tmp_path: Path) -> None:
    """Two copies of the toy that differ in one rule, and one that is edited, play by their own rules from one cache."""
    source = (Path(__file__).parent / "toygame.py").read_text().replace('name = "toy"', 'name = "NAME"')
    rule = "s.points[found] += number"
    assert rule in source
    code = (
        "import sys, commandery; sys.path.insert(0, sys.argv[1]); __import__(sys.argv[2]);"
        "m = commandery.game(sys.argv[2], players=3).start(seed=1);"
        "[m.play(seat, f'seal {seat + 1}') for seat in range(3)];"
        "print([player['points'] for player in m.view()['players']])"
    )

    def play(name: str, points: str) -> str:
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / f"{name}.py").write_text(source.replace("NAME", name).replace(rule, f"s.points[found] += {points}"))
        environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache"), "NUMBA_CACHE_DIR": "", "COMMANDERY_QUIET": "1"}
        command = [sys.executable, "-c", code, str(tmp_path / name), name]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    assert play("one", "number") == "[0, 0, 3]"
    assert play("two", "number * 10") == "[0, 0, 30]"
    assert play("one", "number * 20") == "[0, 0, 60]"


def test_processes_that_compile_at_once_do_not_mix_up_their_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two that have read the same index before either writes it do not write to the same file."""
    with cache.declaring(example, str(tmp_path)):
        ours, theirs = (cache.KernelCache(example)._cache_file for _ in range(2))
    Path(ours._cache_path).mkdir(parents=True, exist_ok=True)
    theirs.save("their types", "their code")
    with monkeypatch.context() as patch:
        patch.setattr(ours, "_load_index", dict)
        ours.save("our types", "our code")
    assert (ours.load("our types"), ours.load("their types")) == ("our code", None)
    assert len(list(tmp_path.rglob("*.nbc"))) == 2
    theirs.save("their types", "their code")
    assert (ours.load("our types"), ours.load("their types")) == ("our code", "their code")


def example(x: int) -> int:
    return x


def test_importing_leaves_the_cache_of_others_alone() -> None:
    code = "import numba; before = numba.config.CACHE_DIR; import commandery; assert numba.config.CACHE_DIR == before"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_only_our_own_kernels_are_announced(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("import numba, commandery\n@numba.njit\ndef mine(x):\n    return x + 1\nprint(mine(1))\n")
    environment = {**os.environ, "COMMANDERY_QUIET": ""}
    done = subprocess.run([sys.executable, str(path)], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "2\n"
    assert "mine" not in done.stderr


def test_an_unwritable_cache_folder_is_no_obstacle(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    code = "from commandery.core.stream import *; from commandery.core.kernel import numbers; print(next_word(numbers(4)))"
    environment = {**os.environ, "XDG_CACHE_HOME": str(blocked), "NUMBA_CACHE_DIR": "", "TMPDIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
