# SPDX-License-Identifier: MIT
"""Measures the server."""
