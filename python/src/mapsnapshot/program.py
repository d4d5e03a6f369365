"""Where the program is."""
# SPDX-License-Identifier: MIT
from __future__ import annotations

import os
import pathlib
import shutil

from .errors import ProgramError


def find_program() -> str:
    """The path of the program ``staticmap``.

    It is the one inside the installed wheel, else the one that the environment variable ``STATICMAP_PROGRAM`` names, else
    the one on the search path.

    Raises:
        ProgramError: when there is none.
    """
    own = pathlib.Path(__file__).with_name("_program") / "bin" / "staticmap"
    if own.is_file():
        return str(own)
    if named := os.environ.get("STATICMAP_PROGRAM"):
        if found := shutil.which(named):
            return os.path.abspath(found)
        raise ProgramError(f"STATICMAP_PROGRAM names no program: {named}")
    if found := shutil.which("staticmap"):
        return os.path.abspath(found)
    raise ProgramError(
        "the program staticmap is not installed: install the wheel that \"make wheel\" builds, or name the program with the "
        "environment variable STATICMAP_PROGRAM")
