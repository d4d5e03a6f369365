// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapData
import MapGeo

extension Overlay: Keyed {
    /// The words of `type`.
    enum Kind: String, CaseIterable {
        case polyline, polygon, circle, fog, tiles, geojson, gpx, kml, geopackage, flatgeobuf, shapefile, csv, topojson,
            wkt, geotiff
        case graticule, night
        /// What `Scene.json` has for an overlay that code draws.
        case drawing

        /// Those that a scene file is meant to have.
        static let allCases: [Kind] = [
            polyline, polygon, circle, fog, tiles, geojson, gpx, kml, geopackage, flatgeobuf, shapefile, csv, topojson,
            wkt, geotiff, graticule, night,
        ]

        /// What an overlay of this type without keys shows.
        var usual: Content {
            switch self {
            case .polyline: .polyline(Polyline([]))
            case .polygon: .polygon(Polygon([]))
            case .circle: .circle(Circle(center: Coordinate(latitude: 0, longitude: 0), radius: 0))
            case .fog: .fog(Fog(reveal: []))
            case .tiles: .tiles(TileOverlay(""))
            case .geotiff: .tiles(TileOverlay("", raster: RasterReading([])))
            case .geojson, .gpx, .kml, .geopackage, .flatgeobuf, .shapefile, .csv, .topojson, .wkt:
                .data(DataOverlay.usual(self))
            case .graticule: .graticule(Graticule())
            case .night: .night(Night(time: ""))
            case .drawing: .drawing(OverlayDrawing { _, _ in })
            }
        }
    }

    init?(_ field: Field) {
        guard var k = Keys(reading: field), let kind = k.kind(of: Kind.self) else { return nil }
        self.init(kind.usual)
        keys(&k)
        guard k.finish(self) else { return nil }
    }

    var jsonNode: JSONNode { Keys.written(self, omitting: Overlay(content.kind.usual)) }

    mutating func keys(_ k: inout Keys) {
        let kind = content.kind
        k.type(kind.rawValue, of: (DataOverlay.alike(kind) ?? [kind]).map(\.rawValue))
        k("id", &id, .filled)
        var chosen = k.isReading ? nil : level
        k("level", &chosen)
        level = chosen ?? level
        k("before", &before, .filled)
        k("alpha", &alpha, .number(0...1), aliases: ["opacity"])
        k("blend", &blendMode, .blend, aliases: ["blendMode"])
        k("coordinateSystem", &coordinateSystem, .datum)
        k("title", &title, .text)
        k("alt", &alt, .text)
        k("href", &href, .link)
        k("properties", &properties, .properties)
        if before != nil { k.noteNoEffect("level", "beside \"before\"") }
        switch content {
        case .polyline(let line): content = .polyline(line.keyed(&k))
        case .polygon(let polygon): content = .polygon(polygon.keyed(&k))
        case .circle(let circle): content = .circle(circle.keyed(&k))
        case .fog(let fog): content = .fog(fog.keyed(&k))
        case .tiles(let tiles): content = .tiles(tiles.keyed(&k))
        case .data(let data): content = .data(data.keyed(&k))
        case .graticule(let graticule): content = .graticule(graticule.keyed(&k))
        case .night(let night): content = .night(night.keyed(&k))
        case .drawing:
            k.given("type")?.report(
                "an overlay that Swift code draws has no JSON form: nothing is drawn", severity: .warning,
                code: .sceneDrawnByCode, hint: "render the scene from Swift")
        }
    }
}

extension Overlay.Content {
    fileprivate var kind: Overlay.Kind {
        switch self {
        case .polyline: .polyline
        case .polygon: .polygon
        case .circle: .circle
        case .fog: .fog
        case .tiles(let tiles): tiles.raster == nil ? .tiles : .geotiff
        case .data(let data): Overlay.Kind(rawValue: data.format.rawValue) ?? .geojson
        case .graticule: .graticule
        case .night: .night
        case .drawing: .drawing
        }
    }
}

extension KeyCodec where Self == Form<BlendMode> {
    fileprivate static var blend: Self { Form(.reference("blend"), { $0.choice() }, JSONNode.word) }
}

