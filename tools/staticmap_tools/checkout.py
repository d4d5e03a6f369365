# SPDX-License-Identifier: MIT
"""Where the checkout is, and the program that it builds."""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".build/release/staticmap"
