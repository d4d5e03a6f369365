# SPDX-License-Identifier: MIT
"""What a sprite holds besides the discs: dots, peaks, arrows, plates for road numbers, patterns of areas."""

from themes import Theme

#: Name and size of a drawing in points, and the drawing.
Drawing = tuple[int, int, str]


def marks(theme: Theme) -> dict[str, Drawing]:
    """Small drawings without a disc."""
    fill, ink = theme.dot
    return {
        "dot-city": (12, 12, f'<circle cx="6" cy="6" r="3.3" fill="{fill}" stroke="{ink}" stroke-width="1.3"/>'),
        "dot-capital": (
            12,
            12,
            f'<circle cx="6" cy="6" r="4.2" fill="{fill}" stroke="{ink}" stroke-width="1.3"/>'
            f'<circle cx="6" cy="6" r="2" fill="{ink}"/>',
        ),
        "dot-poi": (
            12,
            12,
            f'<circle cx="6" cy="6" r="2.9" fill="{theme.point}" stroke="{theme.rim}" stroke-width="1.2"/>',
        ),
        "peak": (12, 12, _mountain("M6 2 11 10.500H1z", theme.peak, theme.rim)),
        "volcano": (12, 12, _mountain("M4.6 3.500h2.800L11 10.500H1z", theme.volcano, theme.rim)),
        "oneway": (
            16,
            8,
            f'<path d="M1.5 4h11M9.5 1.4 13.4 4 9.5 6.6" fill="none" stroke="{theme.arrow}" stroke-width="1.3" '
            'stroke-linecap="round" stroke-linejoin="round"/>',
        ),
    }


def plates(theme: Theme) -> dict[str, Drawing]:
    """Rounded plates with room for road numbers of one to six characters of size 10."""
    drawings = {}
    for name, (fill, border) in theme.plates.items():
        for characters in range(1, 7):
            width = 10 + 7 * characters
            drawings[f"{name}-{characters}"] = (
                width,
                16,
                f'<rect x="1" y="1" width="{width - 2}" height="14" rx="4" fill="{fill}" stroke="{border}" stroke-width="1"/>',
            )
    return drawings


def patterns(theme: Theme) -> dict[str, Drawing]:
    """Tiles that repeat without a seam: nothing in them reaches the edge."""
    return {
        f"pattern-{name}": (
            size,
            size,
            f'<g fill="none" stroke="{colour}" stroke-width="1.1" stroke-linecap="round" stroke-linejoin="round">'
            + "".join(f'<path transform="translate({x} {y})" d="{_PATTERN_MARKS[name]}"/>' for x, y in spots)
            + "</g>",
        )
        for name, (size, spots, colour) in theme.patterns.items()
    }


#: One mark of a pattern, around the origin.
_PATTERN_MARKS = {
    "wood": "M0-3.200 2.1.800H-2.100zM0 .8v1.800",
    "scrub": "M-2 1C-2-1.6 2-1.6 2 1zM0 1v1",
    "wetland": "M-3.500 1.200h7M-1.6-.400-2.2-2.200M0-.400v-2.400M1.6-.400 2.2-2.200",
    "rock": "M-1.8.900-.6-1 1-.800 1.900 1z",
    "sand": "M-.1 0h.2",
    "farmland": "M-3 0h6",
}


def _mountain(d: str, fill: str, rim: str) -> str:
    return f'<path d="{d}" fill="{fill}" stroke="{rim}" stroke-width="1" stroke-linejoin="round"/>'
