"""Pyramids of tiles: ``staticmap tiles`` from Python, and its shards for engines."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import json
import os
import pathlib
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from .errors import Diagnostic, ProgramError, SceneError
from .program import find_program

#: Options that name files or folders.
_PATHS = {"polygon", "tiles", "fonts", "only_fonts", "assets", "home"}

_KNOWN = _PATHS | {"bbox", "zooms", "style", "language", "scale", "tile_size", "format", "quality", "metatile"}

#: Archives are handed from worker to driver in parts of so many bytes.
_PART = 8 << 20


def render_tiles(output: str | os.PathLike[str], *, threads: int | None = None, **options: Any) -> None:
    """Renders a pyramid of tiles into a PMTiles or MBTiles file or a folder, on all processors.

    Args:
        output: where tiles go: a file that ends with .pmtiles or .mbtiles, or a folder.
        threads: how many blocks are drawn at a time; by default one for each processor.
        options: those of ``staticmap tiles render`` in Python's spelling: ``bbox=(west, south, east, north)`` or ``polygon``,
            ``zooms="0-14"``, ``style``, ``tiles``, ``language``, ``scale``, ``tile_size``, ``format``, ``quality``, ``metatile``,
            ``fonts``, ``only_fonts``, ``assets`` and ``home``.

    Raises:
        SceneError: when style or data cannot be drawn.
        ProgramError: when the program is missing or ends.
    """
    run(["render", "--output", os.path.abspath(output), *arguments(options), *_thread(threads)])


def arguments(options: Mapping[str, Any], shipped: Sequence[str] = ()) -> list[str]:
    """The command line for options; paths become absolute but for those that begin with the name of a shipped file.

    Raises:
        TypeError: for an option that there is not.
    """
    if unknown := sorted(set(options) - _KNOWN):
        raise TypeError(f"tiles have no option {unknown[0]!r}: expected one of {', '.join(sorted(_KNOWN))}")
    line: list[str] = []
    for name, value in options.items():
        if value is None:
            continue
        if name == "bbox" and not isinstance(value, str):
            value = ",".join(map(repr, value))
        values = value if isinstance(value, (list, tuple)) else [value]
        for one in values:
            text = os.fspath(one) if isinstance(one, os.PathLike) else str(one)
            is_path = name in _PATHS or name == "style" and ("/" in text or text.endswith(".json"))
            if is_path and text.split("/")[0] not in shipped:
                text = os.path.abspath(text)
            line += [f"--{name.replace('_', '-')}={text}"]
    return line


def run(command: Sequence[str], folder: str | None = None) -> None:
    """Runs ``staticmap tiles`` in a folder, and raises what it says when it fails."""
    line = [find_program(), "tiles", *command, "--diagnostics", "json"]
    ended = subprocess.run(line, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
    if ended.returncode == 0:
        return
    if ended.returncode < 0:
        raise ProgramError(f"the program was ended by signal {-ended.returncode} while it drew tiles\n{ended.stderr[-2000:]}")
    found = []
    for text in ended.stderr.splitlines():
        try:
            found.append(Diagnostic.from_json(json.loads(text)))
        except (ValueError, TypeError, AttributeError):
            found.append(Diagnostic("error", "", text))
    raise SceneError(found)


def shard(index: int, count: int, line: Sequence[str], folder: str | None = None) -> Iterator[bytes]:
    """Draws a shard of a pyramid with one thread, and yields its archive in parts.

    Args:
        index: from 0.
        count: of all shards.
        line: those of ``arguments``.
        folder: where relative paths begin.
    """
    with tempfile.TemporaryDirectory(prefix="mapsnapshot-") as scratch:
        path = pathlib.Path(scratch) / "shard.pmtiles"
        run(["render", "--output", str(path), f"--shard={index + 1}/{count}", *line, *_thread(1)], folder)
        with path.open("rb") as archive:
            while part := archive.read(_PART):
                yield part


def merge(parts: Iterable[tuple[int, bytes]], output: str | os.PathLike[str], style: Any) -> None:
    """Merges shards into an archive.

    Args:
        parts: of the archives of all shards, each with the number of its shard, those of a shard in order.
        output: as for ``render_tiles``.
        style: the option; a name becomes that of the tiles.
    """
    target = pathlib.Path(os.path.abspath(output))
    # Beside the output: shards are as large as it is.
    with tempfile.TemporaryDirectory(prefix=".mapsnapshot-", dir=target.parent) as scratch:
        paths: dict[int, pathlib.Path] = {}
        for number, data in parts:
            path = paths.setdefault(number, pathlib.Path(scratch) / f"{number:06}.pmtiles")
            with path.open("ab") as archive:
                archive.write(data)
        files = [str(paths[number]) for number in sorted(paths)]
        if len(files) == 1:
            run(["convert", *files, "--output", str(target)])
            return
        text = "streets" if style is None else os.fspath(style)
        name = "tiles" if "/" in text or text.endswith(".json") else text
        run(["merge", *files, "--output", str(target), "--name", name])


def _thread(threads: int | None) -> list[str]:
    return ["--quiet"] if threads is None else ["--quiet", "--threads", str(threads)]
