# SPDX-License-Identifier: MIT
"""Data whose values decide how it is drawn: overlays with `colorBy`, `sizeBy`, tables, flows, cells and tracks.

What the keys of such an overlay name has to be in its data, and some of them exclude each other. So a made overlay is put in
order here: it keeps those of its keys that belong to what it is.
"""
import random
import typing

Scene = dict[str, typing.Any]

KEYS = ("colorBy", "sizeBy", "label", "join", "flows", "aggregate", "track")
PALETTES = ["viridis", "Blues", "RdYlBu", ["#fee", "#900"], ["teal", "#dd8", "#d33"]]
FORMATS = ["0", "0.0", "#,##0", "+0.00"]
CODES = ["a", "b", "c", "d", "e", "f"]
KINDS = ["cafe", "bar", "school"]
#: What a track has at each of its points, beside the way.
MEASURES = ["speed", "elevation", "slope", "heartRate", "time"]
TRACK_FILE, RATES_FILE, FLOWS_FILE = "track.gpx", "rates.csv", "flows.csv"


def properties(number: int) -> Scene:
    return {"title": f"Shape {number}", "code": CODES[number % len(CODES)], "rate": 1.5 + 3 * number, "kind": KINDS[number % len(KINDS)]}


class DataMaker:
    def __init__(self, chance: random.Random, coordinate: typing.Callable[[], list[float]]):
        self.random, self.coordinate = chance, coordinate

    def arrange(self, made: Scene) -> None:
        """Gives an overlay the data that its keys speak of."""
        if "flows" in made:
            self.flows(made)
        elif "aggregate" in made:
            self.cells(made)
        elif "track" in made:
            self.track(made)
        else:
            self.features(made)

    def features(self, made: Scene) -> None:
        numbers, texts = ["rate"], ["kind", "code"]
        if "join" in made:
            made["join"] = {"file": RATES_FILE, "key": "key", "on": "code"}
            numbers.append("extra")
        if made.keys() & {"colorBy", "sizeBy", "label", "join"}:
            made |= {"type": "geojson", "data": self.points() if "sizeBy" in made else self.mixed()}
        self.scales(made, numbers, texts)
        if "label" in made:
            text = self.random.choice(["{kind}", "{rate|0.0} %", "{code}: {rate}"])
            style = made["label"].get("textStyle") if isinstance(made["label"], dict) else None
            made["label"] = {"text": text, "textStyle": style} if style else text

    def flows(self, made: Scene) -> None:
        self.only(made, "flows", "colorBy", "sizeBy")
        flows = made["flows"]
        made |= {"type": "geojson", "data": self.points()}
        made["flows"] = {"file": FLOWS_FILE, "from": "origin", "to": "target", "on": "code"} | {
            key: flows[key] for key in ("shape", "arrows") if key in flows
        }
        self.scales(made, ["weight"], ["sort"])

    def cells(self, made: Scene) -> None:
        self.only(made, "aggregate", "colorBy", "sizeBy")
        into = self.random.choice(["hexagons", "squares", "clusters"])
        made |= {"type": "geojson", "data": self.points()}
        cells: Scene = {"into": into, "size": 60 if into == "clusters" else self.random.choice([40_000, 90_000])}
        if self.random.random() < 0.4:
            cells |= {"property": "rate", "operation": self.random.choice(["sum", "mean", "min", "max"])}
        if into == "clusters" and self.random.random() < 0.5:
            cells["pie"] = "kind"
            made.pop("colorBy", None)
        if into != "clusters":
            made.pop("sizeBy", None)
        made["aggregate"] = cells
        self.scales(made, ["count"], [])

    def track(self, made: Scene) -> None:
        self.only(made, "track", "colorBy")
        made.pop("layers", None)
        made |= {"type": "gpx", "data": TRACK_FILE}
        if "colorBy" in made:
            made["colorBy"] = self.random.choice(MEASURES)

    def only(self, made: Scene, *kept: str) -> None:
        for key in KEYS:
            if key not in kept:
                made.pop(key, None)

    def scales(self, made: Scene, numbers: list[str], texts: list[str]) -> None:
        if "colorBy" in made:
            made["colorBy"] = self.colors(numbers, texts)
        if "sizeBy" in made:
            made["sizeBy"] = {"property": self.random.choice(numbers)} | self.some({
                "maxSize": self.random.randint(10, 60), "minSize": self.random.randint(1, 8), "maxValue": 40,
                "title": "Sizes", "format": self.random.choice(FORMATS),
            })

    def colors(self, numbers: list[str], texts: list[str]) -> Scene | str:
        name = self.random.choice(numbers * 3 + texts)
        if self.random.random() < 0.2:
            return name
        colors: Scene = {"property": name} | self.some({
            "palette": self.random.choice(PALETTES), "reverse": True, "noData": "#ddd", "title": "Colors",
        })
        if name in texts:
            return colors | self.some({"method": "categorical", "categories": {"cafe": "#d33", "a": "teal"}})
        method = self.random.choice(["quantile", "equal", "jenks", "log", "manual", "continuous", "continuousLog"])
        colors |= {"method": method} | self.some({"format": self.random.choice(FORMATS)})
        if method == "manual":
            colors["breaks"] = [4, 8, 12]
        elif not method.startswith("continuous"):
            colors |= self.some({"classes": self.random.randint(2, 5)})
        return colors

    def some(self, choices: Scene) -> Scene:
        return {key: value for key, value in choices.items() if self.random.random() < 0.35}

    def points(self) -> Scene:
        return self.collection([{"type": "Point", "coordinates": self.coordinate()} for _ in range(self.random.randint(4, 9))])

    def mixed(self) -> Scene:
        shapes: list[Scene] = [{"type": "Point", "coordinates": self.coordinate()} for _ in range(2)]
        shapes += [{"type": "LineString", "coordinates": [self.coordinate(), self.coordinate(), self.coordinate()]} for _ in range(2)]
        for _ in range(3):
            x, y = self.coordinate()
            shapes.append({"type": "Polygon", "coordinates": [[[x, y], [x + 1.5, y], [x + 1.5, y + 1], [x, y]]]})
        self.random.shuffle(shapes)
        return self.collection(shapes)

    def collection(self, shapes: list[Scene]) -> Scene:
        return {"type": "FeatureCollection", "features": [
            {"type": "Feature", "properties": properties(number), "geometry": shape} for number, shape in enumerate(shapes)
        ]}


