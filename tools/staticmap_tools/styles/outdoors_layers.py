# SPDX-License-Identifier: MIT
"""The layers that Outdoors has and Streets has not."""

from .recipe import Layer, one_of, zoomed

PATH, FOOTWAY, TRACK, CYCLEWAY = "#b4512f", "#c89a80", "#97663a", "#8a74c6"
EARTH_NAME = "#684626"
WIDTH = zoomed(12, 0.9, 14, 1.3, 16, 2, 18, 3.2, 20, 5, base=1.4)

#: Subclass of a point of interest, and its drawing.
PLACES = {
    "camp_site": "campsite",
    "caravan_site": "campsite",
    "shelter": "shelter",
    "lean_to": "shelter",
    "alpine_hut": "hut",
    "wilderness_hut": "hut",
    "viewpoint": "viewpoint",
    "drinking_water": "drinking-water",
    "water_point": "drinking-water",
    "spring": "spring",
    "picnic_site": "picnic",
    "cave_entrance": "cave",
    "waterfall": "waterfall",
    "beach": "beach",
    "beach_resort": "beach",
    "swimming_area": "swimming",
    "slipway": "boat",
    "climbing": "climbing",
    "guidepost": "trail",
    "trailhead": "trail",
    "ranger_station": "information",
}
#: Classes that say the same.
CLASSES = {"campsite": "campsite", "shelter": "shelter", "drinking_water": "drinking-water", "picnic_site": "picnic"}
#: What one looks for close by only, and finds without a name.
SERVICES = {"toilets": "toilets", "information": "information", "parking": "parking", "bicycle_rental": "bicycle"}

_NAME = ["coalesce", ["get", "name"], ["get", "name:latin"], ""]
_ICON_NAME = [
    "match",
    ["get", "subclass"],
    ["camp_site", "caravan_site"],
    "#2c6130",
    ["drinking_water", "water_point", "spring", "waterfall", "slipway"],
    "#1c587a",
    EARTH_NAME,
]
_HALO = {"text-halo-color": "#fbfaf7", "text-halo-width": 1.2, "text-halo-blur": 0.4}
_ON_GROUND = ["match", ["get", "brunnel"], ["tunnel", "bridge"], False, True]
_IS_LINE = ["match", ["geometry-type"], ["LineString", "MultiLineString"], True, False]
#: Ways through the country. Of those in towns, most are pavements.
TRAILS = ("path", "bridleway", "via_ferrata")
_IS_TRAIL = ["all", _ON_GROUND, ["any", ["==", ["get", "class"], "track"], one_of("subclass", *TRAILS)], _IS_LINE]


def _layer(id: str, kind: str, group: str, source_layer: str, **rest) -> Layer:
    head = {"id": id, "type": kind, "metadata": {"group": group}, "source": "openmaptiles", "source-layer": source_layer}
    return head | rest


def _pattern(name: str, condition: list) -> tuple[str, Layer]:
    paint = {"fill-pattern": f"pattern-{name}", "fill-opacity": zoomed(13, 0, 14.5, 1)}
    layer = _layer(f"{name}-pattern", "fill", "land", "landcover", minzoom=13, filter=condition, paint=paint)
    return "landcover-ice", layer


def _flat(icons: dict[str, str]) -> list[str]:
    return [part for pair in icons.items() for part in pair]


def _places(id: str, minzoom: float, condition: list, icon: list, padding: float | list, names: bool) -> Layer:
    layout = {"symbol-avoid-edges": True, "symbol-sort-key": ["coalesce", ["get", "rank"], 99], "icon-image": icon}
    name = {
        "text-field": _NAME,
        "text-optional": True,
        "text-font": ["Inter Medium", "Noto Sans Regular"],
        "text-size": 11,
        "text-max-width": 8,
        "text-line-height": 1.15,
        "text-variable-anchor": ["top", "bottom", "left", "right"],
        "text-radial-offset": 0.9,
        "text-justify": "auto",
        "text-padding": 2,
    }
    return _layer(
        id,
        "symbol",
        "points of interest",
        "poi",
        minzoom=minzoom,
        filter=condition,
        layout=layout | (name if names else {}) | {"icon-padding": padding},
        paint={"text-color": _ICON_NAME} | _HALO if names else {},
    )


