# SPDX-License-Identifier: MIT
"""Tables of the scene's keys, from its JSON schema."""
import json
import re

SCHEMA = "Sources/MapScene/scene.schema.json"

# Keys that all of these objects share with one definition are described once, in a table of their own.
SHARED = {
    "overlay": ["polyline", "polygon", "circle", "fog", "tileOverlay", "geotiffOverlay", "geojsonOverlay", "gpxOverlay", "featureOverlay", "graticule"],
    "line": ["polyline", "polygon", "circle", "geojsonOverlay", "gpxOverlay", "featureOverlay"],
    "decoration": ["scaleBar", "compass", "legend", "screenImage", "rectangle", "screenText", "inset"],
}


class SchemaTables:
    """Writes tables, and remembers which keys it has written."""

    def __init__(self, root, anchors):
        """anchors: the heading to link to for each definition that has a section of its own."""
        with open(root / SCHEMA, encoding="utf-8") as file:
            self.schema = json.load(file)
        self.definitions = self.schema["$defs"]
        self.anchors = anchors
        self.written = set()

    def object(self, name):
        return self.schema if name == "scene" else self.definitions[name]

    def shared(self, group):
        """The keys of a group, in the order of its first member."""
        members = [self.definitions[name]["properties"] for name in SHARED[group]]
        # What tells the members apart stays with each.
        return {
            key: value
            for key, value in members[0].items()
            if all(member.get(key) == value for member in members)
        }

    def keys(self, name):
        """The keys of an object that no shared table has."""
        if name in SHARED:
            keys = self.shared(name)
            # A narrower group leaves out what a wider one has.
            for group, members in SHARED.items():
                if group != name and set(SHARED[name]) < set(members):
                    keys = {key: value for key, value in keys.items() if key not in self.shared(group)}
            return keys
        keys = dict(self.object(name)["properties"])
        for group, members in SHARED.items():
            if name in members:
                for key in self.shared(group):
                    keys.pop(key, None)
        return keys

    def table(self, name, only=()):
        """A Markdown table of an object's keys, or of some of them."""
        keys = self.keys(name)
        unknown = [key for key in only if key not in keys]
        if unknown:
            raise SystemExit(f"{SCHEMA}: {name} has no key {', '.join(unknown)}")
        required = set() if name in SHARED else set(self.object(name).get("required", []))
        lines = ["| Key | Type | Default | |", "| --- | --- | --- | --- |"]
        for key in only or keys:
            self.written.add((name, key))
            value = self.resolved(keys[key])
            default = "*required*" if key in required else self.default(value)
            text = re.sub(r'"([^" ]+)"', r"`\1`", value.get("description", "")).replace("|", "\\|")
            lines.append(f"| `{key}` | {self.type(keys[key])} | {default} | {text} |")
        return "\n".join(lines)

    def missing(self):
        """Keys that stand in no table, as `object.key`."""
        names = ["scene", *SHARED, *(n for n, d in self.definitions.items() if "properties" in d)]
        wanted = {(name, key) for name in names for key in self.keys(name)}
        return sorted(f"{name}.{key}" for name, key in wanted - self.written)

    def resolved(self, value):
        """The value with what its reference says; its own words come first."""
        if "$ref" not in value:
            return value
        return {**self.definitions[value["$ref"].split("/")[-1]], **value}

    def default(self, value):
        if "default" not in value:
            return ""
        return f"`{json.dumps(value['default'], ensure_ascii=False)}`"

    def type(self, value):
        if "$ref" in value:
            name = value["$ref"].split("/")[-1]
            if name in self.anchors:
                return f"[{self.anchors[name][0]}](#{self.anchors[name][1]})"
            return self.type(self.definitions[name])
        if "const" in value:
            return f"`{json.dumps(value['const'])}`"
        if "enum" in value:
            return ", ".join(f"`{json.dumps(item)}`" for item in value["enum"])
        if "oneOf" in value and "type" not in value:
            return " or ".join(dict.fromkeys(self.type(item) for item in value["oneOf"]))
        kind = value.get("type", "any value")
        if kind in ("number", "integer"):
            return self.number(value, "whole number" if kind == "integer" else kind)
        if kind == "string" and value.get("pattern", "").endswith("%$"):
            return "percentage (`\"50%\"`)"
        if kind == "array":
            return self.array(value)
        return " or ".join(kind) if isinstance(kind, list) else kind

    def number(self, value, kind):
        low, high = value.get("minimum", value.get("exclusiveMinimum")), value.get("maximum")
        if low is None:
            return kind
        above = "above " if "exclusiveMinimum" in value else ""
        return f"{kind}, {above}{low} and up" if high is None else f"{kind}, {above}{low} to {high}"

    def array(self, value):
        kinds = list(dict.fromkeys(self.type(item) for item in value.get("prefixItems", [value["items"]])))
        exact = "prefixItems" in value or "minItems" in value and value["minItems"] == value.get("maxItems")
        if exact and all(kind.startswith("number") and " or " not in kind for kind in kinds):
            return f"array of {value['minItems']} numbers"
        if exact:
            return f"array of {value['minItems']}: {'; '.join(kinds)}"
        plural = re.sub("^(string|object|number)", r"\1s", kinds[0])
        return f"array of {plural}"
