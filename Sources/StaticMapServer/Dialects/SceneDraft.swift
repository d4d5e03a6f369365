// SPDX-License-Identifier: MIT
import HTTPTypes
import Libc
package import MapCore
import MapGeo
import MapGeometry
import MapImages

/// What any dialect's request comes to: a scene and its output format.
package struct RenderRequest: Sendable {
    /// As `POST /render` takes it.
    package var scene: JSONNode
    package var output: Output
    /// What the dialect asks for and does not get, one sentence each.
    package var warnings: [String] = []
    /// The grammar that the request was written in.
    package var dialect: String

    /// A format, and its quality.
    package struct Output: Hashable, Sendable {
        /// `png`, `png8`, `jpeg`, `webp`, `svg` or `pdf`.
        package var format: String
        /// Of JPEG and WebP, 1 to 100.
        package var quality: Int?

        package init(_ format: String, quality: Int? = nil) {
            self.format = format
            self.quality = quality
        }
    }
}

/// What dialects know of the server besides the request.
package struct DialectContext: Sendable {
    /// Ids of the styles that are served, the default one first.
    package var styles: [String]
    /// Names of the image files in the operator's icon folders.
    package var icons: Set<String>
    /// Styles by the names that dialects have for kinds of maps, such as "satellite".
    package var mapTypes: [String: String]
    /// The highest factor of a dialect's `@{n}x`.
    package var maxScale: Double
    /// The countries whose opinion of borders is known.
    package var worldviews: [String] = []
    /// The layers of a style, by its id, as its file has them.
    let layers: @Sendable (String) -> [JSONNode]
    /// The names of a style's sources of vector tiles.
    let sources: @Sendable (String) -> [String]
    /// The folders of the icons.
    private let iconFolders: [String]

    package init(
        styles: [String], icons: Set<String> = [], mapTypes: [String: String] = [:], maxScale: Double = 4,
        iconFolders: [String] = [], layers: @escaping @Sendable (String) -> [JSONNode] = { _ in [] },
        sources: @escaping @Sendable (String) -> [String] = { _ in [] }
    ) {
        (self.layers, self.sources) = (layers, sources)
        self.iconFolders = iconFolders
        self.styles = styles
        self.icons = icons
        self.mapTypes = mapTypes
        self.maxScale = maxScale
    }

    /// The file that stands in for an image's address: nothing is ever fetched.
    ///
    /// - Parameter address: a file's name or a URL, of which the last part counts.
    /// - Returns: nil when there is no such file; a `data:` address as it is.
    package func icon(_ address: String) -> String? {
        if address.hasPrefix("data:") { return address }
        if icons.contains(address) { return address }
        let plain = address.prefix { $0 != "?" && $0 != "#" }
        let name = plain.split(separator: "/").last.map { percentDecoded($0) } ?? ""
        return icons.contains(name) ? name : nil
    }

    /// The size of an icon in points; nil for one that is no image of pixels.
    func imageSize(_ icon: String) -> (width: Double, height: Double)? {
        let bytes: [UInt8]?
        if icon.hasPrefix("data:") {
            bytes = icon.firstIndex(of: ",").flatMap { base64Decoded(icon[icon.index(after: $0)...]) }
        } else {
            bytes = iconFolders.firstNonNil { try? readFile($0 + "/" + icon, limit: 4 << 20) }
        }
        guard let bytes, let image = try? decodeImage(bytes, maxPixels: 1 << 22) else { return nil }
        let density = icon.contains("@2x.") ? 2.0 : icon.contains("@3x.") ? 3 : 1
        return (Double(image.width) / density, Double(image.height) / density)
    }
}

/// A scene that a dialect puts together, in the words of the scene format.
struct SceneDraft {
    var width: Double
    var height: Double
    var scale = 1.0
    var style: String?
    var language: String?
    /// Further members of `basemap`.
    var basemap: [(key: String, node: JSONNode)] = []
    var camera: JSONNode = [:]
    var annotations: [JSONNode] = []
    var overlays: [JSONNode] = []
    var coordinateSystem: String?
    var appearance: String?
    var attribution: String?
    var warnings: [String] = []

