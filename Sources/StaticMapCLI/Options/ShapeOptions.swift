// SPDX-License-Identifier: MIT
import ArgumentParser
import MapCore
import MapData
import StaticMap

/// Options that put things on the map.
struct ShapeOptions: ParsableArguments {
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Markers at one or more coordinates. Attributes: color, label, symbol (a pictogram such as cafe), size (small, "
                + "medium or large), title, subtitle, view (marker, pin, text or image), image (or icon), scale (1, 2 or 4 pixels of the image per point), anchor (such as "
                + "bottom, or x,y in fractions of the size), offset (x,y in points), elevation (terrain: the height of the ground, $elevation in texts), id, href, alt. Can be "
                + "repeated.",
            valueName: "color:red|label:A|lon,lat"))
    var marker: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A line through coordinates, or enc: and an encoded polyline. Attributes: color, weight, fill, border (a color), "
                + "borderwidth, geodesic (true or false), id, title, href, alt. Can be repeated.",
            valueName: "color:blue|weight:5|lon,lat|lon,lat"))
    var path: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "An area. Attributes: color, fill, weight, border, borderwidth, id, title, href, alt. Can be repeated.",
            valueName: "fill:#0003|lon,lat|lon,lat|lon,lat"))
    var area: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Circles with a radius in meters. Attributes: radius, color, fill, weight, border, borderwidth, id, title, href, "
                + "alt. Can be repeated.",
            valueName: "radius:500|lon,lat"))
    var circle: [String] = []

    @Option(
        help: ArgumentHelp(
            "A GeoJSON or TopoJSON file to draw on the map, GeoJSON itself such as '{\"type\": …}', or - for standard "
                + "input. Can be repeated."), completion: .file())
    var geojson: [String] = []

    @Option(
        help: ArgumentHelp(
            "A GPX file to draw on the map, or - for standard input; |elevation:terrain, here and behind other files of data, takes "
                + "heights from the ground. Can be repeated.",
            valueName: "file|elevation:terrain"), completion: .file())
    var gpx: [String] = []

    @Option(
        help: ArgumentHelp(
            "A KML or KMZ file to draw on the map, or - for standard input; |layer: and a name select folders, and objects of "
                + "TopoJSON. Can be repeated."), completion: .file())
    var kml: [String] = []

    @Option(
        help: ArgumentHelp(
            "A GeoPackage to draw on the map, all tables of features or those that are named. Can be repeated.",
            valueName: "file|layer:name"), completion: .file())
    var geopackage: [String] = []

    @Option(
        help: ArgumentHelp(
            "A FlatGeobuf file to draw on the map; |crs: and a name give its coordinate system. Can be repeated.",
            valueName: "file|crs:name"), completion: .file())
    var flatgeobuf: [String] = []

    @Option(
        help: ArgumentHelp(
            "A Shapefile to draw on the map, or a ZIP archive with some: all, or those that are named. |crs: and |encoding: say what "
                + "the file does not. Can be repeated.",
            valueName: "file|layer:name|crs:name"), completion: .file())
    var shapefile: [String] = []

    @Option(
        help: ArgumentHelp(
            "A CSV or TSV file to draw on the map, or - for standard input. The columns of coordinates or geometries are found by "
                + "their names, or given with |longitude: and |latitude:, or |geometry:; |delimiter:, |crs: and |encoding: say the "
                + "rest. Can be repeated.",
            valueName: "file|longitude:x|latitude:y"), completion: .file())
    var csv: [String] = []

    @Option(
        help: ArgumentHelp(
            "Well-known text such as 'POINT(24.94 60.17)', or a file of it, to draw on the map, or - for standard input. "
                + "Can be repeated."), completion: .file())
    var wkt: [String] = []

    @Flag(help: "Coordinates on the command line are lat,lon. A --bbox remains w,s,e,n.")
    var latlng = false

    /// True when there is something to look at.
    var isEmpty: Bool {
        [marker, path, area, circle, geojson, gpx, kml, geopackage, flatgeobuf, shapefile, csv, wkt].allSatisfy(
            \.isEmpty)
    }

    func validate() throws {
        for (option, names) in [
            ("--geojson", geojson), ("--gpx", gpx), ("--kml", kml), ("--geopackage", geopackage),
            ("--flatgeobuf", flatgeobuf), ("--shapefile", shapefile), ("--csv", csv),
        ] {
            for name in names.map({ DataReference(argument: $0).data }) {
                guard let format = DataOverlay.Format(extensionOf: name) else { continue }
                let right = "--\(format == .topojson ? "geojson" : format.rawValue)"
                if right != option {
                    throw ValidationError("\(option) \(name): by its name, this is a file for \(right)")
                }
            }
        }
        do {
            _ = try annotations(in: .wgs84)
            _ = try overlays(styledBy: nil, in: .wgs84)
        } catch let error as ShapeFlag.InvalidShape {
            throw ValidationError(error.description)
        }
    }

    /// The names of files, and - for standard input.
    var files: [String] {
        (geojson + gpx + kml + geopackage + flatgeobuf + shapefile + csv + wkt).map { DataReference(argument: $0).data }
    }

    /// Words of other services, and of MapLibre's properties.
    private static let aliases = [
        "icon": "image", "fillcolor": "fill", "stroke": "color", "width": "weight", "bordercolor": "border",
    ]

    /// As the `annotations` of a scene in this datum have them.
    func annotations(in datum: CoordinateSystem) throws -> [JSONNode] {
        let known = [
            "color", "label", "symbol", "size", "title", "subtitle", "view", "image", "scale", "anchor", "offset",
            "elevation", "id", "href", "alt",
        ]
        return try marker.flatMap { argument -> [JSONNode] in
            let flag = try ShapeFlag(argument, known: known, aliases: Self.aliases, latitudeFirst: latlng, in: datum)
            guard !flag.coordinates.isEmpty else { throw missing("--marker", argument, 1) }
            let view = flag.words["view"] ?? (flag.words["image"] == nil ? nil : "image")
            let size = try flag.choice("size", of: Self.markerSizes)
            let density = try flag.choice("scale", of: ["1": 1.0, "2": 2, "4": 4])
            guard density == nil || flag.words["image"] != nil else {
                throw ShapeFlag.InvalidShape(
                    description: "--marker \(argument): scale: goes with icon:, whose pixels per point it is")
            }
            let (anchor, offset) = (try anchor(flag), try flag.pair("offset"))
            return flag.coordinates.map { coordinate in
                [
                    "id": flag.text("id"), "coordinate": coordinate.json, "view": view.map(JSONNode.text),
                    "title": flag.text("title"), "subtitle": flag.text("subtitle"), "tint": flag.color("color"),
                    "glyphText": flag.text("label"), "image": flag.words["image"].map(image),
                    "imageScale": density.flatMap { $0 == 1 ? nil : .number(1 / $0) },
                    "glyphImage": flag.words["symbol"].map(image), "markerSize": size.map(JSONNode.text),
                    "anchor": anchor, "centerOffset": offset.map { JSONNode.list($0.map(JSONNode.number)) },
                    "elevation": flag.text("elevation"), "alt": flag.text("alt"), "href": flag.text("href"),
                ]
            }
        }
    }

    /// The sizes of markers, and the names that other services have for them.
    private static let markerSizes: KeyValuePairs = [
        "small": "small", "medium": "medium", "large": "large", "tiny": "small", "mid": "medium", "normal": "medium",
    ]

    private static let anchors: KeyValuePairs = [
        "center": "center", "top": "top", "bottom": "bottom", "left": "left", "right": "right", "topleft": "topLeft",
        "topright": "topRight", "bottomleft": "bottomLeft", "bottomright": "bottomRight",
    ]

    /// A name, or fractions of the size.
    private func anchor(_ flag: ShapeFlag) throws(ShapeFlag.InvalidShape) -> JSONNode? {
        if let pair = flag.words["anchor"].flatMap(numbers), pair.count == 2 { return .list(pair.map(JSONNode.number)) }
        return try flag.choice("anchor", of: Self.anchors).map(JSONNode.text)
    }

    /// As the `overlays` of a scene in this datum have them, with what the values of data decide.
    func overlays(styledBy values: DataOptions?, in datum: CoordinateSystem) throws -> [JSONNode] {
        let words = ["color", "weight", "border", "borderwidth", "id", "title", "href", "alt"]
        func flag(_ argument: String, _ own: [String]) throws(ShapeFlag.InvalidShape) -> ShapeFlag {
            try ShapeFlag(argument, known: words + own, aliases: Self.aliases, latitudeFirst: latlng, in: datum)
        }
        let lines = try path.flatMap { argument -> [JSONNode] in
            let flag = try flag(argument, ["fill", "geodesic"])
            guard flag.coordinates.count > 1 else { throw missing("--path", argument, 2) }
            let coordinates = JSONNode.list(flag.coordinates.map(\.json))
            let geodesic: JSONNode? = try flag.bool("geodesic") ? true : nil
            let line = try shape("polyline", flag, ["coordinates": coordinates, "geodesic": geodesic])
            guard let fill = flag.color("fill") else { return [line] }
            guard flag.coordinates.count > 2 else { throw missing("--path with a fill, \(argument)", argument, 3) }
            return [["type": "polygon", "coordinates": coordinates, "fillColor": fill], line]
        }
        let areas = try area.map { argument -> JSONNode in
            let flag = try flag(argument, ["fill"])
            guard flag.coordinates.count > 2 else { throw missing("--area", argument, 3) }
            let coordinates = JSONNode.list(flag.coordinates.map(\.json))
            return try shape("polygon", flag, ["coordinates": coordinates, "fillColor": flag.color("fill")])
        }
        let circles = try circle.flatMap { argument -> [JSONNode] in
            let flag = try flag(argument, ["fill", "radius"])
            guard !flag.coordinates.isEmpty else { throw missing("--circle", argument, 1) }
            guard let radius = try flag.number("radius", in: "meters") else {
                throw ShapeFlag.InvalidShape(
                    description: "--circle \(argument): expected radius: and meters, found none")
            }
            return try flag.coordinates.map {
                try shape("circle", flag, ["center": $0.json, "radius": radius, "fillColor": flag.color("fill")])
            }
        }
        let sources = [
            ("geojson", geojson), ("gpx", gpx), ("kml", kml), ("geopackage", geopackage), ("flatgeobuf", flatgeobuf),
            ("shapefile", shapefile), ("csv", csv), ("wkt", wkt),
        ]
        let files = try sources.flatMap { type, names in
            try names.map { name in
                let argument = type == "wkt" ? DataReference(data: name) : DataReference(argument: name)
                try check(type, argument.data)
                let layers = argument.layers.map(JSONNode.text)
                var members = [
                    JSONObject.Member("type", .text(type)),
                    JSONObject.Member("data", try data(type, argument.data)),
                ]
                if !layers.isEmpty { members.append(JSONObject.Member("layers", .list(layers))) }
                members += argument.named.map { JSONObject.Member($0.word, .text($0.value)) }
                members += values?.members ?? []
                return JSONNode(.object(JSONObject(members)))
            }
        }
        return files + areas + circles + lines
    }

    /// Only some words may stand behind a file.
    private func check(_ type: String, _ argument: String) throws(ShapeFlag.InvalidShape) {
        guard type != "wkt", argument.first(where: { !$0.isWhitespace }) != "{", let bar = argument.firstIndex(of: "|"),
            !fileExists(argument)
        else { return }
        throw ShapeFlag.InvalidShape(
            description: "--\(type) \(argument): expected layer:, elevation:, crs:, encoding:, delimiter:, longitude:, "
                + "latitude: or geometry: after the file, found \"\(argument[argument.index(after: bar)...])\"")
    }

    /// A file, or the data themselves.
    private func data(_ type: String, _ argument: String) throws(ShapeFlag.InvalidShape) -> JSONNode {
        if type == "wkt" {
            if WellKnownText.matches(argument) { return .text(argument) }
            guard !argument.contains("(") || fileExists(argument) else {
                let word = String(argument.prefix { $0.isLetter })
                throw ShapeFlag.InvalidShape(
                    description: "--wkt \(argument): expected a file or a text such as POINT(24.94 60.17)"
                        + (didYouMean(word.uppercased(), WellKnownText.geometries).map { " (\($0))" } ?? ""))
            }
        }
        guard type == "geojson", argument.first(where: { !$0.isWhitespace }) == "{" else {
            return .text(inputPath(argument))
        }
        do throws(Diagnostic) {
            return try JSONDocument(file: "--geojson", text: Array(argument.utf8)).root.withoutPlaces
        } catch {
            throw ShapeFlag.InvalidShape(description: "\(error)")
        }
    }

    /// A file, relative to the working folder, a `data:` URL, or a pictogram's name.
    private func image(_ name: String) -> JSONNode {
        guard !name.hasPrefix("data:") else { return .text(name) }
        let isFile = name.contains { $0 == "." || $0 == "/" } || fileExists(name)
        return .text(isFile ? inputPath(name) : name)
    }

    private func missing(_ option: String, _ argument: String, _ count: Int) -> ShapeFlag.InvalidShape {
        let coordinates = count == 1 ? "a coordinate" : "at least \(count) coordinates"
        return ShapeFlag.InvalidShape(description: "\(option) \(argument): expected \(coordinates)")
    }

    private func shape(
        _ type: String, _ flag: ShapeFlag, _ own: KeyValuePairs<String, JSONNode?>
    ) throws -> JSONNode {
        var object = JSONObject()
        func add(_ key: String, _ node: JSONNode?) {
            if let node { object.members.append(JSONObject.Member(key, node)) }
        }
        add("id", flag.text("id"))
        add("type", .text(type))
        for (key, node) in own { add(key, node) }
        add("strokeColor", flag.color("color"))
        add("lineWidth", try flag.number("weight"))
        let border = (color: flag.color("border"), width: try flag.number("borderwidth"))
        if border.color != nil || border.width != nil {
            add("casing", ["color": border.color, "width": border.width])
        }
        for word in ["title", "alt", "href"] { add(word, flag.text(word)) }
        return JSONNode(.object(object))
    }
}
