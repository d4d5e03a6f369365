# SPDX-License-Identifier: MIT
"""Makes the bundled archives: the world, its relief, and Helsinki."""
