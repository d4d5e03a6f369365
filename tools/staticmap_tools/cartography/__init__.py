# SPDX-License-Identifier: MIT
"""Measures and shows the styles as the program draws them."""
