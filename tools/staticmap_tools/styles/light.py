# SPDX-License-Identifier: MIT
"""Light: near-monochrome paper for data, tracks and pins. Few names, no shops, water and parks barely colored."""

from .recipe import Recipe, layout, one_of, only, paint, zoomed, zooms

# The ground
LAND, BUILT, URBAN = "#f4f4f2", "#f1f1ef", "#e6e6e3"
WATER, SHORE = "#bdced8", "#a6bbc6"
PARK, GRASS, WOOD = "#e1eadc", "#e9efe5", "#e2eadd"
BUILDING, BUILDING_EDGE = "#e8e8e6", "#cbcbc9"

# Roads: white, told apart by their edges
ROAD, EDGE, MAJOR_EDGE, MOTORWAY_EDGE = "#ffffff", "#cdcecf", "#c5c7c9", "#aeb3b8"
RAIL, PATH = "#d0d2d4", "#d3d3d0"

# Names
HALO = "#fcfcfb"
CITY, TOWN, QUARTER, STREET = "#484e55", "#595f67", "#666b72", "#636970"
COUNTRY, STATE, BORDER = "#686571", "#6d6a76", "#a9a6b2"
WATER_NAME, GREEN_NAME, POINT_NAME = "#3f5868", "#556b57", "#60666e"

#: The colors of the slip roads' expressions in Streets, and here.
LINKS = {"#f8d48c": ROAD, "#fbe3ab": ROAD, "#fff1cc": ROAD, "#ffffff": ROAD}
LINK_EDGES = {"#d19c45": MOTORWAY_EDGE, "#d6ae62": MAJOR_EDGE, "#d6bd83": MAJOR_EDGE, "#d0c6b6": EDGE}

