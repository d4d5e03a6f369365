# SPDX-License-Identifier: MIT
"""Lines of equal height, of archives that have a layer `contour`: with `ele` and `index`, as `staticmap tiles contours` writes them, or with
`height` and `nth_line`, as MapTiler's have them."""

from .recipe import Layer, zoomed

_HEIGHT = ["coalesce", ["get", "ele"], ["get", "height"]]
_IS_INDEX = ["any", ["==", ["get", "index"], True], [">=", ["coalesce", ["get", "nth_line"], 0], 5]]


def lines(color: str) -> list[Layer]:
    """Index lines from zoom 11 on, those between them where there is room."""

    def line(id: str, condition: list, minzoom: float, width: list, opacity: list) -> Layer:
        return {
            "id": id,
            "type": "line",
            "metadata": {"group": "relief"},
            "source": "openmaptiles",
            "source-layer": "contour",
            "minzoom": minzoom,
            "filter": condition,
            "layout": {"line-join": "round"},
            "paint": {"line-color": color, "line-width": width, "line-opacity": opacity},
        }

    return [
        line("contour", ["!", _IS_INDEX], 12, zoomed(12, 0.4, 16, 0.7, 19, 1), zoomed(12, 0.35, 14, 0.6)),
        line("contour-index", _IS_INDEX, 11, zoomed(11, 0.5, 13, 0.9, 16, 1.3, 19, 1.8), zoomed(11, 0.45, 13, 0.8)),
    ]


def labels(color: str, halo: str) -> Layer:
    """Heights on index lines, which stand uphill where higher ground lies on the left of a line."""
    return {
        "id": "contour-label",
        "type": "symbol",
        "metadata": {"group": "relief"},
        "source": "openmaptiles",
        "source-layer": "contour",
        "minzoom": 12.5,
        "filter": _IS_INDEX,
        "layout": {
            "symbol-avoid-edges": True,
            "symbol-placement": "line",
            "symbol-spacing": 260,
            "text-field": ["to-string", _HEIGHT],
            "text-font": ["Inter Medium", "Noto Sans Regular"],
            "text-size": zoomed(12, 9, 16, 10.5),
            "text-keep-upright": False,
            "text-max-angle": 40,
            "text-padding": 6,
        },
        "paint": {"text-color": color, "text-halo-color": halo, "text-halo-width": 1.3},
    }
