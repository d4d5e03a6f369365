# SPDX-License-Identifier: MIT
"""The builders of the Python package, from the scene's JSON schema."""
import json
import keyword
import re
import textwrap

SCHEMA = "Sources/MapScene/scene.schema.json"
FILE = "python/src/mapsnapshot/elements.py"

HEAD = '''"""Builders for everything that a scene can have, with the keys of the scene format in Python's spelling.

Written by `make docs-tables` from the schema of scenes: do not edit.
"""
# SPDX-License-Identifier: MIT
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from .element import Coordinate, Coordinates, Data, Element

if TYPE_CHECKING:
    from typing_extensions import Unpack

'''

# Classes whose names are not those of the schema.
NAMES = {
    "basemap": "BaseMap", "geotiffOverlay": "GeoTIFF", "namedCoordinate": None, "centerOffset": None, "annotation": "Annotation", "camera": "CameraKeys", "scene": "SceneKeys",
}
# Keys that may be given by position.
POSITIONAL = {
    "scene": ["size"], "polyline": ["coordinates"], "polygon": ["coordinates"], "circle": ["center", "radius"],
    "annotation": ["coordinate"], "geojsonOverlay": ["data"], "gpxOverlay": ["data"], "featureOverlay": ["data"], "tileOverlay": ["tiles"], "geotiffOverlay": ["data"], "elevation": ["data"],
    "screenText": ["text"], "screenImage": ["image"], "rectangle": ["size"], "region": ["center"], "gradient": ["colors"],
    "span": ["latitudeDelta", "longitudeDelta"], "userLocation": ["coordinate"], "fog": ["reveal"], "card": ["text"],
    "callout": ["title"], "basemap": ["style"], "colorBy": ["property"], "sizeBy": ["property"], "dataLabel": ["text"], "trackMoment": ["time"], "night": ["time"],
    "join": ["file", "key"], "aggregate": ["into"], "display": ["palette"],
}
# Overlays whose types are classes of their own.
TYPES = {
    "geojsonOverlay": {"geojson": "GeoJSON", "topojson": "TopoJSON"},
    "gpxOverlay": {"gpx": "GPX", "kml": "KML", "geopackage": "GeoPackage", "wkt": "WKT"},
    "featureOverlay": {"flatgeobuf": "FlatGeobuf", "shapefile": "Shapefile", "csv": "CSV"},
}
# The lists of a scene, and what can be in them.
LISTS = {
    "overlays": ["polyline", "polygon", "circle", "fog", "tileOverlay", "geotiffOverlay", "geojsonOverlay", "gpxOverlay", "featureOverlay", "graticule", "night"],
    "decorations": ["scaleBar", "compass", "screenImage", "rectangle", "legend", "screenText", "inset", "profile"],
    "annotations": ["annotation"],
}
# Annotations with one kind of view, by the keys that can be given by position.
VIEWS = {
    "marker": ("Marker", ["coordinate", "title"]), "pin": ("Pin", ["coordinate", "title"]),
    "image": ("ImageAnnotation", ["image", "coordinate"]), "text": ("TextAnnotation", ["text", "coordinate"]),
}
# Keys of annotations that only some views draw: the schema has them all in one object, and says so in their descriptions alone.
ONLY = {
    "tint": ["marker", "pin"], "markerTintColor": ["marker"], "pinTintColor": ["pin"],
    "glyphText": ["marker"], "glyphImage": ["marker"], "selectedGlyphImage": ["marker"],
    "glyphTint": ["marker"], "glyphTintColor": ["marker"], "markerSize": ["marker"],
    "titleVisibility": ["marker"], "subtitleVisibility": ["marker"],
    "image": ["image"], "imageScale": ["image"], "text": ["text"], "textStyle": ["text"],
    "rotation": ["image", "text", "callout"],
}
# Keys of annotations that are parameters of each class; the others that every view has are in one TypedDict.
FIRST = ["coordinate", "view", "title"]
OPTIONS = "AnnotationOptions"
# Types that are wider than the schema's: objects of other packages become coordinates and GeoJSON.
WIDER = {("polyline", "coordinates"): "Coordinates", ("polygon", "coordinates"): "Coordinates", ("geojsonOverlay", "data"): "Data"}