extension Polyline: Keyed {
    mutating func keys(_ k: inout Keys) {
        k.line(&coordinates, atLeast: 2)
        style.keys(&k)
        k("gradient", &gradient)
        k("arrows", &arrows, .onOff())
        k("geodesic", &geodesic)
        k("simplify", &simplify, .number(0...100))
        k("mergeStrokes", &mergeStrokes)
    }
}

extension Polyline.Gradient: KeyedValue {
    static var usual: Self { Self([]) }
    static let definition = "gradient"

    mutating func keys(_ k: inout Keys) {
        k.required("colors", &colors, .list(.color, of: "colors", atLeast: 2))
        k("locations", &locations, .list(.number(0...1)))
        guard k.isWhole, let field = k.given("locations") else { return }
        if field.node.array?.count != colors.count {
            field.report(expected: "as many locations as colors, \(colors.count)")
        } else if locations != locations.sorted() {
            field.report("expected locations in ascending order")
        }
    }
}

extension Polyline.Arrows: KeyedValue {
    static var usual: Self { Self() }
    static let definition = "arrows"

    mutating func keys(_ k: inout Keys) {
        k("spacing", &spacing, .number(8...10_000))
        k("color", &color, .color)
    }
}

extension Polygon: Keyed {
    mutating func keys(_ k: inout Keys) {
        k.line(&coordinates, atLeast: 3)
        k("holes", &holes, .list(.coordinates(of: "corners", atLeast: 3)))
        k("handles", &handles, .onOff())
        k.area(&fillColor, &style)
        guard k.isWhole, let object = k.object else { return }
        if handles?.highlighted != nil, let handles = k.given("handles"), let node = handles.node["highlighted"] {
            _ = handles.member("highlighted", node).integer(in: 0...max(0, corners.count - 1))
        }
        if let problem = crossingProblem {
            let position = k.given("coordinates") ?? object.field
            position.report(problem.message, severity: .warning, code: .sceneCrossingEdges, hint: problem.hint)
        }
    }
}

extension Handles: KeyedValue {
    static var usual: Self { Self() }
    static let definition = "handles"

    mutating func keys(_ k: inout Keys) {
        k("image", &image, .image)
        k("highlightedImage", &highlightedImage, .image)
        k("hitSize", &hitSize, .tuple("[width, height]", of: .number(1...1000)))
        k("highlighted", &highlighted, .whole(0...Int.max))
        if k.given("highlighted") == nil { k.noteNoEffect("highlightedImage", "unless a corner is \"highlighted\"") }
    }
}

extension Circle: Keyed {
    /// Half the way round the Earth.
    fileprivate static let radii = 0.001...20_037_508.0

    mutating func keys(_ k: inout Keys) {
        k.required("center", &center, .coordinate)
        k.required("radius", &radius, .number(Circle.radii))
        k.area(&fillColor, &style)
    }
}

extension Fog: Keyed {
    mutating func keys(_ k: inout Keys) {
        k("color", &color, .color)
        k.required("reveal", &reveal, .list(.objects()))
        k("feather", &feather, .number(0...200))
    }
}

extension Fog.Reveal: KeyedValue {
    static var usual: Self { Self(.line([])) }
    static let definition = "reveal"
    static var schemaRules: JSONNode { ["oneOf": .oneOf(required: [["track"], ["coordinates"]])] }

    mutating func keys(_ k: inout Keys) {
        var (ids, line): ([String]?, [Coordinate]?)
        switch track {
        case .overlays(let names): ids = names
        case .line(let coordinates): line = k.isReading ? nil : coordinates
        }
        var (width, radius): (Double, Double?) = (32, nil)
        switch reach {
        case .width(let points): width = points
        case .radiusMeters(let meters): radius = meters
        }
        k("track", &ids, .names("an id or an array of ids"))
        k("coordinates", &line, .coordinates(of: "coordinates", atLeast: 1))
        k("width", &width, .number(0...10_000))
        k("radiusMeters", &radius, .number(Circle.radii))
        k("coordinateSystem", &coordinateSystem, .datum)
        guard k.isReading else { return }
        guard k.exactlyOne(of: ["track", "coordinates"]), k.atMostOne(of: ["width", "radiusMeters"]),
            let track = ids.map(Track.overlays) ?? line.map(Track.line)
        else { return k.isWhole = false }
        (self.track, reach) = (track, radius.map(Reach.radiusMeters) ?? .width(width))
        if ids != nil {
            k.noteNoEffect("coordinateSystem", "beside a \"track\", whose overlays have datums of their own")
        }
    }
}

