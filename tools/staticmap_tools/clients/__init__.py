# SPDX-License-Identifier: MIT
"""Runs clients of others against the server and the archives that the program writes."""
