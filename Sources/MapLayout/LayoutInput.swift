// SPDX-License-Identifier: MIT
import MapCanvas
package import MapCore
package import MapGeo
package import MapGeometry
package import MapScene
package import MapStyle
package import MapText

/// Everything that one map is laid out from: the solved camera, the style with its opened sources, and the scene's content.
package struct LayoutInput: Sendable {
    package var viewport: Viewport
    package var style: StyleSheet
    package var fonts: FontLibrary
    package var diagnostics: DiagnosticSink

    /// The style's sources by name, opened.
    package var sources: [String: LayoutSource] = [:]
    /// The style's sprite images.
    package var styleImages = ImageSet.none
    /// Where the style's glyphs are read from; may be shared by many maps.
    package var glyphFiles = GlyphFiles(limit: 1 << 26)
    package var missingTiles = MissingTilePolicy.skip
    /// BCP 47 tag of the language that text is shaped for; nil when unknown.
    package var language: String?

    /// How the style's labels find their places.
    package var labels = LabelPlacement.standard
    /// Whether titles of annotations may stand at the end of lines.
    package var leaders = false
    /// The parts of the image that will be covered, in points from its edges.
    package var contentInsets = EdgeInsets()
    /// The sheet that the map is a part of; nil for an image that is the map.
    package var page: (page: Page, geometry: PageGeometry)?
    package var annotations: [Annotation] = []
    package var clusters: [ClusterStyle] = []
    package var userLocation: UserLocation?
    package var overlays: [Overlay] = []
    /// What was measured along lines of overlays of data.
    package var tracks: [DrawnTrack] = []
    /// What descriptions say of the values of data.
    package var patterns: [DataPattern] = []
    /// The opened tiles of tile overlays.
    package var overlayTiles: [TileOverlay: RasterTiles] = [:]
    /// What the overlays that code draws have drawn, by their index.
    package var overlayRecordings: [Int: VectorDrawing] = [:]
    package var decorations: [Decoration] = []
    /// What insets are laid out from, by the index of the decoration; they have none of their own.
    package var insets: [Int: LayoutInput] = [:]
    /// The images that annotations, handles, decorations and drawings name.
    package var sceneImages: [ImageAsset: AnnotationImage] = [:]
    /// The appearance of everything above the map; nil to derive it from the style's background.
    package var appearance: Appearance?
    package var attribution = AttributionLine("")

    /// Where the map is cut into tiles; nil for a map that stays whole.
    package var blockGrid: BlockGrid?
    /// The part of the image that will be painted, in pixels: shapes of vector tiles are left out elsewhere, while labels are
    /// placed as on the whole map. Nil for all of it; only for maps from straight above.
    package var paintedArea: Rect?

    /// What the frames before showed; nil for a map that does not move.
    package var placementMemory: PlacementMemory?
    /// Layout results of earlier maps; nil to keep none.
    package var tileLayouts: TileLayoutCache?
    package var threads = 1
    /// The files that tiles, glyphs and images may be read from: as when the input was made.
    package var fileAccess = WorkContext.current.files

    /// The map's part of the image, in pixels.
    var frame: Rect { page.map { PageLayout.frame($0.geometry, scale: viewport.scale) } ?? viewport.pixelRect }

    package init(viewport: Viewport, style: StyleSheet, fonts: FontLibrary, diagnostics: DiagnosticSink) {
        self.viewport = viewport
        self.style = style
        self.fonts = fonts
        self.diagnostics = diagnostics
    }
}