extension TileOverlay: Keyed {
    mutating func keys(_ k: inout Keys) {
        let zooms = 0...TileID.maxZoom
        if var raster {
            raster.keys(&k)
            self.raster = raster
        } else {
            k.required("tiles", &tiles, .filled)
        }
        k("minZoom", &minZoom, .whole(zooms), aliases: ["minimumZ"])
        k("maxZoom", &maxZoom, .whole(zooms), aliases: ["maximumZ"])
        k("overzoom", &overzoom)
        if raster == nil {
            k("tileSize", &tileSize, .number(32...4096))
            k("geometryFlipped", &geometryFlipped)
        }
        k("canReplaceMapContent", &canReplaceMapContent)
        if raster == nil { k("missingTiles", &missingTiles) }
        k("bounds", &bounds, .box)
        if let minZoom, let maxZoom, minZoom > maxZoom {
            k.object?.field.report(expected: "a minZoom of at most the maxZoom \(maxZoom)", found: "\(minZoom)")
        }
    }
}

extension DataOverlay: Keyed {
    /// The types of data with the same keys; nil for what is no data.
    fileprivate static func alike(_ kind: Overlay.Kind) -> [Overlay.Kind]? {
        let kinds: [[Overlay.Kind]] = [
            [.geojson, .topojson], [.gpx, .kml, .geopackage, .wkt], [.flatgeobuf, .shapefile, .csv],
        ]
        return kinds.first { $0.contains(kind) }
    }

    fileprivate static func usual(_ kind: Overlay.Kind) -> DataOverlay {
        let format = Format(rawValue: kind.rawValue) ?? .geojson
        return DataOverlay(format, .file(""), style: format == .gpx ? LineStyle() : .simplestyle)
    }

    mutating func keys(_ k: inout Keys) {
        switch format {
        case .geojson, .topojson: k.required("data", &source, .shapes)
        case .wkt: k.required("data", &source, .wellKnownText)
        case .gpx, .kml, .geopackage, .flatgeobuf, .shapefile, .csv: k.required("data", &source, .file)
        }
        k("layers", &layers, .names())
        if [.flatgeobuf, .shapefile, .csv].contains(format) { features(&k) }
        k("fillColor", &fillColor, .color)
        k("colorBy", &colorBy, .colorScale)
        k("sizeBy", &sizeBy, .sizeScale)
        k("label", &label, .dataLabel)
        k("join", &join, .objects())
        k("flows", &flows, .objects())
        k("aggregate", &aggregate, .aggregation)
        k("track", &track)
        k("elevation", &elevation)
        style.keys(&k)
        if [.gpx, .wkt, .flatgeobuf, .csv].contains(format) {
            k.given("layers")?.report(
                "\"layers\" goes with the types geopackage, shapefile, topojson and kml", code: .sceneConflictingKeys)
        }
    }

    /// The keys of files of features.
    private mutating func features(_ k: inout Keys) {
        k("crs", &crs, .filled)
        k("encoding", &encoding, .filled)
        k("delimiter", &delimiter, .filled)
        k("longitude", &longitude, .filled)
        k("latitude", &latitude, .filled)
        k("geometry", &geometry, .filled)
        if format != .csv {
            for key in ["delimiter", "longitude", "latitude", "geometry"] {
                k.given(key)?.report("\"\(key)\" goes with the type csv", code: .sceneConflictingKeys)
            }
        }
        if format == .flatgeobuf {
            k.given("encoding")?.report(
                "\"encoding\" goes with the types shapefile and csv", code: .sceneConflictingKeys)
        }
    }
}