    mutating func warn(_ text: String) {
        if !warnings.contains(text) { warnings.append(text) }
    }

    /// The icon of an address; nil for one that is not served, for which a pin stands.
    mutating func icon(_ address: String, _ parameter: String, _ context: DialectContext) -> String? {
        let icon = context.icon(address)
        if icon == nil {
            warn(
                "\(parameter): \"\(address.prefix(80))\" is not among the served icons, and nothing is fetched; a pin stands instead"
            )
        }
        return icon
    }

    /// Adds a line, and the area within it; without a color, they are left out.
    mutating func addPath(
        _ places: [Coordinate], fill: String?, stroke: String?, width: Double, geodesic: Bool = false
    ) {
        let line = JSONNode.list(places.map(\.pair))
        if let fill, places.count >= 3 {
            overlays.append([
                "type": "polygon", "level": "aboveLabels", "coordinates": line, "fillColor": .text(fill),
                "strokeColor": "transparent", "lineWidth": 0,
            ])
        }
        if let stroke {
            overlays.append([
                "type": "polyline", "level": "aboveLabels", "coordinates": line, "strokeColor": .text(stroke),
                "lineWidth": .number(width), "geodesic": geodesic ? true : nil,
            ])
        }
    }

    /// Adds a text, perhaps in a box.
    mutating func addText(
        _ text: String, at place: Coordinate, anchor: String = "bottom", size: Int, isBold: Bool, color: String,
        box: String?, padding: JSONNode? = [3, 6], radius: JSONNode? = nil, offset: (x: Double, y: Double)? = nil
    ) {
        annotations.append([
            "coordinate": place.pair, "view": "text", "text": .text(text), "anchor": .text(anchor),
            "centerOffset": offset.map { [.number($0.x), .number($0.y)] },
            "textStyle": [
                "size": .count(size), "weight": isBold ? 700 : 400, "color": .text(color),
                "box": box.map(JSONNode.text), "haloWidth": 0, "padding": padding, "radius": radius,
            ],
            "displayPriority": "required", "collisionMode": "none",
        ])
    }

    /// What has a meaning at any address: keys, signatures, how the answer is sent.
    static let common = Set(
        AccessControl.parameters + ["signature", "expires", "key_id", "body_sha256", "download", "threads"])

    /// Says which parameters the dialect does not have.
    mutating func warnOfOthers(in query: Query, than known: Set<String>) {
        for warning in Self.others(in: query, than: known) { warn(warning) }
    }

    /// A sentence for each parameter that the dialect does not have.
    static func others(in query: Query, than known: Set<String>) -> [String] {
        query.items.compactMap { item in
            let name = item.name.hasSuffix("[]") ? String(item.name.dropLast(2)) : item.name
            guard !known.contains(name), !common.contains(name) else { return nil }
            return "\(name.prefix(40)) is not a parameter of this dialect and changes nothing"
        }
    }

    var node: JSONNode {
        var map = JSONObject()
        if let style { map.members.append(JSONObject.Member("style", .text(style))) }
        if let language { map.members.append(JSONObject.Member("language", .text(language))) }
        for (key, node) in basemap { map.members.append(JSONObject.Member(key, node)) }
        return [
            "version": 1, "size": [.number(width), .number(height)], "scale": scale == 1 ? nil : .number(scale),
            "basemap": map.members.isEmpty ? nil : JSONNode(.object(map)), "camera": camera,
            "coordinateSystem": coordinateSystem.map(JSONNode.text), "appearance": appearance.map(JSONNode.text),
            "overlays": overlays.isEmpty ? nil : .list(overlays),
            "annotations": annotations.isEmpty ? nil : .list(annotations),
            "attribution": attribution.map(JSONNode.text),
        ]
    }

