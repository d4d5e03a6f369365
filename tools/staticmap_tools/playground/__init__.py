# SPDX-License-Identifier: MIT
"""Tests the page of the server in headless Chromium."""
