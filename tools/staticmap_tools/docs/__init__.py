# SPDX-License-Identifier: MIT
"""Writes what is generated in the documentation, and checks all of it."""
