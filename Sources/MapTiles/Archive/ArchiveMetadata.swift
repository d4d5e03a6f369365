// SPDX-License-Identifier: MIT
package import MapCore
import MapData
package import MapGeo

/// The metadata of an archive: MBTiles rows, PMTiles metadata or a TileJSON file. Invalid entries are ignored, since they
/// must not make the tiles unusable.
struct ArchiveMetadata {
    var name: String?
    var format: ArchiveInfo.Format?
    var minZoom: Int?
    var maxZoom: Int?
    var bounds: CoordinateBox?
    var center: Coordinate?
    var centerZoom: Int?
    var attribution: String?
    var vectorLayers: [VectorLayerInfo] = []
    var fontstacks: [String] = []
    /// What is passed on as it is when tiles are copied.
    var others: [String: String] = [:]
    /// Rows count from the south.
    var isTMS = false

    /// Longer texts are not read: those of real archives have less than a tenth of it.
    static let maxBytes = 4 << 20

    init() {}

    /// Reads the members of a TileJSON object or of PMTiles metadata.
    init(json: JSONNode) {
        for member in json.object?.members ?? [] { add(member.key, member.node) }
    }

    /// Adds an entry if it is known and valid. All entries of MBTiles are strings.
    mutating func add(_ key: String, _ node: JSONNode) {
        switch key {
        case "name": name = line(node)
        case "format": format = node.string.map(ArchiveInfo.Format.init(named:))
        case "minzoom": minZoom = zoom(node)
        case "maxzoom": maxZoom = zoom(node)
        case "bounds": bounds = numbers(node).flatMap(CoordinateBox.init(metadata:))
        case "center":
            let numbers = numbers(node)
            center = numbers.flatMap(Coordinate.init(metadata:))
            centerZoom = numbers.flatMap { $0.count > 2 ? zoom(.number($0[2])) : nil }
        case "attribution": attribution = line(node)
        case "description", "type", "version", "encoding", "sparse":
            others[key] = node.wordOrNumber ?? node.bool.map(String.init)
        case "scheme": isTMS = node.string == "tms"
        case "vector_layers": vectorLayers = (node.array ?? []).compactMap(VectorLayerInfo.init)
        case "fontstacks":
            // An array, in MBTiles as a string of JSON.
            let list =
                node.array ?? node.string.flatMap { try? JSONDocument(file: "", text: Array($0.utf8)).root.array }
            fontstacks = (list ?? []).prefix(256).map { $0.string ?? "" }
        case "json":
            // In MBTiles, a string of JSON with an object.
            guard let text = node.string, let parsed = try? JSONDocument(file: "", text: Array(text.utf8)) else {
                break
            }
            if let layers = parsed.root["vector_layers"] { add("vector_layers", layers) }
        default: break
        }
    }

    /// The most bytes of a line of text that are read: no map has room for more.
    private static let longestLine = 1 << 13

    /// A text without HTML; nil if nothing is left.
    private func line(_ node: JSONNode) -> String? {
        guard let text = node.string.map({ String(decoding: $0.utf8.prefix(Self.longestLine), as: UTF8.self) })
        else { return nil }
        let plain = plainText(html: text)
        return plain.isEmpty ? nil : plain
    }

    /// The archive's metadata, with the given zooms where the entries have none.
    func info(file: String, container: ArchiveInfo.Container, format: ArchiveInfo.Format, zooms: ClosedRange<Int>)
        -> ArchiveInfo
    {
        let low = minZoom ?? zooms.lowerBound
        var info = ArchiveInfo(
            file: file, container: container, format: format, minZoom: low,
            maxZoom: max(low, maxZoom ?? zooms.upperBound))
        info.name = name
        info.bounds = bounds
        info.center = center
        info.centerZoom = centerZoom
        info.attribution = attribution
        info.vectorLayers = vectorLayers
        info.fontstacks = fontstacks
        info.others = others
        return info
    }
}

/// A zoom, as a number or string.
private func zoom(_ node: JSONNode) -> Int? {
    let number = node.number ?? node.string.flatMap { Double(trimmed($0)) }
    guard let number, number >= 0, number <= Double(TileID.maxZoom) else { return nil }
    return Int(number)
}

