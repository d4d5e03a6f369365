# SPDX-License-Identifier: MIT
"""Makes the pictograms of markers."""
