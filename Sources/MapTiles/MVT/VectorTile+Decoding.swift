// SPDX-License-Identifier: MIT
package import MapDiagnostics
import MapRuntime

extension VectorTile {
    /// Decodes an uncompressed tile.
    ///
    /// An invalid feature (no type, no geometry, an odd number of tags) is left out, with an entry in `warnings`; a tile
    /// with a broken structure is an error.
    ///
    /// - Parameters:
    ///   - bytes: the encoded tile.
    ///   - wanted: decode only layers of these names; nil for all.
    /// - Throws: an error with the layer and feature as its path; the caller adds file and tile.
    /// - SeeAlso: Mapbox Vector Tile Specification 2.1.
    package init(decoding bytes: [UInt8], layers wanted: Set<String>? = nil) throws(Diagnostic) {
        guard bytes.count < Int(Int32.max) else {
            throw Diagnostic(code: TileCode.damagedTile, "the tile has 2 GiB or more")
        }
        var layers: [VectorLayer?] = []
        var indices: [String: Int] = [:]
        var warnings: [Diagnostic] = []
        try bytes.withUnsafeBufferPointer { buffer throws(Diagnostic) in
            for range in try layerRanges(buffer) {
                var decoder = LayerDecoder(bytes: bytes, buffer: buffer, range: range)
                guard let layer = try decoder.layer(wanted: wanted) else { continue }
                if let warning = decoder.warning { warnings.append(warning) }
                // Names must be unique; of two layers with one name the last one counts, as in MapLibre.
                if let earlier = indices.updateValue(layers.count, forKey: layer.name) { layers[earlier] = nil }
                layers.append(layer)
                guard !WorkCancellation.isRequested else { break }
            }
        }
        let kept = layers.compactMap(\.self)
        self.init(layers: kept)
        self.warnings = warnings
        // The encoded geometries and a record for each feature.
        byteCount = 2 * bytes.count + 192 * kept.reduce(0) { $0 + $1.features.count }
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
        throw Diagnostic(code: TileCode.damagedTile, "not a vector tile: \(error.message)")
    }
    return ranges
}