    func request(_ output: RenderRequest.Output, dialect: String) -> RenderRequest {
        RenderRequest(scene: node, output: output, warnings: warnings, dialect: dialect)
    }
}

extension Query {
    /// A number of pixels for each point of the image.
    func scale(_ range: ClosedRange<Int>) throws(RequestError) -> Double {
        guard let scale = whole(self["scale"] ?? "1"), range.contains(scale) else {
            throw .bad("scale", "expected \(range.lowerBound) or \(range.upperBound)")
        }
        return Double(scale)
    }

    /// A number such as a zoom; nil where the request has none.
    func number(_ name: String, _ range: ClosedRange<Double>) throws(RequestError) -> Double? {
        guard let text = self[name] else { return nil }
        guard let number = decimal(text), range.contains(number) else {
            let (low, high) = (formatted(range.lowerBound), formatted(range.upperBound))
            throw .bad(name, "expected a number from \(low) to \(high), found \"\(text.prefix(20))\"")
        }
        return number
    }

    /// The middle of the map; nil where the request has none.
    func center(_ name: String = "center", latitudeFirst: Bool = true) throws(RequestError) -> Coordinate? {
        guard let text = self[name] else { return nil }
        guard let place = coordinate(text, latitudeFirst: latitudeFirst) else {
            let shape = latitudeFirst ? "latitude,longitude" : "longitude,latitude"
            throw .bad(name, "expected \(shape), found \"\(text.prefix(60))\"")
        }
        return place
    }
}

extension SceneDraft {
    /// A map of a style in the size that a path ends with.
    init(_ frame: SizeAndFormat, style: String? = nil) {
        self.init(width: Double(frame.width), height: Double(frame.height), scale: frame.scale, style: style)
    }

    /// Looks at a coordinate from a zoom at which the world is `256 · 2^zoom` points wide.
    mutating func setCamera(
        at center: Coordinate, zoom: Double, zoomTileSize: Int, bearing: Double = 0, pitch: Double = 0
    ) {
        camera = [
            "center": center.pair, "zoom": .number(zoom), "zoomTileSize": zoomTileSize == 512 ? nil : 256,
            "bearing": bearing == 0 ? nil : .number(bearing), "pitch": pitch == 0 ? nil : .number(pitch),
        ]
    }

    /// Looks at the center of a request or the middle of all places, from its whole zoom or one that shows them all.
    mutating func setCamera(
        _ query: Query, center name: String, latitudeFirst: Bool, zooms: ClosedRange<Int>, around seen: [Coordinate]
    ) throws(RequestError) {
        let zoom = query["zoom"].flatMap(whole)
        if let text = query["zoom"], zoom.map(zooms.contains) != true {
            let (low, high) = (zooms.lowerBound, zooms.upperBound)
            throw .bad("zoom", "expected a whole number from \(low) to \(high), found \"\(text.prefix(20))\"")
        }
        let box = CoordinateBox(showing: seen)
        guard let middle = try query.center(name, latitudeFirst: latitudeFirst) ?? box?.mercatorCenter else {
            throw .bad(name, "\(name) and zoom are required where there are no markers, labels or paths")
        }
        let fitted = box?.zoom(fitting: max(16, width - 60), max(16, height - 80), tileSize: 256).rounded(.down)
        guard let zoom = zoom.map(Double.init) ?? fitted.map({ max(Double(zooms.lowerBound), min(17, $0)) }) else {
            throw .bad("zoom", "zoom is required with a \(name) alone")
        }
        setCamera(at: middle, zoom: zoom, zoomTileSize: 256)
    }

