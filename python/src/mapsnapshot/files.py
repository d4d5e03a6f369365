"""Files that an engine brings to each node once."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import fcntl
import hashlib
import os
import pathlib
import shutil
import tempfile
from collections.abc import Sequence
from typing import Any, Callable


def names(files: Sequence[str | os.PathLike[str]]) -> list[str]:
    """The names under which files are found on nodes.

    Raises:
        ValueError: when two have one name.
        FileNotFoundError: when a file is not there.
    """
    found = [pathlib.Path(file).name for file in files]
    for file, name in zip(files, found):
        if not os.path.isfile(file):
            raise FileNotFoundError(f"files: there is no file {os.fspath(file)}")
        if found.count(name) > 1:
            raise ValueError(f"files: two have the name {name!r}, under which scenes find them")
    return found


def digest(file: str | os.PathLike[str]) -> str:
    """Tells files of other contents apart."""
    with open(file, "rb") as opened:
        found = hashlib.sha256()
        while part := opened.read(1 << 20):
            found.update(part)
        return found.hexdigest()


def placed(files: Sequence[tuple[str, str, Any]], get: Callable[[Any], Any]) -> str:
    """The folder of this machine that has the files: the first process writes them, others find them.

    Args:
        files: the name, the digest, and what ``get`` makes the bytes of.
        get: called for files that are not there.
    """
    every = hashlib.sha256("\n".join(f"{name} {digest}" for name, digest, _ in files).encode()).hexdigest()[:24]
    top = pathlib.Path(tempfile.gettempdir()) / f"mapsnapshot-{os.getuid()}"
    top.mkdir(mode=0o700, exist_ok=True)
    if top.lstat().st_uid != os.getuid() or top.is_symlink():
        raise PermissionError(f"{top} belongs to another user")
    folder = top / every
    with open(top / f"{every}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.is_dir():
            # What a process left that was ended meanwhile.
            unfinished = top / f"{every}.new"
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.mkdir()
            for name, _, content in files:
                (unfinished / name).write_bytes(get(content))
            unfinished.rename(folder)
    return str(folder)
