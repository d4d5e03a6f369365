# SPDX-License-Identifier: MIT
"""Derives the other styles from Streets."""
