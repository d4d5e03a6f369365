// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapDiagnostics
package import MapGeo
package import MapPlane
package import MapRuntime
package import MapScene
package import MapStyle

/// Everything that one map is laid out from: the solved camera, the style with its opened sources, and the scene's content.
package struct LayoutInput: Sendable {
    package var viewport: Viewport
    package var style: StyleSheet
    package var fonts: FontLibrary
    package var diagnostics: DiagnosticSink

    /// The style's sources by name, opened.
    package var sources: [String: LayoutSource] = [:]
    /// The style's sprite images.
    package var styleImages = ImageSet(SpriteSheet())
    /// Where the style's glyphs are read from; may be shared by many maps.
    package var glyphFiles = GlyphFiles(limit: 1 << 26)
    package var missingTiles = MissingTilePolicy.skip
    /// BCP 47 tag of the language that text is shaped for; nil when unknown.
    package var language: String?

    package var annotations: [Annotation] = []
    package var clusters: [ClusterStyle] = []
    package var userLocation: UserLocation?
    package var overlays: [Overlay] = []
    /// The opened tiles of tile overlays.
    package var overlayTiles: [TileOverlay: RasterTiles] = [:]
    /// What the overlays that code draws have drawn, by their index.
    package var overlayRecordings: [Int: VectorDrawing] = [:]
    package var decorations: [Decoration] = []
    /// The images that annotations, handles, decorations and drawings name.
    package var sceneImages: [ImageAsset: AnnotationImage] = [:]
    /// The appearance of everything above the map; nil to derive it from the style's background.
    package var appearance: Appearance?
    /// Plain text; empty for none.
    package var attribution = ""

    /// Where the map is cut into tiles; nil for a map that stays whole.
    package var blockGrid: BlockGrid?
    /// The part of the picture that will be painted, in pixels: shapes of vector tiles are left out elsewhere, while labels are
    /// placed as on the whole map. Nil for all of it; only for maps from straight above.
    package var paintedArea: Rect?

    /// Layout results of earlier maps; nil to keep none.
    package var tileLayouts: TileLayoutCache?
    package var threads = 1
    /// The files that tiles, glyphs and images may be read from: as when the input was made.
    package var fileAccess = FileAccess.current

    package init(viewport: Viewport, style: StyleSheet, fonts: FontLibrary, diagnostics: DiagnosticSink) {
        self.viewport = viewport
        self.style = style
        self.fonts = fonts
        self.diagnostics = diagnostics
    }
}
