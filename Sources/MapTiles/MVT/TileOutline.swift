// SPDX-License-Identifier: MIT
package import MapCore

/// What a tile has: its bytes, and where its layers lie, of which those are decoded that somebody asks for.
struct TileOutline: Sendable {
    struct Layer: Sendable {
        let name: String
        let range: Range<Int>
        let featureCount: Int
        /// About features that were left out when it was decoded.
        var warning: Diagnostic?
    }

    let bytes: [UInt8]
    /// In the order of the tile, each name once.
    var layers: [Layer] = []
}

extension VectorTile {
    /// Decodes an uncompressed tile.
    ///
    /// An invalid feature (no type, no geometry, an odd number of tags) is left out, with an entry in `warnings`; a tile
    /// with a broken structure is an error. Of layers that nobody asks for, no more is checked than where their parts lie.
    ///
    /// - Parameters:
    ///   - bytes: the encoded tile.
    ///   - asked: the names of the layers to decode; nil for all.
    /// - Throws: an error with the layer and feature as its path; the caller adds file and tile.
    /// - SeeAlso: Mapbox Vector Tile Specification 2.1.
    package init(decoding bytes: [UInt8], layers asked: Set<String>? = nil) throws(Diagnostic) {
        guard bytes.count < Int(Int32.max) else {
            throw Diagnostic(code: .tilesDamagedTile, "the tile has 2 GiB or more")
        }
        self.init(layers: [])
        let ranges = try bytes.withUnsafeBufferPointer(layerRanges)
        let (found, decoded) = try Self.layers(in: ranges, of: bytes, asked)
        outline = TileOutline(bytes: bytes, layers: found)
        byteCount = bytes.count + 64 * found.count
        take(decoded)
    }

    /// Decodes those of the layers that are asked for, too, and are not decoded yet.
    ///
    /// - Throws: as `init(decoding:layers:)`.
    package mutating func decode(_ asked: Set<String>?) throws(Diagnostic) {
        guard var outline else { return }
        let missing = outline.layers.indices.filter { lacks(outline.layers[$0], asked) }
        let ranges = missing.map { outline.layers[$0].range }
        let (found, decoded) = try Self.layers(in: ranges, of: outline.bytes, asked)
        let warnings = Dictionary(found.map { ($0.name, $0.warning) }) { _, last in last }
        for index in missing { outline.layers[index].warning = warnings[outline.layers[index].name] ?? nil }
        self.outline = outline
        take(decoded)
    }

    /// True when layers that are asked for, by their names or as all, are not decoded yet.
    package func lacks(_ asked: Set<String>?) -> Bool {
        guard let outline, outline.layers.count > layers.count else { return false }
        return outline.layers.contains { lacks($0, asked) }
    }

    private func lacks(_ layer: TileOutline.Layer, _ asked: Set<String>?) -> Bool {
        asked?.contains(layer.name) ?? true && self[layer.name] == nil
    }

    /// The same without layers that others asked for, and without what is said of these.
    package func showing(_ asked: Set<String>?) -> VectorTile {
        guard let asked, let outline, layers.contains(where: { !asked.contains($0.name) }) else { return self }
        var copy = self
        copy.layers.removeAll { !asked.contains($0.name) }
        copy.warnings = outline.layers.filter { asked.contains($0.name) }.compactMap(\.warning)
        return copy
    }

    /// How many features each layer has, decoded or not.
    package var featureCounts: [(layer: String, count: Int)] {
        outline?.layers.map { ($0.name, $0.featureCount) } ?? layers.map { ($0.name, $0.features.count) }
    }

    /// Says where the tile is, in warnings that do not say it yet.
    mutating func locateWarnings(_ located: (Diagnostic) -> Diagnostic) {
        guard !warnings.isEmpty else { return }
        for index in warnings.indices where warnings[index].file == nil { warnings[index] = located(warnings[index]) }
        for index in outline?.layers.indices ?? 0..<0 {
            if let warning = outline?.layers[index].warning, warning.file == nil {
                outline?.layers[index].warning = located(warning)
            }
        }
    }

    /// Adds layers, and keeps the order of the tile.
    private mutating func take(_ decoded: DecodedLayers) {
        guard let outline else { return }
        let known = Dictionary(layers.map { ($0.name, $0) }) { first, _ in first }
        layers = outline.layers.compactMap { layer in
            known[layer.name] ?? decoded.layers[layer.name]?.layer(decoded.geometries)
        }
        warnings = outline.layers.compactMap(\.warning)
        // The geometries and a record for each feature.
        byteCount += decoded.geometries.byteCount
        for layer in decoded.layers.values { byteCount += 192 * layer.featureCount }
    }

    private struct DecodedLayers {
        var layers: [String: LayerDecoder.Layer]
        var geometries: TileGeometries
    }

    /// The layers in some ranges of a tile, and those of them that are asked for.
    private static func layers(
        in ranges: [Range<Int>], of bytes: [UInt8], _ asked: Set<String>?
    ) throws(Diagnostic) -> ([TileOutline.Layer], DecodedLayers) {
        var found: [TileOutline.Layer?] = []
        var indices: [String: Int] = [:]
        var layers: [String: LayerDecoder.Layer] = [:]
        let geometries = try bytes.withUnsafeBufferPointer { buffer throws(Diagnostic) in
            var geometries = GeometryDecoder(buffer)
            for range in ranges {
                var decoder = LayerDecoder(buffer: buffer, range: range)
                let layer = try decoder.layer(asked, &geometries)
                guard let name = decoder.name else { continue }
                // Names must be unique; of two layers with one name the last one counts, as in MapLibre.
                if let earlier = indices.updateValue(found.count, forKey: name) { found[earlier] = nil }
                found.append(
                    TileOutline.Layer(
                        name: name, range: range, featureCount: decoder.featureCount, warning: decoder.warning))
                if let layer { layers[name] = layer }
                guard !WorkContext.isCancelled else { break }
            }
            return geometries.geometries(of: bytes)
        }
        return (found.compactMap(\.self), DecodedLayers(layers: layers, geometries: geometries))
    }
}

/// The byte ranges of a tile's layers.
private func layerRanges(_ bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) -> [Range<Int>] {
    var reader = ProtobufReader(bytes, 0..<bytes.count)
    var ranges: [Range<Int>] = []
    do {
        while let (number, wire) = try reader.field() {
            if number == 3 { ranges.append(try reader.range(wire)) } else { try reader.skip(wire) }
        }
    } catch {
        throw Diagnostic(code: .tilesDamagedTile, "not a vector tile: \(error.message)")
    }
    return ranges
}
