# SPDX-License-Identifier: MIT
"""Makes data of examples/."""
