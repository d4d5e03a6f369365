# SPDX-License-Identifier: MIT
"""Draws scenes that are made from the schema, and looks for keys and pictures that go wrong without a word."""
