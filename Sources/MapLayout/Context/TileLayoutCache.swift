import MapCanvas
import MapGeo
// SPDX-License-Identifier: MIT
import MapRuntime
import MapStyle
import MapTiles

/// What style layers found in tiles that are kept, whatever part of them was shown: for further pictures at the same zoom.
package final class TileLayoutCache: Sendable {
    /// Some features, and all that decides which of them a style layer takes.
    struct Key: Hashable, Sendable {
        let features: ObjectIdentity<FeatureRows>
        let tile: TileID
        let rules: ObjectIdentity<StyleLayer.Rules>
        /// Of the tiles: a whole number.
        let zoom: Double
        let globalState: [String: Value]
    }

    /// What else decides how symbols look.
    struct SymbolKey: Hashable, Sendable {
        let key: Key
        let zoom: Double
        let scale: Double
        let images: ObjectIdentity<MissingHints>
        let fonts: ObjectIdentity<FontLibrary>
        let glyphs: GlyphFiles.Place?
        let language: String?

        init(_ key: Key, _ context: LayerContext) {
            self.key = key
            zoom = context.zoom
            scale = context.scale
            images = context.images.identity
            fonts = ObjectIdentity(context.fonts)
            glyphs = context.glyphs?.place
            language = context.language
        }
    }

    /// The places of features that pass a layer's filter.
    let passing: SharedCache<Key, [Int32]>
    let points: SharedCache<SymbolKey, PointSymbols>
    let lines: SharedCache<SymbolKey, LineSymbols>

    /// How many times something was looked for in a tile.
    package var made: Int { passing.made + points.made + lines.made }

    /// Keeps at most so many bytes.
    package init(limit: Int) {
        passing = SharedCache(limit: limit / 8)
        points = SharedCache(limit: limit / 8 * 3)
        lines = SharedCache(limit: limit / 2)
    }
}
