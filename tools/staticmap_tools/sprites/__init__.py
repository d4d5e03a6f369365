# SPDX-License-Identifier: MIT
"""Draws the icons of the styles."""
