// SPDX-License-Identifier: MIT
package import MapDiagnostics
import MapRuntime

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
                code: StyleCode.missingTiles, file: path, position: document.position(of: root.offset), path: "tiles",
                expected: "a list of tile addresses (TileJSON)", found: "none")
        }
        let bounds = root["bounds"]?.array?.compactMap(\.number)
        return TileJSON(
            folder: MapRuntime.folder(of: path), tiles: tiles, minZoom: root["minzoom"]?.number.map(boundedZoom),
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
            code: StyleCode.missingTiles, "the source names no tiles", hint: "add \"url\" or \"tiles\"")
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
