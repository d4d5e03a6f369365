# SPDX-License-Identifier: MIT
"""The colors of each style's sprite. Those of its lines, areas and names are in the package `styles`."""

import dataclasses

#: Size in points, the centers of the marks, their color.
Pattern = tuple[int, tuple[tuple[float, float], ...], str]


@dataclasses.dataclass(frozen=True)
class Theme:
    #: Color of the disc by group: dull enough to stay behind a pin, and white reads on it.
    groups: dict[str, str]
    #: The ring around discs and dots, in the color of the ground.
    rim: str
    #: Fill and ink of the dots of cities.
    dot: tuple[str, str]
    point: str
    peak: str
    volcano: str
    arrow: str
    #: Plates for road numbers: fill, border.
    plates: dict[str, tuple[str, str]]
    #: Shapes of road networks: fill, border, band.
    shields: dict[str, tuple[str, str, str]]
    #: Groups of discs that the style has no use for.
    without: tuple[str, ...] = ("outdoor", "water")
    patterns: dict[str, Pattern] = dataclasses.field(default_factory=dict)


STREETS = Theme(
    groups={
        "food": "#c9874f",
        "shop": "#b7923f",
        "park": "#6a9f67",
        "sport": "#5f9d84",
        "transit": "#5a88ba",
        "culture": "#9379b2",
        "health": "#c76d76",
        "lodging": "#7c7db8",
        "civic": "#83899a",
    },
    rim="#fff",
    dot=("#fff", "#454d5c"),
    point="#97a0ab",
    peak="#8d7a66",
    volcano="#a8604f",
    arrow="#b4ada3",
    plates={"plate": ("#ffffff", "#b9b1a5"), "plate-motorway": ("#fff6df", "#d3a352")},
    shields={
        "interstate": ("#3d63a8", "#ffffff", "#b84a4a"),
        "us-highway": ("#ffffff", "#5d6470", ""),
        "us-state": ("#ffffff", "#8b919b", ""),
        "motorway-board": ("#3f6fb0", "#ffffff", ""),
        "europe-board": ("#3f8a5c", "#ffffff", ""),
    },
)

DARK = Theme(
    groups={
        "food": "#8f653f",
        "shop": "#81693a",
        "park": "#4d7450",
        "sport": "#447363",
        "transit": "#46688f",
        "culture": "#6e5a88",
        "health": "#915058",
        "lodging": "#5c5d8c",
        "civic": "#606776",
    },
    rim="#1b1f26",
    dot=("#1f232a", "#cfd6e0"),
    point="#707a88",
    peak="#9c8a76",
    volcano="#b5705f",
    arrow="#717a88",
    plates={"plate": ("#363d48", "#596270"), "plate-motorway": ("#4a4231", "#85724a")},
    shields={
        "interstate": ("#34507f", "#7f8ea8", "#7d3f44"),
        "us-highway": ("#363d48", "#79818f", ""),
        "us-state": ("#363d48", "#596270", ""),
        "motorway-board": ("#34507f", "#7f8ea8", ""),
        "europe-board": ("#2f5c43", "#7fa08c", ""),
    },
)

_LIGHT_GREY = "#989fa7"

LIGHT = Theme(
    groups={
        "park": "#92a593",
        "sport": "#92a593",
        "transit": "#8a9bad",
        "culture": _LIGHT_GREY,
        "health": _LIGHT_GREY,
        "lodging": _LIGHT_GREY,
        "civic": _LIGHT_GREY,
    },
    rim="#fff",
    dot=("#fff", "#565d65"),
    point="#b3b8be",
    peak="#a5a29e",
    volcano="#a5a29e",
    arrow="#c3c6ca",
    plates={"plate": ("#ffffff", "#cfd2d6"), "plate-motorway": ("#fbfbfb", "#bcc1c7")},
    shields={
        "interstate": ("#ffffff", "#8f99a6", "#c9ced4"),
        "us-highway": ("#ffffff", "#aab0b7", ""),
        "us-state": ("#ffffff", "#c4c9ce", ""),
        "motorway-board": ("#ffffff", "#8f99a6", ""),
        "europe-board": ("#ffffff", "#94a39a", ""),
    },
    without=("outdoor", "water", "food", "shop"),
)

OUTDOORS = Theme(
    groups=STREETS.groups
    | {
        "park": "#4c8f4f",
        "sport": "#4a927a",
        "transit": "#4c7fb6",
        "culture": "#8a6f9f",
        "lodging": "#7a6aa8",
        "outdoor": "#8a6238",
        "water": "#3d89b8",
    },
    rim="#fff",
    dot=("#fff", "#454d5c"),
    point="#97a0ab",
    peak="#7a5a3a",
    volcano="#b0492f",
    arrow="#aaa697",
    plates={"plate": ("#ffffff", "#b9b1a5"), "plate-motorway": ("#fdf0d4", "#cf9a4f")},
    shields={
        "interstate": ("#3d63a8", "#ffffff", "#b84a4a"),
        "us-highway": ("#ffffff", "#5d6470", ""),
        "us-state": ("#ffffff", "#8b919b", ""),
        "motorway-board": ("#3f6fb0", "#ffffff", ""),
        "europe-board": ("#3f8a5c", "#ffffff", ""),
    },
    without=("shop",),
    patterns={
        "wood": (40, ((9, 9), (28, 12), (15, 26), (33, 31)), "#8fb98099"),
        "scrub": (36, ((8, 9), (26, 16), (13, 27)), "#a3bd7e99"),
        "wetland": (36, ((9, 8), (27, 17), (12, 28)), "#6fa9bfcc"),
        "rock": (32, ((7, 8), (22, 13), (11, 24), (26, 27)), "#b9b1a399"),
        "sand": (16, ((3, 4), (10, 3), (6, 10), (13, 12)), "#c9b47ccc"),
    },
)

PRINT = Theme(
    groups={name: "#333333" for name in STREETS.groups},
    rim="#fff",
    dot=("#fff", "#000000"),
    point="#4d4d4d",
    peak="#333333",
    volcano="#333333",
    arrow="#6b6b6b",
    plates={"plate": ("#ffffff", "#333333"), "plate-motorway": ("#ffffff", "#000000")},
    shields={name: ("#ffffff", "#000000", "#c9c9c9") for name in STREETS.shields},
    without=("outdoor", "water", "shop"),
    patterns={
        "wood": (28, ((7, 8), (20, 21)), "#9a9a9a"),
        "wetland": (30, ((8, 9), (22, 22)), "#808080"),
        "sand": (14, ((3, 4), (10, 10)), "#9a9a9a"),
        "park": (12, ((3, 3), (9, 9)), "#8c8c8c"),
    },
)

TRANSIT = dataclasses.replace(LIGHT, groups=LIGHT.groups | {"transit": "#1f5fa8"}, dot=("#fff", "#2b3037"))

THEMES = {
    "streets": STREETS,
    "dark": DARK,
    "light": LIGHT,
    "outdoors": OUTDOORS,
    "print": PRINT,
    "relief": STREETS,
    "transit": TRANSIT,
}
