# SPDX-License-Identifier: MIT
"""Makes scenes from the JSON schema: any key may be in them, and what they show lies in the view, mostly.

Values are those that people write, now and then the ends of ranges. Each annotation, overlay and decoration has an id.
"""
import math
import random
import typing

from .data import KEYS, TRACK_FILE, DataMaker

Scene = dict[str, typing.Any]
Path = tuple[str | int, ...]

# Where all scenes look: in China, where datums differ.
LONGITUDE, LATITUDE = 110.0, 35.0
DOT = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
COLORS = ["#d33", "rgba(0, 99, 255, 0.5)", "hsl(90 50% 40%)", "teal", "#8008"]
IMAGES = ["disc.svg", "disc.svg", "star", DOT]
WORDS = ["a", "Map", "two words", "日本語", "Ärger <b>&amp;", "a longer title of a place", "1"]
ROUTE = "_}rtE_wdrS_ibE_ibE~}cH_~cH_ibE_~cH"
MAP_RECT = {"x": 212_000_000, "y": 103_000_000, "width": 8_000_000, "height": 7_000_000}
HEIGHTS = "heights"
AREA = "POLYGON((108 34, 112 34, 112 36, 108 34))"

# Of these, a thing has one.
ALTERNATIVES = [
    ("tint", "markerTintColor", "pinTintColor"), ("glyphTint", "glyphTintColor"), ("alpha", "opacity"), ("blend", "blendMode"),
    ("level", "before"), ("lineWidth", "widthMeters"), ("minZoom", "minimumZ"), ("maxZoom", "maximumZ"), ("origin", "center", "at"), ("origin", "center", "margin"),
    ("width", "radiusMeters"), ("content", "detail"), ("content", "title"), ("content", "subtitle"), ("content", "left"),
    ("content", "right"),
]

# Ranges in which a difference can be seen; the schema's own are wider.
RANGES: dict[str, tuple[float, float]] = {
    "lineWidth": (0, 12), "width": (2, 60), "height": (2, 60), "margin": (0, 40), "imageScale": (0.5, 3), "size": (8, 30),
    "haloWidth": (0, 4), "padding": (0, 30), "radius": (0, 12), "maxWidth": (60, 160), "maxTextWidth": (20, 160),
    "bearing": (-180, 180), "rotation": (-180, 180), "roll": (-40, 40), "pitch": (0, 70), "verticalFieldOfView": (10, 90),
    "heading": (0, 360), "accuracy": (1e3, 2e5), "offset": (-30, 30), "calloutOffset": (-30, 30), "centerOffset": (-30, 30),
    "x": (-30, 30), "y": (-30, 30), "overlap": (0, 20), "spacing": (8, 60), "widthMeters": (0, 60_000), "miterLimit": (1, 12),
    "lineDashPattern": (1, 20), "lineDashPhase": (-20, 20), "origin": (-10, 200), "center": (-10, 200), "cornerRadius": (0, 20),
    "feather": (0, 30), "radiusMeters": (1e4, 2e5), "interval": (0.5, 10), "top": (0, 40), "left": (0, 40), "bottom": (0, 40),
    "right": (0, 40), "start": (0, 30), "hitSize": (10, 60), "highlighted": (0, 3), "simplify": (0, 5), "tileSize": (128, 512),
    "minZoom": (0, 8), "maxZoom": (2, 12), "zoom": (2, 7), "distance": (2e5, 4e6), "latitudinalMeters": (1e5, 2e6),
    "longitudinalMeters": (1e5, 2e6), "latitudeDelta": (1, 20), "longitudeDelta": (1, 20), "precision": (5, 5),
    "minimumZ": (0, 5), "maximumZ": (1, 8), "distanceMarks": (20, 200), "pauses": (60, 900), "zoomOut": (0, 4), "mapScale": (4e6, 2e7),
}


