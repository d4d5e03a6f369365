# SPDX-License-Identifier: MIT
"""The layers of the world and what they hold, as the archive's metadata list them."""
from . import cldr

#: Last zoom of `bathymetry`, on which styles fade it out.
DEPTH_LAST = 4
LAYERS = ["landcover", "landuse", "water", "bathymetry", "waterway", "boundary", "route", "water_name", "place", "mountain_peak", "aerodrome_label"]


def vector_layers(last_zoom):
    names = {"name": "String", "name:latin": "String", "name_en": "String"} | {f"name:{c}": "String" for c in cldr.LANGUAGES}
    fields = {
        "landcover": (0, {"class": "String", "subclass": "String"}),
        "landuse": (4, {"class": "String", "subclass": "String"}),
        "water": (0, {"class": "String"}),
        "bathymetry": (0, {"depth": "Number"}),
        "waterway": (2, {"class": "String"} | names),
        "boundary": (0, {"admin_level": "Number", "disputed": "Number", "maritime": "Number", "disputed_name": "String"}),
        "route": (4, {"class": "String", "kind": "String"}),
        "water_name": (0, {"class": "String"} | names),
        "place": (0, {"class": "String", "rank": "Number", "minzoom": "Number", "population": "Number", "capital": "Number", "iso_a2": "String", "ref": "String", "side": "String"} | names),
        "mountain_peak": (4, {"class": "String", "rank": "Number", "ele": "Number"} | names),
        "aerodrome_label": (last_zoom, {"class": "String", "rank": "Number", "ele": "Number", "iata": "String", "icao": "String"} | names),
    }
    return [{"id": name, "fields": fields[name][1], "minzoom": fields[name][0], "maxzoom": DEPTH_LAST if name == "bathymetry" else last_zoom} for name in LAYERS]
