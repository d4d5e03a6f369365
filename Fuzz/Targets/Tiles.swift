// SPDX-License-Identifier: MIT
import MapCore
import MapTiles

extension FuzzTarget {
    /// A Mapbox vector tile.
    static let mvt = FuzzTarget("mvt") { bytes throws(BrokenPromise) in
        let tile = accepted { () throws(Diagnostic) in try VectorTile(decoding: bytes) }
        if let tile { try promiseRoundTrip(tile) }
    }

    /// A MapLibre tile.
    static let mlt = FuzzTarget("mlt") { bytes throws(BrokenPromise) in
        _ = MLTTile.matches(bytes)
        let plain = accepted { () throws(Diagnostic) in try MLTTile.vectorTileBytes(bytes) }
        guard let plain else { return }
        let tile = try promised("a tile made of MLT cannot be read") { () throws(Diagnostic) in
            try VectorTile(decoding: plain)
        }
        try promiseRoundTrip(tile)
    }

    /// A vector tile in each schema that can be adapted, whatever its own is.
    static let schema = FuzzTarget("schema") { bytes throws(BrokenPromise) in
        let tile = accepted { () throws(Diagnostic) in try VectorTile(decoding: bytes) }
        guard let tile else { return }
        _ = TileSchema(tile.layerInfos)
        for schema in TileSchema.allCases {
            guard let adapter = SchemaAdapter(schema) else { continue }
            let adapted = adapter.presented(tile, zoom: bytes.count % 16)
            let written = adapted.encodedAsStored
            let again = try promised("an adapted tile cannot be read") { () throws(Diagnostic) in
                try VectorTile(decoding: written)
            }
            let counts = adapted.layers.map(\.features.count)
            // Where extents differ, geometries are scaled, and some of them vanish.
            let isEven = Set(tile.layers.map(\.extent)).count < 2
            try promise(!isEven || again.layers.map(\.features.count) == counts, "an adapted tile loses features")
            try promise(
                counts.reduce(0, +) <= 2 * tile.layers.reduce(0) { $0 + $1.features.count }, "an adapted tile grows")
        }
    }

    /// A file of glyphs.
    static let glyphs = FuzzTarget("glyphs") { bytes throws(BrokenPromise) in
        _ = GlyphRange.merged([bytes, bytes])
        guard let glyphs = accepted({ () throws(Diagnostic) in try GlyphRange.decode(bytes) }) else { return }
        for glyph in glyphs {
            try promise(glyph.distances.count == glyph.width * glyph.height, "a glyph has another size")
        }
    }
}

/// A tile that was written is written the same after it was read.
private func promiseRoundTrip(_ tile: VectorTile) throws(BrokenPromise) {
    for feature in tile.layers.flatMap(\.features) {
        let geometry = feature.geometry()
        try promise(geometry.points.count <= feature.vertexCount, "a feature has more points than it says")
        for part in geometry.parts {
            try promise(part.upperBound <= geometry.points.count, "a part of a feature is outside of its points")
        }
    }
    let written = tile.encoded
    let again = try promised("a tile that was written cannot be read") { () throws(Diagnostic) in
        try VectorTile(decoding: written)
    }
    try promise(again.encoded == written, "a tile changes when it is written and read")
}
