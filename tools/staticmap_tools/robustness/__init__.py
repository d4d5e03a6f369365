# SPDX-License-Identifier: MIT
"""Breaks what the program lives on, and gives it hostile input."""
