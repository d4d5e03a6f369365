# SPDX-License-Identifier: MIT
"""Print: black on white, for paper and laser printers. Water is grey, woods and parks are dotted, roads are told apart by their width."""

from . import contours
from .recipe import Recipe, layout, one_of, only, paint, pattern, zoomed, zooms

PAPER, INK, GREY, PALE = "#ffffff", "#000000", "#5c5c5c", "#a8a8a8"
WATER, SHORE = "#d4d4d4", "#6e6e6e"
BUILDING, BUILDING_EDGE = "#dcdcdc", "#4d4d4d"

RECIPE = Recipe(
    name="Print",
    description="A black and white map of staticmap for paper, for tiles of the OpenMapTiles schema.",
    without="bathymetry landcover-zone landcover-ice-edge landcover-farmland landuse-zone landuse-residential landuse-commercial landuse-industrial landuse-military landuse-school landuse-hospital"
    " landuse-railway landuse-leisure landuse-playground poi-shop poi-other boundary-country-casing building-3d",
    members={"sky": {"sky-color": "#ffffff", "horizon-color": "#ffffff", "atmosphere-blend": 0}},
    added=[
        *[("aeroway-area", line) for line in contours.lines("#7a7a7a")],
        ("road-oneway", contours.labels("#333333", PAPER)),
    ],
    changes=[
        paint("background", background_color=PAPER),
        paint("landcover-* park-area park-green landuse-* aeroway-area aeroway-apron", fill_color=PAPER),
        paint("landuse-pitch-edge park-edge", line_color=PALE),
        pattern("landcover-wood", "pattern-wood"),
        pattern("park-area park-green landuse-cemetery", "pattern-park"),
        pattern("landcover-wetland", "pattern-wetland"),
        pattern("landcover-sand", "pattern-sand"),
        # water is grey; thin shores leave fjords and islets open
        paint("water", fill_color=WATER),
        paint("water-shore water-shore-sea", line_color=SHORE, line_width=zoomed(0, 0.2, 5, 0.4, 8, 0.7, 14, 1.1)),
        paint("water-shore", line_opacity=zoomed(0, 0.5, 5, 0.8, 8, 1)),
        # rivers are darker than water while they are thin, and lighter than roads
        paint("waterway-*", line_color="#8f8f8f"),
        paint("waterway-river", line_color=zoomed(10, "#8f8f8f", 14, WATER)),
        # buildings
        paint("building", fill_color=BUILDING),
        paint("building-edge", line_color=BUILDING_EDGE, line_width=zoomed(14, 0.3, 18, 0.7)),
        # roads: white between black lines, the great ones grey
        paint("road-pedestrian-area pier-area", fill_color="#f4f4f4"),
        paint("pier *-service *-minor *-tertiary *-secondary *-primary road-link bridge-link tunnel-link", line_color=PAPER),
        paint("*-trunk *-motorway", line_color="#c0c0c0"),
        paint("*-casing", line_color=INK),
        paint("road-service-casing road-minor-casing bridge-minor-casing bridge-service-casing", line_color=GREY),
        paint("tunnel-*-casing", line_color=PALE),
        paint("road-minor-casing bridge-minor-casing", line_opacity=zoomed(12.5, 0, 13, 1)),
        paint("*-path *-track road-steps", line_color=GREY),
        paint("aeroway-taxiway aeroway-runway", line_color="#e6e6e6"),
        paint("aeroway-runway-casing", line_color=INK),
        paint("route-road", line_color=zoomed(5, ["match", ["get", "class"], "trunk", "#707070", "primary", "#8c8c8c", "#a0a0a0"], 7.5, ["match", ["get", "class"], "trunk", "#1c1c1c", "primary", "#444444", "#707070"])),
        paint("route-road-casing", line_color=PAPER),
        paint("route-railway", line_color="#8a8a8a", line_dasharray=[4, 2]),
        # rails
        paint("*rail *rail-ticks rail-siding transit tunnel-transit aerialway tram bridge-tram", line_color="#3a3a3a"),
        # the tracks of a station are a field of grey before they are lines
        paint("rail bridge-rail", line_color=zoomed(10, "#b0b0b0", 13, "#8c8c8c", 15, "#707070", 17, "#3a3a3a"), line_width=zoomed(10, 0.4, 13, 0.6, 16, 1.4, 18, 3)),
        paint("rail-siding", line_color="#8c8c8c"),
        zooms("rail-siding", minzoom=14),
        paint("*rail-ticks", line_color=zoomed(15.5, "#8c8c8c", 17, "#3a3a3a")),
        zooms("*rail-ticks", minzoom=15.5),
        paint("ferry", line_color=GREY),
        # borders
        paint("boundary-country boundary-country-disputed", line_color=INK, line_dasharray=[6, 2, 1, 2]),
        paint("boundary-country", line_width=zoomed(0, 0.5, 3, 0.8, 6, 1.2, 10, 1.8)),
        paint("boundary-state", line_color=GREY, line_opacity=1),
        paint("edge-land", line_color=PAPER),
        paint("edge-ocean", line_color=WATER),
        # names
        paint("poi-* road-name-* place-* park-name mountain-peak* airport water*-name* housenumber", text_color=INK, text_halo_color=PAPER),
        paint("poi-* road-name-* place-* park-name mountain-peak* airport water*-name*", text_halo_width=1.6),
        paint("place-city* place-country*", text_halo_width=2.2),
        paint("water-name-*", text_halo_color=WATER),
        paint("place-state* place-country-wide housenumber road-name-minor road-name-pedestrian road-name-service", text_color="#333333"),
        paint("road-shield-*", text_color=INK),
        paint("place-country-wide", text_opacity=1),
        only("poi-landmark poi-major", ["!", one_of("class", "lodging", "cinema", "pharmacy", "shop")]),
        layout("place-town place-town-dot place-village", text_font=["Inter Regular", "Noto Sans Regular"]),
        zooms("road-minor-casing bridge-minor-casing", minzoom=12.5),
    ],
)
