# SPDX-License-Identifier: MIT
"""Outdoors: woods, water and relief names first, paths and tracks drawn to be followed, towns stepped back."""

from . import contours, relief
from .outdoors_layers import CLASSES, EARTH_NAME, FOOTWAY, LAYERS, PLACES, SERVICES, TRACK, TRAILS, WIDTH
from .recipe import Recipe, layout, one_of, only, paint, zoomed, zooms

# The ground
LAND, BUILT, URBAN = "#f3f3e5", "#eeebe0", "#e3dfd2"
#: Between houses the ground is no meadow.
GROUND = zoomed(3, "#eff0de", 7, LAND, 10, LAND, 15, "#f5f3ec")
WATER, SHORE = "#9fcfe6", "#62a6c8"
PARK, GRASS, WOOD = "#cfe6b8", "#dcebc3", "#c2dbae"
BUILDING, BUILDING_EDGE = "#e5decf", "#c2b8a7"

# Names
GREEN_NAME, WATER_NAME = "#2c6130", "#1c587a"

RECIPE = Recipe(
    name="Outdoors",
    description="The base map of staticmap for walks and rides, for tiles of the OpenMapTiles schema.",
    without="poi-shop poi-other tunnel-path",
    sources={"relief": relief.SOURCE["relief"] | {"url": "pmtiles://../relief/relief.pmtiles"}},
    added=[
        ("landcover-farmland", relief.layer(zoomed(1, 0.4, 4.5, 0.6, 7, 0))),
        *[("aeroway-area", line) for line in contours.lines("#96602f")],
        ("road-oneway", contours.labels("#7b4a1e", "rgba(255,253,246,0.85)")),
        *LAYERS,
    ],
    changes=[
        # land
        paint("background", background_color=GROUND),
        paint("landcover-zone", fill_color=["match", ["get", "class"], "wood", "#deebc8", "ice", "#fafdfe", "#f5e9c9"]),
        paint("landcover-farmland", fill_color="#f1eed3"),
        paint("landuse-zone", fill_color=URBAN, fill_opacity=zoomed(4, 0, 5.5, 0.6, 6.5, 0.6, 8, 0)),
        paint("landuse-residential", fill_color=zoomed(9, URBAN, 12.5, BUILT)),
        paint("landuse-commercial", fill_color="#f1ebe0"),
        paint("landcover-sand", fill_color="#f4e8c2"),
        paint("landcover-rock", fill_color="#e2ded5"),
        paint("landcover-wetland", fill_color="#d6e7d8"),
        # above the relief
        paint("landcover-ice", fill_opacity=zoomed(4.5, 0.65, 7, 1)),
        paint("landcover-grass", fill_color=GRASS),
        paint("landcover-wood", fill_color=WOOD, fill_opacity=zoomed(6, 0.6, 10, 1)),
        paint("park-area", fill_color=PARK, fill_opacity=zoomed(5, 0.5, 9, 0.4, 12, 0.22)),
        paint("park-green", fill_color=PARK),
        paint("park-edge", line_color="#7fb26b", line_width=zoomed(8, 0.8, 12, 1.8, 16, 3), line_opacity=0.7),
        paint("landuse-cemetery", fill_color="#d9e5cb"),
        paint("landuse-pitch", fill_color="#c4e0b8"),
        # water
        paint("water", fill_color=WATER),
        paint("bathymetry", fill_color=["match", ["get", "depth"], 200, "#9acce4", 1000, "#95c9e2", 3000, "#90c5e0", "#8bc2de"]),
        paint("water-shore water-shore-sea waterway-tunnel waterway-stream", line_color=SHORE),
        paint("water-shore", line_width=zoomed(0, 0.25, 4, 0.5, 8, 0.8, 14, 1.2)),
        paint("waterway-stream", line_width=zoomed(11, 0.5, 13, 1, 15, 1.6, 18, 5, base=1.4)),
        paint("waterway-river", line_color=zoomed(5, SHORE, 12, "#8bc4df")),
        zooms("waterway-stream", minzoom=11),
        zooms("waterway-name-small", minzoom=13),
        # buildings
        paint("building", fill_color=zoomed(13, "#ebe5da", 16, BUILDING)),
        paint("building-3d", fill_extrusion_color="#e5decf"),
        paint("building-edge", line_color=BUILDING_EDGE),
        # paths: those of towns fine, those of the country strong (outdoors_layers.py)
        only("road-path", ["!", one_of("subclass", "cycleway", *TRAILS)]),
        paint("road-path bridge-path", line_color=FOOTWAY, line_dasharray=[2, 1.6], line_opacity=1),
        paint("road-path bridge-path", line_width=zoomed(13, 0.4, 15, 0.7, 16, 1, 18, 1.7, 20, 3.5, base=1.4)),
        paint("road-track", line_color=TRACK, line_dasharray=[5, 1.6], line_width=WIDTH, line_opacity=1),
        paint("road-steps", line_color=FOOTWAY),
        layout("road-path bridge-path", line_cap="butt"),
        zooms("road-path", minzoom=13),
        zooms("road-track", minzoom=12),
        zooms("road-steps bridge-path*", minzoom=14),
        paint("ferry", line_color="#5f9fc2"),
        paint("aerialway", line_color="#7d7468"),
        paint("edge-land", line_color=GROUND),
        paint("edge-ocean", line_color=WATER),
        # names
        paint("water*-name* road-name-ferry", text_color=WATER_NAME),
        paint("water-name-* road-name-ferry", text_halo_color="#c3e2f0"),
        paint("park-name", text_color=GREEN_NAME, text_halo_color="#eef5e4"),
        layout("park-name", text_size=zoomed(8, 10.5, 14, 13.5), text_font=["Inter Semi Bold", "Noto Sans Bold"]),
        paint("place-suburb place-borough", text_color="#565b65"),
        paint("place-state*", text_color="#62567a"),
        paint("mountain-peak*", text_color=EARTH_NAME),
        layout("mountain-peak*", text_size=zoomed(5, 9.5, 9, 10.5, 15, 12.5)),
        paint("road-name-path", text_color="#7d3d22"),
        zooms("mountain-peak-great", minzoom=5),
        zooms("road-name-path", minzoom=14.5),
        # points of interest
        only("poi-transit-stop poi-green poi-landmark poi-major", ["!", one_of("subclass", *PLACES, *SERVICES)]),
        only("poi-green poi-landmark", ["!", one_of("class", *CLASSES, "shop")]),
        zooms("poi-food", minzoom=17),
        zooms("poi-landmark", minzoom=16),
    ],
)