RECIPE = Recipe(
    name="Light",
    description="A calm, nearly grey base map of staticmap under data, for tiles of the OpenMapTiles schema.",
    without="poi-shop poi-food poi-other poi-transit-stop poi-entrance",
    members={
        "sky": {
            "sky-color": "#dfe3e8", "horizon-color": "#f4f4f2", "sky-horizon-blend": 0.7,
            "atmosphere-blend": ["interpolate", ["linear"], ["zoom"], 3, 0.5, 6, 0],
        }
    },
    added=[],
    changes=[
        # land
        paint("background", background_color=zoomed(3, "#f1f1ef", 8, LAND)),
        paint("landcover-zone", fill_color=["match", ["get", "class"], "wood", "#edf0e9", "ice", "#fcfdfd", "#f5f2ea"]),
        paint("landcover-farmland", fill_color="#f2f2ea"),
        paint("landuse-zone", fill_color=URBAN),
        paint("landuse-residential", fill_color=zoomed(9, URBAN, 12.5, BUILT)),
        paint("landuse-commercial", fill_color="#f2f0ed"),
        paint("landuse-industrial landuse-railway", fill_color="#ececec"),
        paint("landuse-military", fill_color="#efebea"),
        paint("landcover-sand", fill_color="#f2efe4"),
        paint("landcover-rock", fill_color="#eaeae7"),
        paint("landcover-wetland", fill_color="#e5ece9"),
        paint("landcover-grass", fill_color=GRASS),
        paint("landcover-wood", fill_color=WOOD),
        paint("landcover-ice", fill_color="#fcfdfd"),
        paint("landcover-ice-edge", line_color="#dfe5e8"),
        paint("park-area park-green", fill_color=PARK),
        paint("park-edge", line_color="#ccdac5"),
        paint("landuse-school", fill_color="#f0eee7"),
        paint("landuse-hospital", fill_color="#f3ecea"),
        paint("landuse-cemetery", fill_color="#e4e9df"),
        paint("landuse-leisure landuse-playground", fill_color="#e5ece0"),
        paint("landuse-pitch", fill_color="#dbe6d6"),
        paint("landuse-pitch-edge", line_color="#ccd9c6"),
        # water
        paint("water", fill_color=WATER),
        paint("bathymetry", fill_color=["match", ["get", "depth"], 200, "#b9cbd5", 1000, "#b5c8d3", 3000, "#b1c5d0", "#adc2ce"]),
        paint("water-shore water-shore-sea waterway-tunnel waterway-stream", line_color=SHORE),
        paint("waterway-river", line_color=zoomed(5, SHORE, 10, WATER)),
        # ground of planes and ships
        paint("aeroway-area", fill_color="#eeeef0"),
        paint("aeroway-apron", fill_color="#e7e7ea"),
        paint("aeroway-runway-casing", line_color="#dcdcdf"),
        paint("pier-area", fill_color=LAND),
        paint("pier", line_color=LAND),
        # buildings
        paint("building", fill_color=zoomed(13, "#ececea", 16, BUILDING)),
        paint("building-3d", fill_extrusion_color="#ecebe9"),
        paint("building-edge", line_color=BUILDING_EDGE),
        # roads
        paint("road-pedestrian-area", fill_color="#f7f7f5"),
        paint("*-service *-minor *-tertiary *-secondary *-primary *-trunk *-motorway", line_color=ROAD),
        paint("road-link bridge-link", line_color=LINKS),
        paint("*-service-casing *-minor-casing *-tertiary-casing bridge-path-casing", line_color=EDGE),
        paint("*-secondary-casing *-primary-casing *-trunk-casing", line_color=MAJOR_EDGE),
        paint("*-motorway-casing", line_color=MOTORWAY_EDGE),
        paint("road-link-casing bridge-link-casing", line_color=LINK_EDGES),
        paint("tunnel-*-casing", line_color=EDGE),
        paint("tunnel-service tunnel-minor tunnel-tertiary tunnel-secondary tunnel-primary", line_color="#fafafa"),
        paint("tunnel-trunk tunnel-motorway tunnel-link", line_color="#fafafa"),
        paint("*-path *-track road-steps", line_color=PATH),
        # the world's roads
        paint("route-road", line_color=zoomed(5, "#d6d7d8", 6.5, ROAD)),
        paint("route-road-casing", line_color=["match", ["get", "class"], "trunk", MOTORWAY_EDGE, "primary", MAJOR_EDGE, EDGE]),
        paint("route-railway", line_color=RAIL),
        # rails and ferries
        paint("*rail *rail-ticks rail-siding transit tunnel-transit aerialway", line_color=RAIL),
        paint("tram bridge-tram", line_color="#dddfe0"),
        paint("ferry", line_color="#b4c4ce"),
        # borders
        paint("boundary-state", line_color="#c9c7d0"),
        paint("boundary-country-casing", line_color="#eaeaee"),
        paint("boundary-country boundary-country-disputed", line_color=BORDER),
        paint("edge-land", line_color=LAND),
        paint("edge-ocean", line_color=WATER),
        # names
        paint("poi-* road-name-* place-* park-name mountain-peak* airport", text_halo_color=HALO),
        paint("poi-* airport mountain-peak*", text_color=POINT_NAME),
        paint("park-name poi-green", text_color=GREEN_NAME),
        paint("housenumber", text_color="#6e7277", text_halo_color=BUILDING),
        paint("water*-name* road-name-ferry", text_color=WATER_NAME, text_halo_color=WATER),
        paint("waterway-name*", text_halo_color=HALO),
        paint("road-name-path road-name-service road-name-pedestrian road-name-minor road-name-tertiary road-name-main", text_color=STREET),
        paint("road-name-motorway", text_color=STREET, text_halo_color=ROAD),
        paint("road-shield-main road-shield-motorway", text_color=STREET),
        paint("place-neighbourhood place-suburb place-borough place-island place-square", text_color=QUARTER),
        paint("place-village place-town place-town-dot", text_color=TOWN),
        paint("place-city*", text_color=CITY),
        paint("place-state*", text_color=STATE),
        paint("place-country place-country-great place-country-wide place-continent", text_color=COUNTRY),
        # fewer of them, and in a lighter hand
        layout("place-city place-country place-country-great place-country-wide place-continent", text_font=["Inter Medium", "Noto Sans Regular"]),
        layout("place-suburb place-borough", text_font=["Inter Medium", "Noto Sans Regular"]),
        only("poi-landmark poi-major", ["!", one_of("class", "lodging", "cinema", "pharmacy", "shop")]),
        zooms("poi-major", minzoom=15),
        zooms("poi-landmark", minzoom=16),
        zooms("poi-station", minzoom=14),
        zooms("housenumber", minzoom=18),
        zooms("road-name-minor", minzoom=15),
        zooms("road-name-path", minzoom=16),
        zooms("road-name-service", minzoom=17),
        zooms("road-oneway", minzoom=17.5),
    ],
)
