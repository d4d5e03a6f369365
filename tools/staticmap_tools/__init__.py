# SPDX-License-Identifier: MIT
"""What makes the base map, the styles and the tables of the documentation, and what tests the built program from outside."""
