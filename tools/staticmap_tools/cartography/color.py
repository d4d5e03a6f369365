# SPDX-License-Identifier: MIT
"""Contrast and distance of colors, also as people with a color vision deficiency see them."""

Color = tuple[float, float, float]

#: Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color Vision Deficiency (2009), severity 1,
#: for linear sRGB.
DEFICIENCIES = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def linear(pixel: tuple[int, int, int]) -> Color:
    """sRGB of 0 to 255 as light."""
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (c / 255 for c in pixel[:3]))
    return red, green, blue


def seen(color: Color, deficiency: str | None) -> Color:
    if deficiency is None:
        return color
    rows = DEFICIENCIES[deficiency]
    red, green, blue = (min(1, max(0, sum(m * c for m, c in zip(row, color, strict=True)))) for row in rows)
    return red, green, blue


def luminance(color: Color) -> float:
    return 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2]


def contrast(a: Color, b: Color) -> float:
    """WCAG 2: 1 to 21."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def distance(a: Color, b: Color) -> float:
    """The CIE 1976 difference in Lab; about 2.3 is just noticeable."""
    return sum((x - y) ** 2 for x, y in zip(_lab(a), _lab(b), strict=True)) ** 0.5


def _lab(color: Color) -> Color:
    r, g, b = color
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883,
    )
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
