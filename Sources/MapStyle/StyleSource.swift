// SPDX-License-Identifier: MIT
package import MapCore
package import MapImages

/// A source of a style: vector or raster tiles, GeoJSON, or an image.
package struct StyleSource: Sendable {
    package enum Kind: String, Sendable { case vector, raster, rasterDEM = "raster-dem", geojson, image, video }

    package var kind: Kind
    /// `url` as written: `mbtiles://`, `pmtiles://`, `file:`, a relative path to an archive or a TileJSON.
    package var url: String?
    /// `tiles` templates as written.
    package var tiles: [String]
    package var minZoom: Double
    package var maxZoom: Double
    /// In points; 512 by default.
    package var tileSize: Double
    /// "xyz" or "tms".
    package var scheme: String
    /// West, south, east, north in degrees.
    package var bounds: [Double]?
    package var attribution: String?
    /// GeoJSON: inline data, or a string with an address.
    package var data: JSONNode?
    /// All members, including those that only some types have (`cluster`, `coordinates`, `encoding`, …).
    package var members: JSONObject
    /// The folder to which relative addresses refer, for a source that a scene adds; nil for the style's own sources, which
    /// use the style's folder.
    package var sceneFolder: String?

    package init(kind: Kind, members: JSONObject) {
        self.kind = kind
        self.members = members
        tiles = []
        minZoom = 0
        maxZoom = 22
        tileSize = 512
        scheme = "xyz"
    }
}

/// Members that only some types of source have.
extension StyleSource {
    /// Image and video: the corners clockwise from the top left, longitude and latitude in degrees; nil unless all
    /// four are sound.
    package var corners: [(longitude: Double, latitude: Double)]? {
        let corners = members["coordinates"]?.array?.map { $0.array?.compactMap(\.number) ?? [] } ?? []
        guard corners.count == 4, corners.allSatisfy({ $0.count == 2 }) else { return nil }
        return corners.map { ($0[0], $0[1]) }
    }

    /// `encoding`, and the factors of "custom".
    package var elevationCode: ElevationCode {
        switch members["encoding"]?.string {
        case "terrarium": .terrarium
        case "custom":
            ElevationCode(
                red: number("redFactor", 1), green: number("greenFactor", 1), blue: number("blueFactor", 1),
                base: number("baseShift", 0))
        default: .mapbox
        }
    }

    /// GeoJSON: true when lines know how far along they are (`line-gradient`).
    package var hasLineMetrics: Bool { members["lineMetrics"]?.bool ?? false }

    /// GeoJSON: how points are gathered; nil when they are not.
    package struct Clustering: Sendable, Hashable {
        /// Points of a 512-point tile.
        package var radius: Double
        /// The maximum zoom with clusters; nil means one less than the source's maximum.
        package var maxZoom: Double?
        package var minPoints: Double

        package init(radius: Double, maxZoom: Double?, minPoints: Double) {
            self.radius = radius
            self.maxZoom = maxZoom
            self.minPoints = minPoints
        }
    }

    package var clustering: Clustering? {
        guard members["cluster"]?.bool == true else { return nil }
        return Clustering(
            radius: max(number("clusterRadius", 50), 0), maxZoom: members["clusterMaxZoom"]?.number.map(boundedZoom),
            minPoints: max(number("clusterMinPoints", 2), 2))
    }

    private func number(_ key: String, _ absent: Double) -> Double {
        members[key]?.number ?? absent
    }
}

/// A description of a tile set in a file of its own (TileJSON 3.0.0), to which a source's `url` may point.
package struct TileJSON: Sendable {
    /// The folder to which relative tile addresses refer.
    package var folder: String
    package var tiles: [String]
    package var minZoom: Double?
    package var maxZoom: Double?
    /// West, south, east, north in degrees.
    package var bounds: [Double]?
    package var attribution: String?
    /// "xyz" or "tms".
    package var scheme: String?

    /// Reads a file.
    /// - Throws: when the file cannot be read, is not JSON, or names no tiles.
    package static func load(_ path: String) throws(Diagnostic) -> TileJSON {
        let document = try JSONDocument(.tilejson, file: path, text: try readFile(path, limit: maxStyleFileSize))
        let root = document.root
        guard let tiles = root["tiles"]?.array?.compactMap(\.string), !tiles.isEmpty else {
            throw Diagnostic(
                code: .styleMissingTiles, file: path, position: document.position(of: root.offset), path: "tiles",
                expected: "a list of tile addresses (TileJSON)", found: "none")
        }
        let bounds = root["bounds"]?.array?.compactMap(\.number)
        return TileJSON(
            folder: MapCore.folder(of: path), tiles: tiles, minZoom: root["minzoom"]?.number.map(boundedZoom),
            maxZoom: root["maxzoom"]?.number.map(boundedZoom), bounds: bounds?.count == 4 ? bounds : nil,
            attribution: root["attribution"]?.string, scheme: root["scheme"]?.string)
    }
}

extension StyleSource {
    /// Resolves the addresses of a source's tiles and completes the source from its TileJSON. Members that the style sets
    /// have precedence.
    ///
    /// - Returns: at least one address; each has some of the tiles or all of them. Addresses of other machines are left
    ///   out.
    /// - Throws: when the source names no tiles, or none on this machine.
    package func located(baseFolder: String) throws(Diagnostic) -> (source: StyleSource, addresses: [StyleAddress]) {
        if let url {
            let address = try StyleAddress.resolve(url, baseFolder: baseFolder)
            guard case .file(let path) = address, path.lowercased().hasSuffix(".json") else { return (self, [address]) }
            let description = try TileJSON.load(path)
            return (
                completed(by: description), try Self.local(description.tiles, baseFolder: description.folder)
            )
        }
        return (self, try Self.local(tiles, baseFolder: baseFolder))
    }

    private static func local(_ tiles: [String], baseFolder: String) throws(Diagnostic) -> [StyleAddress] {
        var problem = Diagnostic(
            code: .styleMissingTiles, "the source names no tiles", hint: "add \"url\" or \"tiles\"")
        var addresses: [StyleAddress] = []
        for template in tiles.reversed() {
            do throws(Diagnostic) {
                addresses.insert(try StyleAddress.resolve(template, baseFolder: baseFolder), at: 0)
            } catch {
                problem = error
            }
        }
        if addresses.isEmpty { throw problem }
        return addresses
    }

    private func completed(by description: TileJSON) -> StyleSource {
        var source = self
        if source.tiles.isEmpty { source.tiles = description.tiles }
        if members["minzoom"] == nil, let zoom = description.minZoom { source.minZoom = zoom }
        if members["maxzoom"] == nil, let zoom = description.maxZoom { source.maxZoom = zoom }
        if members["scheme"] == nil { source.scheme = description.scheme == "tms" ? "tms" : "xyz" }
        source.bounds = source.bounds ?? description.bounds
        source.attribution = source.attribution ?? description.attribution
        return source
    }
}
