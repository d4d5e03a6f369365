# SPDX-License-Identifier: MIT
"""Transit: Light, with railways, metros, trams, ferries and stations in front of everything else."""

from .recipe import Layer, Recipe, layout, of_streets, only, paint, zoomed, zooms

RAIL, METRO, TRAM, FERRY = "#4a4f57", "#c8432f", "#2f7d4f", "#2b6ca8"
WIDTH = zoomed(10, 1, 13, 1.8, 16, 3.2, 18, 5, base=1.4)


def _over_ground(id: str) -> Layer:
    """A tunnel drawn as a whole line, over the houses that would leave crumbs of it."""
    layer = of_streets(id)
    del layer["paint"]["line-dasharray"]
    return layer


RECIPE = Recipe(
    name="Transit",
    description="A base map of staticmap for public transport, for tiles of the OpenMapTiles schema.",
    base="light",
    without="route-railway tunnel-transit poi-station",
    # railways above the roads that cross them
    added=[("ferry", of_streets("route-railway")), ("rail-siding", _over_ground("tunnel-transit")), ("park-name", of_streets("poi-entrance")), ("park-name", of_streets("poi-transit-stop")), ("place-village", of_streets("poi-station"))],
    changes=[
        paint("route-railway", line_color=RAIL, line_width=zoomed(5, ["match", ["get", "class"], "main", 0.6, 0.4], 7, ["match", ["get", "class"], "main", 1.2, 0.6], 10, ["match", ["get", "class"], "main", 2, 1.4])),
        # all of the great ones come with the tiles of zoom 5, the others with those of 7
        paint("route-railway", line_opacity=zoomed(5, 0.55, 6, 1, 7, ["match", ["get", "class"], "main", 1, 0.3], 8.5, 1, 9.5, 1, 10.5, 0)),
        # the tracks of a station are a field of grey before they are lines
        paint("rail bridge-rail", line_color=zoomed(10, "#bcc0c5", 13, "#a4a9b0", 15, RAIL), line_width=zoomed(10, 0.5, 13, 0.7, 15, 1.6, 18, 4)),
        zooms("rail-siding", minzoom=14),
        zooms("*rail-ticks", minzoom=15),
        paint("tunnel-rail", line_color=RAIL, line_opacity=0.55),
        paint("*rail-ticks", line_color=RAIL),
        paint("transit", line_color=METRO, line_width=WIDTH),
        paint("tunnel-transit", line_color=METRO, line_width=WIDTH, line_opacity=0.55),
        paint("tram bridge-tram", line_color=TRAM, line_width=zoomed(12, 0.9, 14, 1.4, 16, 2.2, 18, 3.4, base=1.4)),
        paint("ferry", line_color=FERRY, line_width=zoomed(8, 0.8, 14, 1.8)),
        paint("airport", text_color="#1f4f80"),
        paint("poi-transit-stop poi-station poi-entrance", text_color="#1f4f80", text_halo_color="#fcfcfb"),
        paint("road-name-ferry", text_color=FERRY),
        layout("poi-station", text_font=["Inter Semi Bold", "Noto Sans Bold"], text_size=zoomed(12, 10.5, 16, 13), icon_padding=0, text_padding=0),
        # beside its dot a name lies on the line
        layout("poi-transit-stop", text_variable_anchor=["top", "bottom"]),
        zooms("poi-station", minzoom=12),
        only("poi-station", ["any", ["!=", ["get", "subclass"], "bus_station"], [">=", ["zoom"], 14]]),
        # names stand on lines
        paint("road-name-* poi-* park-name water*-name* place-*", text_halo_width=1.6),
        # trams and metros first, buses where there is room for them
        only("poi-transit-stop", ["any", ["!=", ["get", "subclass"], "bus_stop"], [">=", ["zoom"], 16]]),
        zooms("poi-transit-stop", minzoom=14.5),
        zooms("tram bridge-tram", minzoom=12),
        zooms("route-railway", minzoom=5),
    ],
)
