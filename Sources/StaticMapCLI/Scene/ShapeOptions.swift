// SPDX-License-Identifier: MIT
import ArgumentParser
import MapRuntime
import StaticMap

/// Options that put things on the map.
struct ShapeOptions: ParsableArguments {
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Markers at one or more coordinates. Attributes: color, label, symbol (a pictogram such as cafe), size (small, "
                + "medium or large), title, subtitle, view (marker, pin, text or image), image, id, href, alt. Can be "
                + "repeated.", valueName: "color:red|label:A|lon,lat"))
    var marker: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A line through coordinates, or enc: and an encoded polyline. Attributes: color, weight, id, title, href, alt. "
                + "Can be repeated.",
            valueName: "color:blue|weight:5|lon,lat|lon,lat"))
    var path: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "An area. Attributes: color, fill, weight, id, title, href, alt. Can be repeated.",
            valueName: "fill:#0003|lon,lat|lon,lat|lon,lat"))
    var area: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Circles with a radius in meters. Attributes: radius, color, fill, weight, id, title, href, alt. Can be "
                + "repeated.",
            valueName: "radius:500|lon,lat"))
    var circle: [String] = []

    @Option(help: "A GeoJSON or TopoJSON file to draw on the map. Can be repeated.")
    var geojson: [String] = []

    @Option(help: "A GPX file to draw on the map. Can be repeated.")
    var gpx: [String] = []

    @Option(help: "A KML or KMZ file to draw on the map. Can be repeated.")
    var kml: [String] = []

    @Option(help: "Well-known text such as 'POINT(24.94 60.17)', or a file of it, to draw on the map. Can be repeated.")
    var wkt: [String] = []

    @Flag(help: "Coordinates on the command line are lat,lon. A --bbox remains w,s,e,n.")
    var latlng = false

    /// True when there is something to look at.
    var isEmpty: Bool { [marker, path, area, circle, geojson, gpx, kml, wkt].allSatisfy(\.isEmpty) }

    func validate() throws {
        for (option, names) in [("--geojson", geojson), ("--gpx", gpx), ("--kml", kml)] {
            for name in names {
                guard let format = DataOverlay.Format(extensionOf: name) else { continue }
                let right = "--\(format == .topojson ? "geojson" : format.rawValue)"
                if right != option {
                    throw ValidationError("\(option) \(name): by its name, this is a file for \(right)")
                }
            }
        }
        do {
            _ = try annotations
            _ = try overlays
        } catch let error as ShapeFlag.InvalidShape {
            throw ValidationError(error.description)
        }
    }

    /// As the scene's `annotations` have them.
    var annotations: [JSONNode] {
        get throws {
            let known = [
                "color", "label", "symbol", "size", "title", "subtitle", "view", "image", "id", "href", "alt",
            ]
            return try marker.flatMap { argument -> [JSONNode] in
                let flag = try ShapeFlag(argument, known: known, latitudeFirst: latlng)
                guard !flag.coordinates.isEmpty else { throw missing("--marker", argument, 1) }
                let view = flag.words["view"] ?? (flag.words["image"] == nil ? nil : "image")
                return flag.coordinates.map { coordinate in
                    .members([
                        "id": flag.text("id"), "coordinate": coordinate.json, "view": view.map(JSONNode.text),
                        "title": flag.text("title"), "subtitle": flag.text("subtitle"), "tint": flag.text("color"),
                        "glyphText": flag.text("label"), "image": flag.words["image"].map(image),
                        "glyphImage": flag.words["symbol"].map(image),
                        "markerSize": flag.words["size"].map { .text($0 == "mid" ? "medium" : $0) },
                        "alt": flag.text("alt"), "href": flag.text("href"),
                    ])
                }
            }
        }
    }

    /// As the scene's `overlays` have them.
    var overlays: [JSONNode] {
        get throws {
            let words = ["color", "weight", "id", "title", "href", "alt"]
            let lines = try path.map { argument -> JSONNode in
                let flag = try ShapeFlag(argument, known: words, latitudeFirst: latlng)
                guard flag.coordinates.count > 1 else { throw missing("--path", argument, 2) }
                return try shape("polyline", flag, ["coordinates": .list(flag.coordinates.map(\.json))])
            }
            let areas = try area.map { argument -> JSONNode in
                let flag = try ShapeFlag(argument, known: words + ["fill"], latitudeFirst: latlng)
                guard flag.coordinates.count > 2 else { throw missing("--area", argument, 3) }
                return try shape("polygon", flag, ["coordinates": .list(flag.coordinates.map(\.json))])
            }
            let circles = try circle.flatMap { argument -> [JSONNode] in
                let flag = try ShapeFlag(argument, known: words + ["fill", "radius"], latitudeFirst: latlng)
                guard !flag.coordinates.isEmpty else { throw missing("--circle", argument, 1) }
                guard let radius = try flag.number("radius") else {
                    throw ShapeFlag.InvalidShape(
                        description: "--circle \(argument): expected radius: and metres, found none")
                }
                return try flag.coordinates.map { try shape("circle", flag, ["center": $0.json, "radius": radius]) }
            }
            let files = [("geojson", geojson), ("gpx", gpx), ("kml", kml), ("wkt", wkt)].flatMap { type, names in
                names.map { name in
                    let isInline = type == "wkt" && WellKnownText.matches(name)
                    return JSONNode.members([
                        "type": .text(type), "data": .text(isInline ? name : absolutePath(name)),
                    ])
                }
            }
            return files + areas + circles + lines
        }
    }

    /// A file, relative to the working folder, a `data:` URL, or a pictogram's name.
    private func image(_ name: String) -> JSONNode {
        guard !name.hasPrefix("data:") else { return .text(name) }
        let isFile = name.contains { $0 == "." || $0 == "/" } || fileExists(name)
        return .text(isFile ? absolutePath(name) : name)
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
        add("strokeColor", flag.text("color"))
        add("fillColor", flag.text("fill"))
        add("lineWidth", try flag.number("weight"))
        for word in ["title", "alt", "href"] { add(word, flag.text(word)) }
        return JSONNode(.object(object))
    }
}
