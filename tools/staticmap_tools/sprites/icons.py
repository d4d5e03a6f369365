# SPDX-License-Identifier: MIT
"""The drawings on the discs of points of interest, as SVG fragments on a grid of 12 × 12 units.

White is the paint; BADGE stands for the color of the disc behind, for what is cut out of a white shape.
The colors of the groups are the themes' (themes.py).
"""


def _line(d: str, width: float = 1.3) -> str:
    return (
        f'<path d="{d}" fill="none" stroke="#fff" stroke-width="{width}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _cut(d: str, width: float = 1.1) -> str:
    return (
        f'<path d="{d}" fill="none" stroke="BADGE" stroke-width="{width}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _fill(d: str, color: str = "#fff") -> str:
    return f'<path d="{d}" fill="{color}" fill-rule="evenodd"/>'


def _disc(x: float, y: float, r: float, color: str = "#fff") -> str:
    return f'<circle cx="{x}" cy="{y}" r="{r}" fill="{color}"/>'


def _box(x: float, y: float, w: float, h: float, r: float = 0, color: str = "#fff") -> str:
    return f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{r}" fill="{color}"/>'


#: A train or tram from the front: body, window, two lamps.
_CAR = _fill(
    "M4.2 1h3.6A1.9 1.9 0 0 1 9.7 2.9v4.4A1.9 1.9 0 0 1 7.8 9.2H4.2A1.9 1.9 0 0 1 2.3 7.3V2.9A1.9 1.9 0 0 1 4.2 1z"
)
_LAMPS = _disc(4.3, 7.3, 0.75, "BADGE") + _disc(7.7, 7.3, 0.75, "BADGE")

#: Name: (group, drawing).
BADGES = {
    # food and drink
    "restaurant": (
        "food",
        _line("M2.7 1.2v2.4M4.1 1.2v2.4M5.5 1.2v2.4", 0.9)
        + _fill("M2.25 3.3h3.7v.6A1.85 1.85 0 0 1 2.25 3.9z")
        + _line("M4.1 5v5.8M8.6 7v3.8", 1.4)
        + _fill("M9.3 1v6.6H7.3V4.4C7.3 2.6 8 1.3 9.3 1z"),
    ),
    "cafe": (
        "food",
        _fill("M1.6 3.4h6.9v3.4A2.7 2.7 0 0 1 5.8 9.5H4.3A2.7 2.7 0 0 1 1.6 6.8z")
        + _line("M8.6 4.4h.6a1.35 1.35 0 0 1 0 2.9h-.8", 1)
        + _line("M1.8 10.9h6.5M3.7 1v1M6.4 1v1", 1),
    ),
    "fast-food": (
        "food",
        _fill("M1.3 4.9C1.3 2.8 3.3 1.5 6 1.5s4.7 1.3 4.7 3.4z")
        + _line("M1.5 6.5h9", 1.2)
        + _fill("M1.4 8h9.2v.7A1.9 1.9 0 0 1 8.7 10.6H3.3A1.9 1.9 0 0 1 1.4 8.7z"),
    ),
    "bar": ("food", _fill("M1.4 1.5h9.2L6.6 6.4v3.4h2v1.2H3.4V9.8h2V6.4zM3.9 2.8l.9 1.1h2.4l.9-1.1z")),
    "beer": (
        "food",
        _fill("M2 3.9h6v5.7a1.3 1.3 0 0 1-1.3 1.3H3.3A1.3 1.3 0 0 1 2 9.6z")
        + _disc(3.1, 2.7, 1.4)
        + _disc(5.2, 2.3, 1.5)
        + _disc(7, 2.8, 1.3)
        + _line("M8.2 5h.8a1 1 0 0 1 1 1v1.5a1 1 0 0 1-1 1h-.8", 1)
        + _cut("M3.9 5.6v3.4M6.1 5.6v3.4", 0.8),
    ),
    "ice-cream": ("food", _fill("M3 6.1h6L6 11.3z") + _disc(6, 3.7, 2.9) + _cut("M2.9 5.9h6.2", 0.7)),
    # shops
    "shop": (
        "shop",
        _fill("M2.1 3.9h7.8l.6 5.9a1.1 1.1 0 0 1-1.1 1.2H2.6a1.1 1.1 0 0 1-1.1-1.2z")
        + _line("M4 4V3.1a2 2 0 0 1 4 0V4", 1)
        + _cut("M4 5.6a2 2 0 0 0 4 0", 0.9),
    ),
    "grocery": (
        "shop",
        _line("M.8 1.8h1.5l1.5 6h5.6", 1.2)
        + _fill("M2.6 3h8.6L9.9 7.2H3.6z")
        + _disc(4.5, 9.9, 1)
        + _disc(8.8, 9.9, 1),
    ),
    "clothing": (
        "shop",
        _fill("M4.2 1.6C4.6 2.6 5.2 3 6 3s1.4-.4 1.8-1.4L11.2 3.3 10.2 6 8.9 5.6v5H3.1v-5L1.8 6 .8 3.3z"),
    ),
    "hairdresser": (
        "shop",
        _line("M8.2 1.2 4.4 7.6M3.8 1.2 7.6 7.6", 1.2)
        + '<circle cx="3.6" cy="9.2" r="1.4" fill="none" stroke="#fff" stroke-width="1.1"/>'
        + '<circle cx="8.4" cy="9.2" r="1.4" fill="none" stroke="#fff" stroke-width="1.1"/>',
    ),
    "fuel": (
        "shop",
        _fill("M1.8 10.9V2.3A1.2 1.2 0 0 1 3 1.1h3.2a1.2 1.2 0 0 1 1.2 1.2v8.6zM3 2.4v2.5h3.2V2.4z")
        + _line("M7.7 6.6h.5a.9.9 0 0 1 .9.9v1.4a.8.8 0 0 0 1.6 0V4.3L9.3 2.7", 0.9),
    ),
    # green places
    "park": ("park", _disc(6, 3.8, 3) + _disc(4, 5.8, 2.3) + _disc(8, 5.8, 2.3) + _line("M6 5v5.9", 1.5)),
    "garden": (
        "park",
        _line("M6 6v5", 1.2)
        + "".join(_disc(x, y, 1.5) for x, y in ((6, 1.9), (8, 3.4), (7.2, 5.7), (4.8, 5.7), (4, 3.4)))
        + _disc(6, 4, 1.1, "BADGE")
        + _fill("M6.2 10.4c.2-1.8 1.3-2.7 3.3-2.6-.1 1.8-1.3 2.7-3.3 2.6z"),
    ),
    "playground": (
        "park",
        _line("M1.4 10.6 4 1.6 8 1.6 10.6 10.6", 1.2) + _line("M4.7 1.8v5.6M7.3 1.8v5.6M4.4 7.5h3.2", 0.9),
    ),
    "zoo": (
        "park",
        _disc(2.4, 5, 1.15)
        + _disc(4.5, 2.7, 1.25)
        + _disc(7.5, 2.7, 1.25)
        + _disc(9.6, 5, 1.15)
        + _fill("M6 5.2c1.5 0 3.3 2.2 3.3 3.8 0 1.3-.9 1.7-1.7 1.7-.7 0-1-.3-1.6-.3s-.9.3-1.6.3c-.8 0-1.7-.4-1.7-1.7 0-1.6 1.8-3.8 3.3-3.8z"),
    ),
    "campsite": ("park", _fill("M6 1.6 11.3 10.6H7.7L6 7.4 4.3 10.6H.7z")),
    "cemetery": (
        "park",
        _fill("M2.9 9.2V4.4a3.1 3.1 0 0 1 6.2 0v4.8zM1.8 9.7h8.4v1.2H1.8z")
        + _cut("M6 3.6v3.8M4.7 4.9h2.6", 0.9),
    ),
    # sport
    "sport": (
        "sport",
        _disc(6, 6, 4.9)
        + _fill("M6 3.6 8.2 5.2 7.4 7.8H4.6L3.8 5.2z", "BADGE")
        + _cut("M6 1.4v2.2M8.2 5.2l2.3-.7M7.4 7.8l1.4 2M4.6 7.8l-1.4 2M3.8 5.2 1.5 4.5", 0.8),
    ),
    "stadium": (
        "sport",
        _fill("M6 3.2c3 0 5.2 1 5.2 2.4v2.9C11.2 9.9 9 10.9 6 10.9S.8 9.9.8 8.5V5.6C.8 4.2 3 3.2 6 3.2z")
        + '<ellipse cx="6" cy="5.7" rx="3.1" ry="1.1" fill="BADGE"/>'
        + _line("M6 3.4V.9", 0.8)
        + _fill("M6 .5 8.6 1.3 6 2.2z"),
    ),
    "swimming": (
        "sport",
        _disc(9, 4, 1.3)
        + _line("M2 7 6.5 4.4 4.6 2.4 7 1.7", 1.2)
        + _line("M1 9.4c.9 0 1-.8 2-.8s1.4.8 2.5.8 1.4-.8 2.5-.8 1.4.8 3 .8", 1.1),
    ),
    "golf": ("sport", _line("M4.4 10.7V1.4", 1.1) + _fill("M4.4.9 10 3.2 4.4 5.500z") + _line("M2.4 10.8h6.4", 1.1)),
    # transport
    "rail": ("transit", _CAR + _box(3.6, 2.5, 4.8, 2.8, 0.5, "BADGE") + _LAMPS + _line("M3.9 9.7 2.8 11.100M8.1 9.700l1.1 1.4", 1.1)),
    "metro": ("transit", _line("M1.9 9.800V2.600L6 8.1 10.1 2.600v7.2", 1.7)),
    "tram": (
        "transit",
        '<g transform="translate(0 1.6) scale(1 .9)">' + _CAR + _box(3.6, 2.4, 4.8, 3, 0.5, "BADGE") + _LAMPS + "</g>"
        + _line("M4 .7h4M6 .7v1.5", 0.9)
        + _line("M3.9 10.3 3.2 11.300M8.1 10.300l.7 1", 1),
    ),
    "bus": (
        "transit",
        _fill("M3.4 1.200h5.200A1.6 1.6 0 0 1 10.2 2.800v6.300H1.800V2.800A1.6 1.6 0 0 1 3.4 1.200z")
        + _box(3, 2.8, 6, 3.2, 0.4, "BADGE")
        + _disc(3.7, 7.6, 0.7, "BADGE")
        + _disc(8.3, 7.6, 0.7, "BADGE")
        + _box(2.5, 9, 1.8, 1.9, 0.5)
        + _box(7.7, 9, 1.8, 1.9, 0.5),
    ),
    "ferry": (
        "transit",
        _fill("M1.1 6.2 6 4.6 10.9 6.2 9.6 9.200H2.400zM3.2 2.400h5.600v2.300L6 3.8 3.2 4.700zM5 .9h2v1.500H5z")
        + _line("M1.2 10.700c1 0 1.2-.7 2.4-.7s1.2.7 2.4.7 1.2-.7 2.4-.7 1.4.7 2.4.7", 0.9),
    ),
    "airport": (
        "transit",
        _fill("M6 .5c.6 0 1 .7 1 1.600v2.400L11.4 7.200v1.300L7 7.200v2.200l1.5 1.100v1L6 10.800l-2.5.7v-1L5 9.400V7.200L.6 8.500V7.200L5 4.500V2.100C5 1.2 5.4.5 6 .5z"),
    ),
    "parking": ("transit", _line("M4 10.500V1.700h2.700a2.5 2.5 0 0 1 0 5H4", 1.8)),
    "bicycle": (
        "transit",
        '<g fill="none" stroke="#fff" stroke-width="1"><circle cx="2.9" cy="7.7" r="2.1"/><circle cx="9.1" cy="7.7" r="2.1"/></g>'
        + _line("M2.9 7.7 4.9 4h3L9.1 7.700M4.9 4 6.4 7.7 7.9 4 7.5 2.600h1.200M4 2.800h1.600M2.9 7.700h3.4", 0.9),
    ),
    "harbor": (
        "transit",
        '<circle cx="6" cy="2.3" r="1.3" fill="none" stroke="#fff" stroke-width="1.1"/>'
        + _line("M6 3.700v6.800M3.9 5.300h4.200M1.5 7.200c.4 2.3 2.3 3.5 4.5 3.500s4.1-1.2 4.5-3.5", 1.2),
    ),
    "taxi": (
        "transit",
        _fill("M2.6 5 3.6 2.900A1.2 1.2 0 0 1 4.7 2.200h2.600a1.2 1.2 0 0 1 1.1.7L9.4 5A1.6 1.6 0 0 1 11 6.600V9.400H1V6.600A1.6 1.6 0 0 1 2.6 5zM4.1 5h3.800L7.3 3.400H4.700z")
        + _disc(3, 7.1, 0.8, "BADGE") + _disc(9, 7.1, 0.8, "BADGE")
        + _box(1.6, 9, 1.9, 1.8, 0.5) + _box(8.5, 9, 1.9, 1.8, 0.5),
    ),
    # culture
    "museum": (
        "culture",
        _fill("M6 .9 11 3.600v1H1v-1zM1 9.800h10V11H1z") + _line("M2.6 5.200v4M6 5.200v4M9.4 5.200v4", 1.3),
    ),
    "theatre": (
        "culture",
        _fill("M1.6 1.700C4.2 2.7 7.8 2.7 10.4 1.700v4C10.4 8.7 8.6 10.3 6 11.1 3.4 10.3 1.6 8.7 1.6 5.700z")
        + _disc(4.1, 5, 0.8, "BADGE")
        + _disc(7.9, 5, 0.8, "BADGE")
        + _cut("M3.9 7.400c1.2 1.2 3 1.2 4.2 0", 1),
    ),
    "cinema": (
        "culture",
        _box(1, 2, 10, 8, 1) + "".join(_box(x, y, 1.2, 1.2, 0.2, "BADGE") for x in (1.9, 8.9) for y in (2.9, 5.4, 7.9))
        + _fill("M4.9 3.9 8 6 4.9 8.100z", "BADGE"),
    ),
    "gallery": (
        "culture",
        _fill("M1.9 1.500h8.200a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H1.900a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1zM2.1 2.700v5L4.3 5.2 6.5 7.6 7.8 6.3 9.9 8.500V2.700z")
        + _disc(7.8, 4.2, 0.9),
    ),
    "music": (
        "culture",
        _disc(3.3, 9.1, 1.7) + _disc(8.5, 8.2, 1.7) + _line("M4.4 9V2.700L9.6 1.500V8", 1.2) + _line("M4.4 3.4 9.6 2.2", 1.4),
    ),
    "attraction": (
        "culture",
        _fill("M6 .7 7.6 4.2 11.4 4.7 8.6 7.3 9.3 11.1 6 9.2 2.7 11.1 3.4 7.3.6 4.7 4.4 4.200z"),
    ),
    "monument": ("culture", _fill("M6 .6 7.2 2.2 7.7 8.600H4.300L4.8 2.200zM2.6 9.300h6.800V11H2.600z")),
    "castle": (
        "culture",
        _fill("M1.4 1.800h1.800v1.500h1.500V1.800h2.600v1.500h1.500V1.800h1.800v9H7.400V8.500a1.4 1.4 0 0 0-2.8 0v2.300H1.400z"),
    ),
    "library": (
        "culture",
        _fill("M.9 2.300C2.7 1.6 4.4 1.7 5.6 2.700v7.600C4.4 9.4 2.7 9.3.9 9.900zM11.1 2.300C9.3 1.6 7.6 1.7 6.4 2.700v7.600c1.2-.9 2.9-1 4.7-.4z"),
    ),
    # health
    "hospital": ("health", _line("M6 2.100v7.800M2.1 6h7.8", 2.6)),
    "pharmacy": (
        "health",
        '<g transform="rotate(-45 6 6)">' + _box(0.8, 3.6, 10.4, 4.8, 2.4) + _box(6.4, 4.7, 3.7, 2.6, 1.3, "BADGE") + "</g>",
    ),
    # lodging
    "lodging": (
        "lodging",
        _line("M1.3 2.300v8M10.7 9v1.300M1.3 8.700h9.4", 1.2)
        + _fill("M5.5 4.300h3A2.2 2.2 0 0 1 10.7 6.500V8H5.500z")
        + _disc(3.5, 6, 1.3),
    ),
    # public life
    "school": (
        "civic",
        _fill("M6 1.9 11.6 4.6 6 7.3.4 4.600zM2.7 6.5 6 8.1 9.3 6.500V8.700C8.5 9.7 7.3 10.2 6 10.200S3.5 9.7 2.7 8.700z")
        + _line("M10.9 4.900v3.4", 0.8),
    ),
    "town-hall": (
        "civic",
        _fill("M1.3 5.900h9.400v5H7.200V8.300H4.800v2.600H1.300zM3 3.700h6v1.500H3z") + _line("M6 3.700V.9", 0.8) + _fill("M6 .5 8.7 1.4 6 2.300z"),
    ),
    "police": (
        "civic",
        _fill("M6 .7 10.4 2.200V5.700C10.4 8.5 8.6 10.3 6 11.3 3.4 10.3 1.6 8.5 1.6 5.700V2.200z")
        + _fill("M6 3.3 6.8 5 8.6 5.2 7.3 6.5 7.6 8.3 6 7.4 4.4 8.3 4.7 6.5 3.4 5.2 5.2 5z", "BADGE"),
    ),
    "fire-station": (
        "civic",
        _fill("M6.3.6C7 2.6 9.8 4.3 9.8 7.300A3.8 3.8 0 0 1 6 11.2 3.8 3.8 0 0 1 2.2 7.400C2.2 5.8 3 4.7 3.9 3.9 4 4.9 4.3 5.4 4.9 5.6 4.7 3.7 5.1 1.8 6.3.6z")
        + _fill("M6.1 6.300C6.5 7.2 7.5 7.7 7.5 8.900A1.5 1.5 0 0 1 6 10.4 1.5 1.5 0 0 1 4.5 8.900C4.5 7.8 5.6 7.4 6.1 6.300z", "BADGE"),
    ),
    "post": (
        "civic",
        _box(1, 2.4, 10, 7.4, 1) + _cut("M1.7 3.5 6 6.9 10.3 3.5", 1),
    ),
    "bank": (
        "civic",
        _disc(6, 6, 4.9) + '<circle cx="6" cy="6" r="3.7" fill="none" stroke="BADGE" stroke-width=".7"/>' + _cut("M6 4v4M5 4.7 6 4", 1.1),
    ),
    "information": ("civic", _disc(6, 2.5, 1.2) + _line("M5 5.400h1.200v4.300M4.7 9.800h2.9", 1.5)),
    "worship": ("civic", _fill("M6 .6 7.3 3 7.3 5.3 10.3 7.200V11H7.100V9A1.1 1.1 0 0 0 4.9 9v2H1.700V7.200L4.7 5.300V3z")),
    "christian": ("civic", _line("M6 1.400v9.200M3 4.300h6", 1.8)),
    "muslim": (
        "civic",
        _fill("M7.9 1.500A4.7 4.7 0 1 0 8.9 9.7 3.9 3.9 0 1 1 7.9 1.500z")
        + _fill("M9 3.9 9.6 5.2 11 5.3 9.9 6.3 10.2 7.7 9 7 7.8 7.7 8.1 6.3 7 5.3 8.4 5.200z"),
    ),
    "jewish": ("civic", _line("M6 1.2 10.1 8.300H1.900zM6 10.8 1.9 3.700h8.200z", 1.1)),
    "toilets": (
        "civic",
        _disc(3.3, 2, 1.1) + _disc(8.7, 2, 1.1)
        + _fill("M2 3.600h2.600v3.500H4.200V11H2.400V7.100H2zM8.7 3.4 10.7 8.100H9.600V11H7.800V8.100H6.700z") + _line("M6 1.500v9.3", 0.6),
    ),
    # out of doors
    "shelter": (
        "outdoor",
        _fill("M6 1.2 11.4 5.4 10.5 6.6 6 3.1 1.5 6.6.6 5.400z") + _line("M2.8 6.500v4.300M9.2 6.500v4.3", 1.3) + _line("M4.6 8.700h2.8", 1.3),
    ),
    "hut": ("outdoor", _fill("M6 1.2 11.4 5.7 10.4 6.8 9.9 6.400V10.800H7.300V7.700H4.700V10.800H2.100V6.400L1.6 6.8.6 5.700z")),
    "viewpoint": (
        "outdoor",
        _disc(6, 8.1, 2)
        + _line("M6 4.500V1.400M8.7 5.3 10.6 2.9M3.3 5.3 1.4 2.9M9.8 7.5 11.2 6.900M2.2 7.5.8 6.9", 1.2),
    ),
    "drinking-water": (
        "water",
        _fill("M1.2 2.900h5.300a3 3 0 0 1 3 3v.600H7.300V6a.8.8 0 0 0-.8-.800H1.200z")
        + _line("M4.4 2.800V1.300M2.9 1.200h3", 1)
        + _fill("M8.4 7.600C9.2 8.7 9.7 9.3 9.7 10A1.3 1.3 0 0 1 7.1 10C7.1 9.3 7.6 8.7 8.4 7.600z"),
    ),
    "picnic": ("outdoor", _line("M2.2 3.300h7.600M.9 6.300h10.2", 1.3) + _line("M4.4 3.400 2.2 10.400M7.6 3.400 9.8 10.4", 1.2)),
    "spring": (
        "water",
        _fill("M6 .900C8.1 3.6 9.3 5 9.3 7A3.3 3.3 0 0 1 2.7 7C2.7 5 3.9 3.6 6 .900z") + _cut("M6.2 8.800C7.1 8.7 7.8 8 7.8 7.1", 0.9),
    ),
    "cave": ("outdoor", _fill("M6 1.300C9.2 1.3 11.2 4.6 11.4 10.600H8.600C8.4 7.5 7.5 5.9 6 5.900S3.6 7.5 3.4 10.600H.600C.8 4.6 2.8 1.3 6 1.300z")),
    "trail": (
        "outdoor",
        _line("M5.2 1.200v9.7", 1.3) + _fill("M2.6 1.800h6.200L10.8 3.4 8.8 5H2.600zM9.2 5.800H4L2 7.200 4 8.600h5.200z"),
    ),
    "beach": (
        "outdoor",
        _fill("M1 6.200C1.4 3.2 3.6 1.2 6.4 1.600 9 2 10.8 4.3 10.8 7.200z") + _line("M6.2 5.8 4.6 10.8M2 10.900h8", 1.1),
    ),
    "waterfall": (
        "water",
        _line("M2.4 1.300v6M4.8 1.300h1.200a1.800 1.800 0 0 1 1.800 1.800v4.2M5.1 3.800v3.500", 1.3)
        + _line("M1 10c.9 0 1-.8 2-.8s1.4.8 2.5.8 1.4-.8 2.5-.8 1.4.8 3 .8", 1.2),
    ),
    "boat": (
        "water",
        _fill("M.9 7.900h10.200L9.6 10.700H2.400zM5.5.9v6.200H1.800zM6.6 2.4 9.9 7.100H6.600z"),
    ),
    "climbing": ("outdoor", _fill("M.6 10.7 4.4 3.9 6 6.4 7.700 2 11.4 10.700z")),
}
