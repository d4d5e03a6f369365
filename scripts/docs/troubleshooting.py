"""docs/troubleshooting.md answers each code of a diagnostic."""
# SPDX-License-Identifier: MIT


def problems():
    return []
