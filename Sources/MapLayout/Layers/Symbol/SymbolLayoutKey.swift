// SPDX-License-Identifier: MIT
import MapCanvas
import MapRuntime
import MapStyle

/// A key of cached symbols: besides the features, everything that decides how a symbol is drawn.
struct SymbolLayoutKey: Hashable, Sendable {
    private let features: TileLayoutKey
    private let zoom: Double
    private let scale: Double
    private let images: ObjectIdentity<SpriteNameSuggestions>
    private let fonts: ObjectIdentity<FontLibrary>
    private let glyphs: GlyphFiles.Location?
    private let language: String?

    init(_ features: TileLayoutKey, _ context: LayerContext) {
        self.features = features
        zoom = context.zoom
        scale = context.scale
        images = context.images.identity
        fonts = ObjectIdentity(context.fonts)
        glyphs = context.glyphs?.location
        language = context.language
    }
}
