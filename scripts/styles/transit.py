# SPDX-License-Identifier: MIT
"""Transit: Light, with railways, metros, trams, ferries and stations in front of everything else."""

from recipe import Recipe, layout, paint, zooms, zoomed

RAIL, METRO, TRAM, FERRY = "#4a4f57", "#c8432f", "#2f7d4f", "#2b6ca8"
WIDTH = zoomed(10, 1, 13, 1.8, 16, 3.2, 18, 5, base=1.4)

RECIPE = Recipe(
    name="Transit",
    description="A base map of staticmap for public transport, for tiles of the OpenMapTiles schema.",
    base="light",
    without="",
    added=[],
    changes=[
        paint("route-railway", line_color=RAIL, line_width=zoomed(5, ["match", ["get", "class"], "main", 0.9, 0.5], 10, ["match", ["get", "class"], "main", 2, 1.4])),
        paint("rail bridge-rail", line_color=RAIL, line_width=WIDTH),
        paint("tunnel-rail", line_color=RAIL, line_opacity=0.55),
        paint("*rail-ticks", line_color=RAIL),
        paint("transit", line_color=METRO, line_width=WIDTH),
        paint("tunnel-transit", line_color=METRO, line_width=WIDTH, line_opacity=0.75),
        paint("tram bridge-tram", line_color=TRAM, line_width=zoomed(12, 0.9, 14, 1.4, 16, 2.2, 18, 3.4, base=1.4)),
        paint("ferry", line_color=FERRY, line_width=zoomed(8, 0.8, 14, 1.8)),
        paint("poi-station airport", text_color="#1f4f80"),
        paint("road-name-ferry", text_color=FERRY),
        layout("poi-station", text_font=["Inter Semi Bold", "Noto Sans Bold"], text_size=zoomed(12, 10.5, 16, 13)),
        zooms("poi-station", minzoom=12),
        zooms("tram bridge-tram", minzoom=12),
        zooms("route-railway", minzoom=4.5),
    ],
)