    /// Fits a box with padding around it, in points: top, right, bottom, left.
    mutating func setCamera(
        at box: CoordinateBox, padding: [Double] = [], bearing: Double = 0, pitch: Double = 0, maxZoom: Double? = nil
    ) {
        var box = box
        let (isNarrow, isFlat) = (box.west == box.east, box.south == box.north)
        if isNarrow, isFlat, let maxZoom {
            return setCamera(at: box.center, zoom: maxZoom, zoomTileSize: 512, bearing: bearing, pitch: pitch)
        }
        // Scenes frame what has a width and a height.
        if isNarrow { (box.west, box.east) = (box.west - 1e-6, box.east + 1e-6) }
        if isFlat { (box.south, box.north) = (max(-90, box.south - 1e-6), min(90, box.north + 1e-6)) }
        camera = [
            "bounds": .list([box.west, box.south, box.east, box.north].map(JSONNode.number)),
            "padding": padding.allSatisfy { $0 == 0 } ? nil : .list(padding.map(JSONNode.number)),
            "bearing": bearing == 0 ? nil : .number(bearing), "pitch": pitch == 0 ? nil : .number(pitch),
            "maxZoom": maxZoom.map(JSONNode.number),
        ]
    }
}

extension JSONNode {
    /// What a parameter has as JSON.
    init(_ text: some Sequence<UInt8>, of parameter: String) throws(RequestError) {
        do throws(Diagnostic) {
            self = try JSONDocument(file: parameter, text: Array(text)).root
        } catch {
            throw RequestError(.badRequest, error.message, parameter: parameter, diagnostics: [error])
        }
    }
}

extension Coordinate {
    /// [longitude, latitude]
    var pair: JSONNode { [.number(longitude), .number(latitude)] }
}

extension CoordinateBox {
    /// The smallest box around places; nil for none. It crosses the antimeridian where it is narrower than half of the
    /// Earth that way: then lines between the places go that way too.
    init?(showing places: [Coordinate]) {
        guard let plain = CoordinateBox(around: places) else { return nil }
        self = plain
        // From -180 to 180 is the whole world.
        guard east - west < 360, let narrow = CoordinateBox(narrowestAround: places.compactMap { Self(around: [$0]) }),
            narrow.east >= 180, narrow.east - narrow.west < 180
        else { return }
        self = narrow
    }

    /// The middle on a Mercator map.
    var mercatorCenter: Coordinate {
        let (low, high) = (WebMercator.project(corners[0]), WebMercator.project(corners[2]))
        let middle = WebMercator.unproject((low + high) * 0.5)
        // A tenth of a millimetre: scenes are read by people too.
        return Coordinate(
            latitude: (middle.latitude * 1e9).rounded() / 1e9,
            longitude: (wrapLongitude(middle.longitude) * 1e9).rounded() / 1e9)
    }

    /// The zoom at which the box just fits into so many points, counted in worlds of `tileSize · 2^zoom` points;
    /// infinite for a single coordinate.
    func zoom(fitting width: Double, _ height: Double, tileSize: Double) -> Double {
        let (low, high) = (WebMercator.project(corners[0]), WebMercator.project(corners[2]))
        let (spanX, spanY) = (abs(high.x - low.x), abs(high.y - low.y))
        let zoomX = spanX > 0 ? log2(width / (spanX * tileSize)) : .infinity
        let zoomY = spanY > 0 ? log2(height / (spanY * tileSize)) : .infinity
        return min(zoomX, zoomY)
    }
}

/// Map pins as dialects have them: a drop in a color with a letter or a dot in it.
enum Pins {
    /// Annotations for a pin whose tip stands on a coordinate, or aside from it: the drop, and the label over it.
    /// The height is that of the drop in points, the color any of CSS; without a label it has a dot.
    static func pin(
        at coordinate: Coordinate, height: Double, color: String, label: String?, offset: (x: Double, y: Double)? = nil
    ) -> [JSONNode] {
        let width = (height * 0.66).rounded()
        let drop: JSONNode = [
            "coordinate": coordinate.pair, "view": "image",
            "image": .text(artwork(width: width, height: height, color: color, hasDot: label == nil)),
            "anchor": "bottom", "centerOffset": offset.map { [.number($0.x), .number($0.y)] },
            "displayPriority": "required", "collisionMode": "none",
        ]
        guard let label, !label.isEmpty else { return [drop] }
        let text: JSONNode = [
            "coordinate": coordinate.pair, "view": "text", "text": .text(label), "anchor": "center",
            "centerOffset": [.number(offset?.x ?? 0), .number((offset?.y ?? 0) - (height * 0.655).rounded())],
            "textStyle": [
                "size": .number((height * 0.36 / Double(max(1, label.count)).squareRoot()).rounded()),
                "weight": 700, "color": .text(isLight(color) ? "#222" : "#fff"), "haloWidth": 0,
            ],
            "displayPriority": "required", "collisionMode": "none",
        ]
        return [drop, text]
    }