/// The numbers of an array, or of a comma-separated string.
private func numbers(_ node: JSONNode) -> [Double]? {
    if let array = node.array { return array.compactMap(\.number) }
    return node.string?.split(separator: ",").compactMap { Double(trimmed(String($0))) }
}

extension CoordinateBox {
    /// West, south, east, north; nil when they are invalid. A box with east below west crosses the antimeridian.
    init?(metadata n: [Double]) {
        guard n.count == 4, n.allSatisfy(\.isFinite), abs(n[0]) <= 360, abs(n[2]) <= 540 else { return nil }
        guard n[1] <= n[3], n[1] >= -90, n[3] <= 90 else { return nil }
        self.init(west: n[0], south: n[1], east: n[2], north: n[3])
    }
}

extension Coordinate {
    /// Longitude and latitude; a zoom behind them is ignored.
    init?(metadata n: [Double]) {
        guard n.count >= 2, abs(n[0]) <= 540, abs(n[1]) <= 90 else { return nil }
        self.init(latitude: n[1], longitude: n[0])
    }
}

extension VectorLayerInfo {
    init?(_ node: JSONNode) {
        guard let id = node["id"]?.string else { return nil }
        var fields: [String: String] = [:]
        for member in node["fields"]?.object?.members ?? [] { fields[member.key] = member.node.string ?? "" }
        self.init(id: id, fields: fields)
        if let low = node["minzoom"].flatMap(zoom), let high = node["maxzoom"].flatMap(zoom), low <= high {
            zooms = low...high
        }
    }
}

/// What a container says of its tiles.
package struct ContainerMetadata: Sendable {
    package var name: String
    package var format: ArchiveInfo.Format
    /// Of the tiles: "none", "gzip", "brotli" or "zstd".
    package var compression: String
    package var zooms: ClosedRange<Int>
    package var bounds: CoordinateBox
    /// Where viewers begin: the middle of the bounds at the lowest zoom, unless an archive that was copied says another place.
    package var center: Coordinate
    package var centerZoom: Int
    package var attribution: String?
    /// The layers of vector tiles, as TileJSON lists them; nil for pixels.
    package var vectorLayers: JSONNode?
    /// As `ArchiveInfo` has them.
    package var fontstacks: [String] = []
    package var others: [String: String] = [:]

    /// What MBTiles say where nothing else is known; PMTiles leave it out.
    package static let usual = ["type": "baselayer", "version": "1"]

    package init(
        name: String, format: ArchiveInfo.Format, compression: String, zooms: ClosedRange<Int>, bounds: CoordinateBox,
        attribution: String? = nil, vectorLayers: JSONNode? = nil
    ) {
        self.name = name
        self.format = format
        self.compression = compression
        self.zooms = zooms
        self.bounds = bounds
        center = Coordinate(latitude: bounds.center.latitude, longitude: wrapLongitude(bounds.center.longitude))
        centerZoom = zooms.lowerBound
        self.attribution = attribution
        self.vectorLayers = vectorLayers
    }

    /// The bounds as clients understand them: around the whole world where they cross the antimeridian.
    package var statedBounds: CoordinateBox {
        bounds.east <= 180
            ? bounds : CoordinateBox(west: -180, south: bounds.south, east: 180, north: bounds.north)
    }

    /// As MBTiles and file names call it.
    package var formatName: String {
        switch format {
        case .mvt: "pbf"
        case .jpeg: "jpg"
        case .unknown: "bin"
        default: format.rawValue
        }
    }

    /// The metadata of PMTiles, as JSON.
    var json: JSONNode {
        let fonts = fontstacks.isEmpty ? nil : JSONNode.list(fontstacks.map(JSONNode.text))
        let known = JSONNode.members([
            "name": .text(name), "format": .text(formatName), "attribution": attribution.map(JSONNode.text),
            "vector_layers": vectorLayers, "fontstacks": fonts,
        ])
        var object = known.object ?? JSONObject()
        for (key, text) in others.sorted(by: { $0.key < $1.key }) where text != Self.usual[key] {
            object.set(key, .text(text))
        }
        return JSONNode(.object(object))
    }
}