class Maker:
    def __init__(self, schema: Scene, seed: int):
        self.schema = schema
        self.random = random.Random(seed)
        self.ids = 0
        self.tracks: list[str] = []
        self.data = DataMaker(self.random, self.coordinate)

    def happens(self, share: float) -> bool:
        return self.random.random() < share

    def scene(self) -> Scene:
        """A scene with one to three things, or more, and some of the keys around them."""
        root = self.schema["properties"]
        scene: Scene = {"version": 1, "size": [self.random.choice([160, 200, 240]), self.random.choice([120, 160, 200])]}
        if self.happens(0.3):
            scene["scale"] = self.random.choice([1.5, 2, 3])
        scene["basemap"] = self.basemap()
        if self.happens(0.9):
            scene["camera"] = self.camera()
        kinds = self.random.choices(["annotations", "overlays", "decorations"], [4, 4, 2], k=self.random.choice([1, 1, 2, 3, 6]))
        for kind in ("overlays", "annotations", "decorations"):
            if count := kinds.count(kind):
                scene[kind] = [self.thing(root[kind]["items"]) for _ in range(count)]
        for key in ("userLocation", "appearance", "coordinateSystem", "attribution", "selection", "clusters", "numbering", "labels"):
            if self.happens(0.12):
                scene[key] = self.value(root[key], key)
        self.relate(scene)
        return scene

    def relate(self, scene: Scene) -> None:
        """What names other things names those of the scene."""
        camera = scene.get("camera", {})
        if isinstance(camera.get("fit"), list):
            things = scene.get("annotations", []) + scene.get("overlays", [])
            camera["fit"] = [thing["id"] for thing in things if thing.get("type") not in ("fog", "graticule", "tiles")][:2] or "all"
        if len({style.get("identifier") for style in scene.get("clusters", [])}) < len(scene.get("clusters", [])):
            scene["clusters"] = scene["clusters"][:1]
        for overlay in scene.get("overlays", []):
            for part in overlay.get("reveal", []):
                if "track" in part:
                    if self.tracks:
                        part["track"] = self.random.choice(self.tracks)
                    else:
                        del part["track"]
                        part["coordinates"] = [self.coordinate(), self.coordinate()]
        self.relate_to_tracks(scene)
        if "follow" in camera and "userLocation" not in scene:
            scene["userLocation"] = {"coordinate": self.coordinate()}

    def relate_to_tracks(self, scene: Scene) -> None:
        """Profiles and moments have a recorded track."""
        overlays, decorations = scene.get("overlays", []), scene.get("decorations", [])
        profiles = [decoration for decoration in decorations if decoration.get("type") == "profile"]
        moments = [thing for thing in scene.get("annotations", []) if isinstance(thing.get("coordinate"), dict)]
        recorded = [overlay["id"] for overlay in overlays if overlay.get("type") == "gpx"]
        if (profiles or moments) and not recorded:
            recorded = ["recorded"]
            scene["overlays"] = [*overlays, {"type": "gpx", "id": "recorded", "data": TRACK_FILE}]
        for part in profiles + [moment["coordinate"] for moment in moments if "time" in moment["coordinate"]]:
            part["track"] = self.random.choice(recorded)
            if "time" in part:
                part["time"] = f"2026-06-21T08:{self.random.randint(10, 59)}:00Z"
        for profile in profiles:
            if "value" in profile:
                profile["value"] = self.random.choice(["elevation", "speed", "heartRate", "slope"])
            if "size" in profile:
                profile["size"] = [self.random.randint(60, 140), self.random.randint(50, 90)]
        for decoration in decorations:
            if decoration.get("type") == "inset" and "basemap" in decoration:
                decoration["basemap"] = "light"

    def thing(self, node: Scene) -> Scene:
        made = self.value(node, "")
        data = made.get("type") in ("geojson", "topojson", "gpx") and not made.keys().isdisjoint(KEYS)
        match made.get("type"):
            case _ if data:
                made.pop("layers", None)
                made |= {"type": "geojson", "data": self.features()}
                self.data.arrange(made)
            case "geotiff":
                made = {"type": "circle", "center": self.coordinate(), "radius": 90_000}
            case "night":
                made.pop("until", None)
            case "polygon" if "coordinates" in made:
                made["coordinates"] = self.ring(self.random.uniform(0.6, 1))
            case "circle":
                made["radius"] = round(self.random.uniform(2e4, 3e5))
            case "geojson" | "topojson":
                made |= {"type": "geojson", "data": self.features()}
                made.pop("layers", None)
            case "gpx" | "kml" | "geopackage" | "flatgeobuf" | "shapefile" | "csv" | "wkt":
                made |= {"type": "wkt", "data": self.random.choice(["POINT(110 35)", "LINESTRING(108 34, 112 36)", AREA])}
                for key in ("layers", "crs", "encoding", "delimiter", "longitude", "latitude", "geometry", *KEYS):
                    made.pop(key, None)
        if made.get("view") == "text" and not made.get("title"):
            made["text"] = "Words"
        elif made.get("view") == "image":
            made["image"] = "disc.svg"
        elif made.get("view") == "callout":
            made |= {"title": "Callout", "selected": True, "canShowCallout": True}
        if "calloutOffset" in made:
            made.get("callout", {}).pop("offset", None)
        self.ids += 1
        made["id"] = f"thing{self.ids}"
        if made.get("type") in ("polyline", "polygon", "circle"):
            self.tracks.append(made["id"])
        return made

    def basemap(self) -> Scene | str:
        keys = {"type": "FeatureCollection", "features": [
            {"type": "Feature", "properties": {"name": "Here", "name:de": "Hier"},
             "geometry": {"type": "Point", "coordinates": [LONGITUDE + 1, LATITUDE - 1]}},
            {"type": "Feature", "properties": {}, "geometry": {"type": "LineString", "coordinates": [
                [LONGITUDE - 4, LATITUDE - 2], [LONGITUDE + 4, LATITUDE + 2]]}},
        ]}
        style = {
            "version": 8, "sources": {"data": {"type": "geojson", "data": keys}},
            "layers": [
                {"id": "ground", "type": "background", "paint": {"background-color": "#e8eef0"}},
                {"id": "roads", "type": "line", "source": "data", "paint": {"line-width": 3, "line-color": "#aa8"}},
                {"id": "names", "type": "symbol", "source": "data", "layout": {"text-field": ["get", "name"]}},
            ],
        }
        basemap: Scene = {"style": style if self.happens(0.9) else self.random.choice(["light", "dark", "streets"])}
        changes: list[tuple[str, typing.Any]] = [
            ("hide", ["names"]), ("show", ["names"]), ("language", "de"), ("setPaint", {"roads": {"line-color": "#f00"}}),
            ("setLayout", {"roads": {"visibility": "none"}}), ("setFilter", {"names": False}),
            ("projection", self.random.choice(["globe", "vertical-perspective"])), ("coordinateSystem", "gcj02"),
            ("projection", self.random.choice(["equalEarth", "EPSG:32649", "robinson"])),
            ("recolor", {"hue": 210, "saturate": -0.3} if self.happens(0.5) else {"invertBrightness": True}),
            ("elevation", self.elevation()), ("missingTiles", "overzoom"),
            ("addLayers", [{"id": "more", "type": "circle", "source": {"type": "geojson", "data": keys}}]),
        ]
        for key, value in changes:
            if self.happens(0.04):
                basemap[key] = value
        return basemap

    def elevation(self) -> Scene:
        made = {"data": HEIGHTS, "encoding": "terrarium"}
        choices: Scene = {
            "hillshade": self.random.choice(["none", "standard", "multidirectional", "swiss"]), "shadows": True,
            "contours": self.random.choice([False, {"interval": 500}, {"interval": 200, "color": "#840", "width": 1.2, "labels": False}]),
            "slopes": self.random.choice(["none", "steepness", "aspect"]), "exaggeration": self.random.choice([0, 3, 10]),
        }
        return made | {key: value for key, value in choices.items() if self.happens(0.4)}

    def camera(self) -> Scene:
        node = self.schema["$defs"]["camera"]
        kind = self.random.choice(["center"] * 12 + ["distance", "region", "bounds", "mapRect", "fit", "fit", "follow", ""])
        camera: Scene = {}
        match kind:
            case "center":
                camera = {"center": [LONGITUDE, LATITUDE], "zoom": self.random.choice([3.5, 4, 4.25, 5])}
            case "distance":
                camera = {"center": [LONGITUDE, LATITUDE], "distance": 2e6}
            case "bounds":
                camera = {"bounds": [LONGITUDE - 5, LATITUDE - 4, LONGITUDE + 5, LATITUDE + 3]}
            case "mapRect":
                camera = {"mapRect": MAP_RECT}
            case "":
                pass
            case _:
                camera = {kind: self.value(node["properties"][kind], kind)}
        for key in ("bearing", "pitch", "roll", "verticalFieldOfView", "padding", "contentInsets", "minZoom", "maxZoom", "snapZoom",
                    "zoomTileSize", "default", "zoomEnabled"):
            if self.happens(0.06):
                camera[key] = self.value(node["properties"][key], key)
        return camera

    def coordinate(self) -> list[float]:
        return [round(LONGITUDE + self.random.uniform(-4, 4), 3), round(LATITUDE + self.random.uniform(-2.5, 2.5), 3)]

    def features(self) -> Scene:
        shapes = [
            {"type": "Point", "coordinates": self.coordinate()},
            {"type": "LineString", "coordinates": [self.coordinate(), self.coordinate(), self.coordinate()]},
            {"type": "Polygon", "coordinates": [[[108, 34], [112, 34], [112, 36], [108, 34]]]},
        ]
        return {"type": "FeatureCollection", "features": [
            {"type": "Feature", "properties": {"title": "Shape"}, "geometry": shape}
            for shape in self.random.sample(shapes, self.random.randint(1, 3))
        ]}

    def ring(self, size: float) -> list[list[float]]:
        """The corners of an area whose edge does not cross itself."""
        angles = sorted(self.random.sample(range(0, 360, 20), self.random.randint(4, 7)))
        return [
            [round(LONGITUDE + 4 * size * math.cos(math.radians(a)), 3), round(LATITUDE + 2.5 * size * math.sin(math.radians(a)), 3)]
            for a in angles
        ]

    def value(self, node: Scene, name: str) -> typing.Any:
        if "$ref" in node:
            target = node["$ref"].rpartition("/")[2]
            if target == "coordinate":
                return self.coordinate()
            return self.value(self.schema["$defs"][target], "color" if target == "color" else name)
        if (special := self.special(name, node)) is not None:
            return special
        if "const" in node:
            return node["const"]
        if "enum" in node:
            return self.random.choice(node["enum"])
        if "oneOf" in node and "properties" not in node:
            return self.value(self.random.choice(node["oneOf"]), name)
        match node.get("type"):
            case "number" | "integer":
                return self.number(node, name)
            case "boolean":
                return self.happens(0.5)
            case "array":
                return self.array(node, name)
            case "object":
                return self.object(node)
        if node.get("pattern", "").endswith("%$"):
            return f"{self.random.randint(5, 40)}%"
        return self.random.choice(WORDS)

    def number(self, node: Scene, name: str) -> float:
        low, high = RANGES.get(name, (node.get("minimum", -10), node.get("maximum", 10)))
        if self.happens(0.03):
            return node.get("minimum", low)
        number = round(self.random.uniform(low, high), 2)
        return round(number) if node["type"] == "integer" else number

    def array(self, node: Scene, name: str) -> list[typing.Any]:
        fixed = [self.value(item, name) for item in node.get("prefixItems", [])]
        if not node.get("items"):
            return fixed
        least = node.get("minItems", 1)
        count = self.random.randint(least, min(node.get("maxItems", least + 3), least + 3))
        return fixed + [self.value(node["items"], name) for _ in range(count - len(fixed))]

    def object(self, node: Scene) -> Scene:
        properties = node.get("properties", {})
        wanted = set(node.get("required", []))
        choices = [choice["required"] for choice in node.get("oneOf", []) if "required" in choice]
        if choices:
            alone = {key for choice in choices for key in choice}
            wanted |= set(self.random.choice(choices))
        else:
            alone = set()
        share = self.random.choice([0.05, 0.12, 0.3])
        chosen = {key for key in properties if key in wanted or (key not in alone and self.happens(share))}
        for alternatives in ALTERNATIVES:
            rivals = [key for key in alternatives if key in chosen]
            if len(rivals) > 1 and not wanted & set(rivals):
                chosen -= set(rivals) - {self.random.choice(rivals)}
        made = {key: self.value(properties[key], key) for key in properties if key in chosen}
        if "gradient" in made and "locations" in made["gradient"]:
            made["gradient"]["locations"] = [index / 10 for index in range(len(made["gradient"]["colors"]))]
        for low, high in (("minZoom", "maxZoom"), ("minimumZ", "maximumZ"), ("strokeStart", "strokeEnd")):
            if low in made and high in made and made[low] > made[high]:
                made[low], made[high] = made[high], made[low]
        return made

    def special(self, name: str, node: Scene) -> typing.Any:
        """Values that are more than their type: files, ids, data."""
        match name:
            case "color" | "box":
                return self.random.choice(COLORS)
            case "image" | "glyphImage" | "normal" | "selectedGlyphImage" | "icon" | "rating" | "highlightedImage":
                return self.random.choice(IMAGES)
            case "polyline":
                return ROUTE
            case "coordinates" if self.happens(0.5):
                return [self.coordinate() for _ in range(self.random.randint(4, 6))]
            case "holes":
                return [self.ring(0.4)]
            case "tiles":
                return "tiles/{z}/{x}_{y}.png"
            case "track" if node.get("type") == "string":
                return "later"
            case "time":
                return f"2026-06-21T{self.random.randint(10, 22)}:{self.random.randint(10, 59)}:00Z"
            case "clusteringIdentifier" | "identifier":
                return "group"
            case "before":
                return self.random.choice(["roads", "names"])
            # Others refuse a pitch.
            case "grid":
                return self.random.choice(["degrees", "utm", "mgrs", "EPSG:32649"])
            case "projection":
                return self.random.choice(["mercator", "globe", "vertical-perspective"])
            case "glyphText":
                return self.random.choice(["$num", "A", "7"])
            case "bounds":
                return [LONGITUDE - 4, LATITUDE - 3, LONGITUDE + 4, LATITUDE + 3]
            case "mapRect":
                return MAP_RECT
            case "blend" | "blendMode":
                # Not drawn by librsvg: "plusLighter".
                return self.random.choice(["normal", "multiply", "screen", "overlay", "darken", "hue", "exclusion"])
            case "attribution":
                return self.random.choice(["auto", "none", "© Somebody"])
            case "properties":
                return {"kind": "cafe"}
        return None
