# SPDX-License-Identifier: MIT
"""Dark: slate ground, ink water, roads that glow a little. What lies on top in the colors of iOS stands out."""

from .recipe import Recipe, of_streets, paint, zoomed

# The ground
LAND, BUILT, URBAN = "#2f363f", "#2f353e", "#414a55"
WATER, SHORE = "#111a24", "#446180"
PARK, GRASS, WOOD = "#2a4235", "#2d3e38", "#2a3f34"
BUILDING, BUILDING_EDGE = "#383f49", "#4b5460"

# Roads: grey, those that go far in dim honey, all on a casing darker than the ground
CASING, BRIDGE_CASING = "#1d2127", "#14171c"
SERVICE, MINOR, MAJOR = "#47505c", "#515a67", "#5b6572"
PRIMARY, TRUNK, MOTORWAY = "#5c5746", "#6b6145", "#7f6d46"
TUNNEL, TUNNEL_EDGE, TUNNEL_GOLD = "#363d47", "#3b424d", "#47433a"
RAIL, TRAM, PATH = "#505968", "#465060", "#5d6572"

# Names, on a halo in the color of the ground
HALO = "#1c2026"
CITY, TOWN, QUARTER = "#f0f3f7", "#cbd2db", "#a4adb9"
COUNTRY, STATE, BORDER = "#c6bbd9", "#a89fc0", "#8b7fa1"
STREET, WATER_NAME = "#b7bfca", "#80aacc"

#: Deeper water is darker.
DEPTHS = ["match", ["get", "depth"], 200, "#0f1822", 1000, "#0d161f", 3000, "#0c141d", "#0a121a"]

#: The colors of points of interest in Streets, and here.
POINTS = {
    "#835020": "#d9ab7d",
    "#76591a": "#cfb677",
    "#3a653c": "#95c398",
    "#2f6a55": "#8ec6af",
    "#33618f": "#91b9e5",
    "#6a5089": "#bfa8da",
    "#9b3d4a": "#e59da6",
    "#54559a": "#acade5",
    "#565d6d": "#acb4c2",
}
#: The colors of the slip roads' expression in Streets, and here.
LINKS = {"#f8d48c": MOTORWAY, "#fbe3ab": TRUNK, "#fff1cc": PRIMARY, "#ffffff": MAJOR}
TUNNEL_LINKS = {"#f7e4bd": TUNNEL_GOLD, "#f8eccc": TUNNEL_GOLD, "#faf2dd": TUNNEL_GOLD, "#fafaf6": TUNNEL}

