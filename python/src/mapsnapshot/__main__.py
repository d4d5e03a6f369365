"""The program itself: ``python -m mapsnapshot render scene.json -o map.png``."""
# SPDX-License-Identifier: MIT
import os
import sys

from .errors import ProgramError
from .program import find_program

try:
    program = find_program()
    os.execv(program, [program, *sys.argv[1:]])
except (ProgramError, OSError) as error:
    sys.exit(f"mapsnapshot: {error}")