class Builders:
    """Writes a class for each object of the schema."""

    def __init__(self, root):
        with open(root / SCHEMA, encoding="utf-8") as file:
            self.schema = json.load(file)
        self.definitions = self.schema["$defs"]

    def text(self):
        """The module."""
        objects = {name: entry for name, entry in self.definitions.items() if "properties" in entry}
        classes = [self.builder("scene", self.schema)]
        for name, entry in objects.items():
            for kind, title in TYPES.get(name, {}).items():
                classes.append(self.builder(name, entry, kind, title))
            if name == "annotation":
                classes += [self.options(entry["properties"]), self.annotation(entry)]
            elif name not in TYPES and NAMES.get(name, name) is not None:
                classes.append(self.builder(name, entry))
        for view, (title, positional) in VIEWS.items():
            classes.append(self.view(view, title, positional))
        exported = sorted(re.findall(r"^class (\w+)", "\n".join(classes), re.MULTILINE))
        names = "".join(f"    {json.dumps(name)},\n" for name in exported)
        return f"{HEAD}__all__ = [\n{names}]\n" + "".join(f"\n\n{text}" for text in classes)

    @staticmethod
    def class_name(name):
        return NAMES.get(name, name[0].upper() + name[1:])

    def builder(self, name, entry, kind=None, title=None):
        """The class of an object, or of one of its types."""
        properties = {key: value for key, value in entry["properties"].items() if not key.startswith("$")}
        constants = {key: value["const"] for key, value in properties.items() if "const" in value and key in ("type", "version")}
        if kinds := properties.get("type", {}).get("enum"):
            if kind or len(kinds) == 1:
                constants["type"] = kind or kinds[0]
        required = [key for key in entry.get("required", []) if key not in constants]
        group = next((group for group, members in LISTS.items() if name in members), None)
        return self.written(
            title or self.class_name(name), entry.get("description") or self.use(name), name, properties, constants, required,
            POSITIONAL.get(name, []), group)

    def use(self, name):
        """What the first key that has such an object says of it."""
        for entry in [self.schema, *self.definitions.values()]:
            for value in entry.get("properties", {}).values():
                if f'"#/$defs/{name}"' in json.dumps(value) and "description" in value:
                    return value["description"]
        return ""

    @staticmethod
    def is_shared(key):
        """Whether an annotation's key is one of those that every view has."""
        return key not in ONLY and key not in FIRST

    def options(self, properties):
        """The keys that annotations with any view can have, as a type for their keyword arguments."""
        shared = {key: value for key, value in properties.items() if self.is_shared(key)}
        lines = [f"class {OPTIONS}(TypedDict, total=False):"]
        lines += ['    """What annotations with any view can be given, by name.', "", "    Attributes:"]
        for key, value in shared.items():
            lines += wrapped(f"{snake(key)}: {self.spelled(self.described(value))}", "        ", "            ")
        lines += ['    """', ""]
        lines += [f"    {self.parameter('annotation', key, value, True)} | None" for key, value in shared.items()]
        return "\n".join(lines) + "\n"

    def annotation(self, entry):
        """The class of annotations with any view."""
        own = {key: value for key, value in entry["properties"].items() if not self.is_shared(key)}
        return self.written(
            "Annotation", entry["description"], "annotation", own, {}, entry["required"], POSITIONAL["annotation"], "annotations",
            has_options=True)

    def view(self, view, title, positional):
        """The class of annotations with one kind of view, with the keys that it draws."""
        entry = self.definitions["annotation"]
        own = {key: value for key, value in entry["properties"].items() if key in FIRST or view in ONLY.get(key, [])}
        required = [key for key in positional if key in entry["required"] or key == view]
        article = "an" if view[0] in "aeiou" else "a"
        description = f"An annotation whose view is {article} {view}. A callout that it is given is open, unless \"selected\" is false."
        return self.written(
            title, description, "annotation", own, {"view": view}, required, positional, None, base="Annotation", has_options=True)

    def written(self, title, description, name, properties, constants, required, positional, group, base="Element", has_options=False):
        first = [key for key in positional if key in required] + [key for key in positional if key not in required]
        rest = [key for key in properties if key not in constants and key not in first]
        rest = [key for key in rest if key in required] + [key for key in rest if key not in required]
        parameters = [self.parameter(name, key, properties[key], key in required) for key in first]
        if rest:
            parameters += ["*", *(self.parameter(name, key, properties[key], key in required) for key in rest)]
        lines = [f"class {title}({base}):"]
        lines += wrapped(f'"""{self.spelled(description) or title + "."}', "    ")
        lines += ["", "    Args:"]
        for key in [*first, *rest]:
            lines += wrapped(f"{snake(key)}: {self.spelled(self.described(properties[key]))}", "        ", "            ")
        if has_options:
            lines.append(f"        options: What annotations with any view can have: see ``{OPTIONS}``.")
        lines += ['    """', ""]
        if group:
            lines += [f'    _list = "{group}"', ""]
        lines += ["    def __init__(", "        self,"]
        lines += [f"        {parameter}," for parameter in parameters]
        if has_options:
            lines.append(f"        **options: Unpack[{OPTIONS}],")
        lines += ["    ) -> None:"]
        if base != "Element":
            lines += ['        if options.get("callout") is not None and options.get("selected") is None:', '            options["selected"] = True']
        lines += ["        self._set(", "            {"]
        lines += [f"                {json.dumps(key)}: {json.dumps(value)}," for key, value in constants.items()]
        lines += [f"                {json.dumps(key)}: {snake(key)}," for key in [*first, *rest]]
        lines += ["            }", "        )"]
        if has_options:
            lines.append(f"        self._set_options(options, {OPTIONS}.__annotations__)")
        return "\n".join(lines) + "\n"

    def parameter(self, name, key, value, is_required):
        kind = WIDER.get((name, key)) or self.type(value)
        return f"{snake(key)}: {kind}" if is_required else f"{snake(key)}: {kind} | None = None"

    def described(self, value):
        """A key's description, its own or that of its type, and its default."""
        reference = self.definitions.get(value.get("$ref", "").rsplit("/", 1)[-1], {})
        text = value.get("description") or reference.get("description", "")
        default = value.get("default")
        if default is not None and "efault" not in text:
            text = f"{text} Default: {json.dumps(default)}.".strip()
        return text or "See the scene reference."

    def spelled(self, text):
        """A description with keys in Python's spelling."""
        keys = {key for entry in [self.schema, *self.definitions.values()] for key in entry.get("properties", {})}
        return re.sub(r'"(\w+)"', lambda match: f"``{snake(match[1])}``" if match[1] in keys else match[0], text).replace("\\", "\\\\")

    def type(self, value):
        """The type of a value."""
        if "$ref" in value:
            name = value["$ref"].rsplit("/", 1)[-1]
            if name == "coordinate":
                return "Coordinate"
            entry = self.definitions[name]
            if "properties" in entry:
                title = self.class_name(name)
                return f"{title} | Mapping[str, Any]" if title else "Mapping[str, Any]"
            return self.type(entry)
        if "const" in value:
            constant = value["const"]
            return f"Literal[{constant if isinstance(constant, bool) else json.dumps(constant)}]"
        if "enum" in value:
            return f"Literal[{', '.join(json.dumps(entry) for entry in value['enum'])}]"
        if "oneOf" in value:
            kinds = [kind for entry in value["oneOf"] for kind in self.type(entry).split(" | ")]
            return " | ".join(dict.fromkeys(kinds))
        kind = value.get("type")
        if isinstance(kind, list):
            return " | ".join(self.type({"type": entry}) for entry in kind)
        if kind == "array":
            items = value.get("items") or value.get("prefixItems", [{}])[0]
            item = self.type(items)
            if "$ref" not in items and "oneOf" in items and any("$ref" in entry for entry in items["oneOf"]):
                item = "Any" if item.count("|") > 3 else item
            return f"Sequence[{item}]"
        return {"string": "str", "number": "float", "integer": "int", "boolean": "bool", "object": "Mapping[str, Any]"}.get(kind, "Any")


def snake(key):
    """A key in Python's spelling: fillColor is fill_color."""
    name = re.sub(r"(?<=[a-z0-9])([A-Z])", lambda match: "_" + match[1].lower(), key)
    return name + "_" if keyword.iskeyword(name) else name


def wrapped(text, indent, later=None):
    lines = textwrap.wrap(text, 120, initial_indent=indent, subsequent_indent=later or indent, break_long_words=False)
    return lines or [indent]