RECIPE = Recipe(
    name="Dark",
    description="A dark base map of staticmap for data and pins, for tiles of the OpenMapTiles schema.",
    without="waterway-river",
    members={
        "light": {"anchor": "viewport", "color": "#ffffff", "intensity": 0.35, "position": [1.2, 200, 35]},
        "sky": {
            "sky-color": "#1a222d", "horizon-color": "#333b46", "sky-horizon-blend": 0.7,
            "atmosphere-blend": ["interpolate", ["linear"], ["zoom"], 3, 0.5, 6, 0],
        },
    },
    # rivers are lighter than the ground: below lakes, so that they end at the shore
    added=[("water", of_streets("waterway-river"))],
    changes=[
        # land
        paint("background", background_color=zoomed(3, "#333a44", 8, LAND)),
        paint("landcover-zone", fill_color=["match", ["get", "class"], "wood", "#303e3d", "ice", "#3d454f", "#3a3a3f"]),
        paint("landcover-farmland", fill_color="#2f3537"),
        paint("landuse-zone", fill_color=URBAN),
        paint("landuse-residential", fill_color=zoomed(9, URBAN, 12.5, BUILT)),
        paint("landuse-commercial", fill_color="#32373f"),
        paint("landuse-industrial landuse-railway", fill_color="#2e333b"),
        paint("landuse-military", fill_color="#35333a"),
        paint("landcover-sand", fill_color="#3a3832"),
        paint("landcover-rock", fill_color="#35393f"),
        paint("landcover-wetland", fill_color="#2a3b40"),
        paint("landcover-grass", fill_color=GRASS),
        paint("landcover-wood", fill_color=WOOD),
        paint("landcover-ice", fill_color="#3d454f"),
        paint("landcover-ice-edge", line_color="#47525e"),
        paint("park-area park-green", fill_color=PARK),
        paint("park-edge", line_color="#3b5644"),
        paint("landuse-school", fill_color="#35373f"),
        paint("landuse-hospital", fill_color="#3c353c"),
        paint("landuse-cemetery", fill_color="#303b36"),
        paint("landuse-leisure", fill_color="#2e3f39"),
        paint("landuse-playground", fill_color="#304138"),
        paint("landuse-pitch", fill_color="#314a3d"),
        paint("landuse-pitch-edge", line_color="#3b5847"),
        # water
        paint("water", fill_color=zoomed(2, "#121b26", 8, WATER)),
        paint("bathymetry", fill_color=DEPTHS),
        paint("water-shore water-shore-sea waterway-tunnel", line_color=SHORE),
        # a bright shore around small lakes would be all that is seen of them
        paint("water-shore water-shore-sea", line_color=zoomed(6, "#2b3b4b", 9, SHORE)),
        paint("waterway-stream", line_color="#2d4863"),
        paint("waterway-river", line_color=zoomed(5, "#3f688f", 12, "#2d4863")),
        # ground of planes and ships
        paint("aeroway-area", fill_color="#30353e"),
        paint("aeroway-apron", fill_color="#373d47"),
        paint("aeroway-taxiway", line_color="#414853"),
        paint("aeroway-runway", line_color="#495160"),
        paint("aeroway-runway-casing", line_color=CASING),
        paint("pier-area", fill_color=LAND),
        paint("pier", line_color=LAND),
        # buildings
        paint("building", fill_color=zoomed(13, "#333a43", 16, BUILDING)),
        paint("building-3d", fill_extrusion_color="#434c58"),
        paint("building-edge", line_color=BUILDING_EDGE),
        # roads
        paint("road-pedestrian-area", fill_color="#444c57"),
        paint("road-*-casing", line_color=CASING),
        paint("bridge-*-casing", line_color=BRIDGE_CASING),
        paint("tunnel-*-casing", line_color=TUNNEL_EDGE),
        paint("*-service", line_color=SERVICE),
        paint("*-minor", line_color=MINOR),
        paint("*-tertiary *-secondary", line_color=MAJOR),
        paint("*-primary", line_color=PRIMARY),
        paint("*-trunk", line_color=TRUNK),
        paint("*-motorway", line_color=MOTORWAY),
        paint("road-link bridge-link", line_color=LINKS),
        paint("*-path *-track", line_color=PATH),
        paint("road-steps", line_color="#69727f"),
        paint("bridge-path-ground", line_color=BUILT),
        paint("tunnel-link", line_color=TUNNEL_LINKS),
        paint("tunnel-service tunnel-minor tunnel-tertiary tunnel-secondary", line_color=TUNNEL),
        paint("tunnel-primary tunnel-trunk tunnel-motorway", line_color=TUNNEL_GOLD),
        # the world's roads
        paint("route-road", line_color=["match", ["get", "class"], "trunk", "#8a774c", "primary", "#6d6549", "#566070"]),
        paint("route-road-casing", line_color=CASING),
        paint("route-railway", line_color=RAIL),
        # rails and ferries
        paint("*rail *rail-ticks rail-siding transit tunnel-transit aerialway", line_color=RAIL),
        paint("tram bridge-tram", line_color=TRAM),
        paint("ferry", line_color="#37536d"),
        # borders
        paint("boundary-state", line_color="#5f5870"),
        paint("boundary-country-casing", line_color="#393446"),
        paint("boundary-country boundary-country-disputed", line_color=BORDER),
        paint("edge-land", line_color=LAND),
        paint("edge-ocean", line_color=WATER),
        # names
        paint("poi-* road-name-* place-* park-name mountain-peak* airport", text_halo_color=HALO),
        paint("poi-*", text_color=POINTS),
        paint("airport poi-station", text_color=POINTS["#33618f"]),
        paint("park-name", text_color=POINTS["#3a653c"]),
        paint("mountain-peak*", text_color="#c6b19a"),
        paint("housenumber", text_color="#9aa3ae", text_halo_color=LAND),
        paint("water*-name* road-name-ferry", text_color=WATER_NAME, text_halo_color=WATER),
        paint("waterway-name*", text_halo_color=HALO),
        paint("road-name-ferry", text_halo_width=1.2),
        paint("road-name-path road-name-service road-name-pedestrian road-name-minor road-name-tertiary", text_color=STREET),
        paint("road-name-main", text_color="#ccd2db"),
        paint("road-name-motorway", text_color="#ead9ab", text_halo_color="#39331f"),
        paint("road-shield-main", text_color="#d6dbe3"),
        paint("road-shield-motorway", text_color="#eedfb5"),
        paint("place-neighbourhood place-suburb place-borough place-island place-square", text_color=QUARTER),
        paint("place-village place-town place-town-dot", text_color=TOWN),
        paint("place-city*", text_color=CITY),
        paint("place-state*", text_color=STATE),
        paint("place-country place-country-great place-continent", text_color=COUNTRY),
        paint("place-country-wide", text_color=STATE),
    ],
)