extension KeyCodec where Self == Form<DataOverlay.Source> {
    fileprivate static var file: Self {
        Form(.filled, { $0.filled(or: "a file").map(Value.file) }, \.jsonNode)
    }

    fileprivate static var shapes: Self {
        Form(
            ["oneOf": [.filled, ["type": "object"]]],
            { field in
                if field.node.object != nil { return .inline(InlineJSON(field)) }
                return field.filled(or: "a file or a GeoJSON object").map(Value.file)
            }, \.jsonNode)
    }

    fileprivate static var wellKnownText: Self {
        Form(
            .filled,
            { field in
                if let text = field.node.string, WellKnownText.matches(text) { return .inline(InlineJSON(field)) }
                return field.filled(or: "a file or a text such as POINT(24.9 60.2)").map(Value.file)
            }, \.jsonNode)
    }
}

extension DataOverlay.Source {
    fileprivate var jsonNode: JSONNode {
        switch self {
        case .file(let path): .text(path)
        case .inline(let json): json.node
        }
    }
}

extension Graticule: Keyed {
    mutating func keys(_ k: inout Keys) {
        k("grid", &grid, .grid)
        if k.isReading, grid == .degrees {
            let degrees = "a number of degrees or [longitude, latitude]"
            k(
                "interval", &interval,
                .tuple(degrees, of: .number(0.0001...180), last: .number(0.0001...90), orOne: true))
        } else if !k.isReading, grid != .degrees {
            var meters = interval?.longitude
            k("interval", &meters, .number(Self.intervals))
        } else {
            k("interval", &interval, .tuple("a number of meters", of: .number(Self.intervals), orOne: true))
            if k.isReading, let node = k.given("interval"), node.node.array != nil {
                _ = node.expected("one number of meters") as Double?
            }
        }
        k("strokeColor", &strokeColor, .color)
        k("lineWidth", &lineWidth, .number(0...100))
        k("lineDashPattern", &lineDashPattern, .dashes)
        k("labels", &labels)
        k("textStyle", &textStyle)
    }
}

extension Graticule {
    /// Of all grids: degrees, and meters.
    fileprivate static let intervals = 0.0001...10_000_000.0

    /// What the schema says of intervals in degrees and in meters.
    static var schemaRules: JSONNode {
        func interval(_ schema: JSONNode) -> JSONNode { ["properties": ["interval": schema]] }
        let degrees: JSONNode = [
            "oneOf": [
                .number(in: 0.0001...90), .tuple([.number(in: 0.0001...180), .number(in: 0.0001...90)]),
            ]
        ]
        return [
            "if": ["required": ["grid"], "properties": ["grid": ["not": ["const": "degrees"]]]],
            "then": interval(.number(in: intervals)), "else": interval(degrees),
        ]
    }
}

extension KeyCodec where Self == Form<Graticule.Grid> {
    /// `degrees`, `utm`, `mgrs` or a code of EPSG.
    fileprivate static var grid: Self {
        Form(
            ["type": "string", "pattern": "^(degrees|utm|mgrs|[Ee][Pp][Ss][Gg]:[0-9]+)$", "default": "degrees"],
            { field in
                switch field.node.string {
                case "degrees": .degrees
                case "utm": .utm
                case "mgrs": .mgrs
                case let code? where code.lowercased().hasPrefix("epsg:") && Int(code.dropFirst(5)) != nil:
                    .system(code.uppercased())
                default: field.expected("\"degrees\", \"utm\", \"mgrs\" or a projected system such as \"EPSG:2056\"")
                }
            },
            {
                switch $0 {
                case .degrees: nil
                case .utm: "utm"
                case .mgrs: "mgrs"
                case .system(let code): .text(code)
                }
            }, hasDefault: false)
    }
}

extension Graticule.Interval: Tuple {
    init(parts: [Double]) { self.init(longitude: parts[0], latitude: parts[parts.count - 1]) }
    var parts: [Double] { [longitude, latitude] }
}
