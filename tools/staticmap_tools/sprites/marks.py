# SPDX-License-Identifier: MIT
"""What a sprite holds besides the discs: dots, peaks, arrows, plates for road numbers, patterns of areas."""

from .themes import Theme

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


def shields(theme: Theme) -> dict[str, Drawing]:
    """The shapes of road networks, with room for numbers of one to four characters of size 10."""
    drawings = {}
    for name, (fill, border, top) in theme.shields.items():
        for characters in range(1, 5):
            width = 13 + 6.5 * characters
            drawings[f"{name}-{characters}"] = (round(width), 20, _SHAPES[name](round(width), fill, border, top))
    return drawings


def _interstate(width: int, fill: str, border: str, top: str) -> str:
    """A shield whose upper edge dips in the middle, with a band in another color."""
    w, m = width - 1.5, width / 2
    outline = f"M{m} 2.6C{m - 3} 3.8 4.2 3.6 3.4 1.5C1.4 5.500 1 10 3 13.500C4.6 16 {m - 3} 17.500 {m} 18.700C{m + 3} 17.500 {w - 3} 16 {w - 1.4} 13.500C{w + .5} 10 {w} 5.500 {w - 1.9} 1.5C{w - 2.6} 3.6 {m + 3} 3.8 {m} 2.6z"
    band = f"M2.300 5.400C4 6 {m - 3} 5.600 {m} 5.600C{m + 3} 5.600 {w - 2.500} 6 {w - .8} 5.400L{w - 1.9} 1.5C{w - 2.6} 3.6 {m + 3} 3.8 {m} 2.6C{m - 3} 3.8 4.2 3.6 3.4 1.5z"
    return f'<path d="{outline}" fill="{fill}"/><path d="{band}" fill="{top}"/><path d="{outline}" fill="none" stroke="{border}" stroke-width="1"/>'


def _us(width: int, fill: str, border: str, top: str) -> str:
    """The shield of federal roads: square shoulders and a point below."""
    w, m = width - 1.5, width / 2
    outline = f"M4.200 1.5C6 3 {m - 2} 2.800 {m} 1.800C{m + 2} 2.800 {w - 4.300} 3 {w - 2.700} 1.5L{w} 4.600C{w - 2} 8.500 {w + .6} 12 {w - 1.500} 15C{w - 3} 17 {m + 2} 16.600 {m} 18.500C{m - 2} 16.600 4.500 17 3 15C.9 12 3.500 8.500 1.5 4.600z"
    return f'<path d="{outline}" fill="{fill}" stroke="{border}" stroke-width="1.1" stroke-linejoin="round"/>'


def _oval(width: int, fill: str, border: str, top: str) -> str:
    return f'<ellipse cx="{width / 2}" cy="10" rx="{width / 2 - 1}" ry="8.200" fill="{fill}" stroke="{border}" stroke-width="1.1"/>'


def _board(width: int, fill: str, border: str, top: str) -> str:
    return f'<rect x="1.500" y="3" width="{width - 3}" height="14" rx="2.500" fill="{fill}" stroke="{border}" stroke-width="1"/>'


_SHAPES = {"interstate": _interstate, "us-highway": _us, "us-state": _oval, "motorway-board": _board, "europe-board": _board}


def patterns(theme: Theme) -> dict[str, Drawing]:
    """Tiles that repeat without a seam: nothing in them reaches the edge."""
    return {
        f"pattern-{name}": (
            size,
            size,
            f'<g fill="none" stroke="{color}" stroke-width="{_PATTERN_WIDTHS.get(name, 1.1)}" stroke-linecap="round" stroke-linejoin="round">'
            + "".join(f'<path transform="translate({x} {y})" d="{_PATTERN_MARKS[name]}"/>' for x, y in spots)
            + "</g>",
        )
        for name, (size, spots, color) in theme.patterns.items()
    }


_PATTERN_WIDTHS = {"water": 0.5}
#: One mark of a pattern, around the origin.
_PATTERN_MARKS = {
    "wood": "M0-3.200 2.1.800H-2.100zM0 .8v1.800",
    "scrub": "M-2 1C-2-1.6 2-1.6 2 1zM0 1v1",
    "wetland": "M-3.500 1.200h7M-1.6-.400-2.2-2.200M0-.400v-2.400M1.6-.400 2.2-2.200",
    "rock": "M-1.8.900-.6-1 1-.800 1.900 1z",
    "sand": "M-.1 0h.2",
    "farmland": "M-3 0h6",
    "park": "M-.1 0h.2",
    "water": "M-3.1 0h6.2",
}


def _mountain(d: str, fill: str, rim: str) -> str:
    return f'<path d="{d}" fill="{fill}" stroke="{rim}" stroke-width="1" stroke-linejoin="round"/>'