LAYERS: list[tuple[str, Layer]] = [
    _pattern("wood", ["all", ["==", ["get", "class"], "wood"], ["!=", ["get", "subclass"], "zone"]]),
    _pattern("scrub", one_of("subclass", "scrub", "heath")),
    _pattern("wetland", ["==", ["get", "class"], "wetland"]),
    _pattern("rock", ["==", ["get", "class"], "rock"]),
    _pattern("sand", ["all", ["==", ["get", "class"], "sand"], ["!=", ["get", "subclass"], "zone"]]),
    (
        "road-track",
        _layer(
            "road-trail-casing",
            "line",
            "roads",
            "transportation",
            minzoom=13,
            filter=_IS_TRAIL,
            layout={"line-cap": "round", "line-join": "round"},
            paint={
                "line-color": "#ffffff",
                "line-width": zoomed(13, 2.2, 16, 3.6, 18, 6, 20, 10, base=1.4),
                "line-opacity": zoomed(13, 0, 15, 0.55),
            },
        ),
    ),
    (
        "road-steps",
        _layer(
            "road-trail",
            "line",
            "roads",
            "transportation",
            minzoom=12,
            filter=["all", ["!", one_of("brunnel", "tunnel")], one_of("subclass", *TRAILS), _IS_LINE],
            layout={"line-join": "round"},
            paint={"line-color": PATH, "line-width": WIDTH, "line-dasharray": [2.4, 1.3]},
        ),
    ),
    (
        "road-steps",
        _layer(
            "road-cycleway",
            "line",
            "roads",
            "transportation",
            minzoom=12,
            filter=["all", one_of("class", "path"), one_of("subclass", "cycleway"), _IS_LINE],
            layout={"line-join": "round"},
            paint={
                "line-color": CYCLEWAY,
                "line-width": zoomed(12, 0.7, 14, 1, 16, 1.5, 18, 2.4, 20, 4, base=1.4),
                "line-dasharray": [3.2, 1],
                "line-opacity": 0.9,
            },
        ),
    ),
    (
        "poi-transit-stop",
        _places("poi-service", 16, one_of("subclass", *SERVICES), ["match", ["get", "subclass"], *_flat(SERVICES), ""], 14, False),
    ),
    (
        "road-name-service",
        _places(
            "poi-outdoor",
            13.5,
            ["any", one_of("subclass", *PLACES), one_of("class", *CLASSES)],
            ["match", ["get", "subclass"], *_flat(PLACES), ["match", ["get", "class"], *_flat(CLASSES), "dot-poi"]],
            zoomed(13, 10, 16, 4),
            True,
        ),
    ),
    (
        "park-name",
        _layer(
            "mountain-ridge",
            "symbol",
            "peaks and stations",
            "mountain_peak",
            minzoom=12,
            filter=["all", one_of("class", "ridge", "arete", "cliff"), _IS_LINE, ["any", ["has", "name"], ["has", "name:latin"]]],
            layout={
                "symbol-avoid-edges": True,
                "symbol-placement": "line",
                "symbol-spacing": 400,
                "text-field": ["coalesce", ["get", "name"], ["get", "name:latin"]],
                "text-font": ["Inter Italic", "Noto Sans Italic"],
                "text-size": zoomed(12, 10.5, 16, 12.5),
                "text-letter-spacing": 0.15,
                "text-max-angle": 32,
            },
            paint={"text-color": EARTH_NAME} | _HALO,
        ),
    ),
    (
        "mountain-peak",
        _layer(
            "mountain-saddle",
            "symbol",
            "peaks and stations",
            "mountain_peak",
            minzoom=12.5,
            filter=["all", ["==", ["get", "class"], "saddle"], ["any", ["has", "name"], ["has", "name:latin"]]],
            layout={
                "symbol-avoid-edges": True,
                "symbol-sort-key": ["coalesce", ["get", "rank"], 9],
                "text-field": [
                    "concat",
                    ["coalesce", ["get", "name"], ["get", "name:latin"]],
                    ["case", ["has", "ele"], ["concat", "\n", ["to-string", ["get", "ele"]], " m"], ""],
                ],
                "text-font": ["Inter Italic", "Noto Sans Italic"],
                "text-size": zoomed(12, 10, 15, 11.5),
                "text-max-width": 8,
            },
            paint={"text-color": EARTH_NAME} | _HALO,
        ),
    ),
]