    /// A marker with a text or a pictogram, or with neither.
    ///
    /// - Parameters:
    ///   - coordinate: where its tip is.
    ///   - size: `s`, `m` or `l`.
    ///   - color: a CSS color.
    ///   - text: a letter or a number.
    ///   - pictogram: a name; an unknown one is reported when the scene is rendered.
    /// - Returns: an annotation.
    static func marker(
        at coordinate: Coordinate, size: String, color: String, text: String? = nil, pictogram: String? = nil
    ) -> JSONNode {
        [
            "coordinate": coordinate.pair, "tint": .text(color), "glyphText": text.map(JSONNode.text),
            "glyphImage": pictogram.map(JSONNode.text),
            "markerSize": .text(["s": "small", "l": "large"][size] ?? "medium"),
            "displayPriority": "required", "collisionMode": "none",
        ]
    }

    /// A drop on a canvas of 20 by 30 units, its tip at the bottom.
    private static func artwork(width: Double, height: Double, color: String, hasDot: Bool) -> String {
        let circle = hasDot ? ##"<circle cx="10" cy="10.2" r="3.4" fill="#fff"/>"## : ""
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(formatted(width))" height="\(formatted(height))" \
            viewBox="0 0 20 30"><path d="M10 29.6C8.6 24 1 17.2 1 10.2a9 9 0 0 1 18 0C19 17.2 11.4 24 10 29.6z" \
            fill="\(color)" stroke="#000" stroke-opacity=".35"/>\(circle)</svg>
            """
    }

    private static func isLight(_ color: String) -> Bool {
        guard let color = RGB(color) else { return false }
        return 0.299 * color.red + 0.587 * color.green + 0.114 * color.blue > 170
    }
}

/// An image whose given point stands on a coordinate.
func imageAnnotation(
    _ image: String, at coordinate: Coordinate, anchor: String = "bottom", offset: (x: Double, y: Double)? = nil,
    scale: Double? = nil
) -> JSONNode {
    [
        "coordinate": coordinate.pair, "view": "image", "image": .text(image), "anchor": .text(anchor),
        "centerOffset": offset.map { [.number($0.x), .number($0.y)] },
        "imageScale": scale.flatMap { $0 == 1 ? nil : .number($0) },
        "displayPriority": "required", "collisionMode": "none",
    ]
}

/// A color of six hexadecimal digits with a number sign.
private struct RGB {
    var red, green, blue: Double

    init?(_ text: String) {
        guard text.hasPrefix("#"), text.count == 7, let number = UInt32(text.dropFirst(), radix: 16) else { return nil }
        (red, green, blue) = (Double(number >> 16), Double(number >> 8 & 255), Double(number & 255))
    }
}

/// `0xRRGGBB`, `0xRRGGBBAA` or bare digits as CSS has them; nil for anything else.
/// `digits` are the numbers of hexadecimal digits that the dialect allows.
func hexColor(_ text: some StringProtocol, digits: Set<Int> = [6, 8]) -> String? {
    let bare =
        text.lowercased().hasPrefix("0x") ? text.dropFirst(2) : text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.contains(bare.count), bare.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    if bare.count == 3 { return "#" + bare.lowercased().map { "\($0)\($0)" }.joined() }
    return "#" + bare.lowercased()
}