def track_file(longitude: float, latitude: float) -> str:
    """A ride of an hour with heights and a heart, and a pause of ten minutes."""
    def point(number: int) -> str:
        minute = number if number < 30 else number + 10
        return (
            f'<trkpt lat="{latitude - 2 + 0.08 * number + 0.2 * (number % 4 == 0):.3f}" lon="{longitude - 3 + 0.12 * number:.3f}">'
            f"<ele>{120 + 40 * (number % 9) + number * 6}</ele><time>2026-06-21T08:{minute:02}:00Z</time><extensions>"
            f'<gpxtpx:TrackPointExtension><gpxtpx:hr>{95 + number}</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions></trkpt>'
        )
    return (
        '<gpx version="1.1" creator="sweep" xmlns="http://www.topografix.com/GPX/1/1" '
        'xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"><trk><name>Ride</name><trkseg>'
        + "".join(point(number) for number in range(50)) + "</trkseg></trk></gpx>"
    )


def rates_file() -> str:
    return "key,extra\n" + "".join(f"{code},{10 + 7 * number}\n" for number, code in enumerate(CODES))


def flows_file() -> str:
    rows = [(CODES[0], code, 3 + 4 * number, KINDS[number % 3]) for number, code in enumerate(CODES[1:4])]
    return "origin,target,weight,sort\n" + "".join(f"{start},{end},{weight},{sort}\n" for start, end, weight, sort in rows)
