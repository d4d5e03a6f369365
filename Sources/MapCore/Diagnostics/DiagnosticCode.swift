// SPDX-License-Identifier: MIT

extension Diagnostic {
    /// A stable identifier of a kind of problem: a lowercase area, a dot, and words joined by hyphens. Once released, it keeps its
    /// meaning.
    ///
    /// Later versions add codes, so that a `switch` over them has a `default`:
    ///
    /// ```swift
    /// switch diagnostic.code {
    /// case .tilesMissing, .basemapOverzoomed: useCoarserMap()
    /// case .fileMissing: print(diagnostic.file ?? "")
    /// default: print(diagnostic)
    /// }
    /// ```
    ///
    /// Codes of JSON documents, such as `scene.unknown-key`, have their kind of document as `area`.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code as text, such as `scene.unknown-key`.
        public let rawValue: String

        /// Creates a code from its text; one that this version does not know is kept.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// What the problem is about, such as `tiles`, or the kind of document in which it is, such as `scene`.
        public var area: String { String(rawValue.prefix { $0 != "." }) }

        /// The problem without its area, such as `unknown-key`.
        public var problem: String { String(rawValue.drop { $0 != "." }.dropFirst()) }
    }
}

extension Diagnostic.Code: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Creates a code from its text.
    ///
    /// - Parameter value: the code as text.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// The code as text.
    public var description: String { rawValue }
}

extension Diagnostic.Code {
    // The constants are named after their texts.

    /// A scene that says nothing of motion is to be animated.
    public static let animationMissing: Self = "animation.missing"
    /// MP4 needs the program ffmpeg, which is not installed or fails.
    public static let animationNoEncoder: Self = "animation.no-encoder"

    /// Callouts that have no room are not drawn.
    public static let annotationsCalloutsOmitted: Self = "annotations.callouts-omitted"
    /// Annotations that collide with others were left out.
    public static let annotationsColliding: Self = "annotations.colliding"

    /// The sheets of an atlas have no scale, or show nothing.
    public static let atlasNoScale: Self = "atlas.no-scale"
    /// An atlas would have too many sheets.
    public static let atlasTooLarge: Self = "atlas.too-large"

    /// The attribution has no room in full; its sources are named by their initials, or a symbol stands for them.
    public static let attributionShortened: Self = "attribution.shortened"

    /// The base map has no tile in this view, so that it is empty.
    public static let basemapEmpty: Self = "basemap.empty"
    /// The projection of the base map shows the Earth in several pieces.
    public static let basemapInterruptedProjection: Self = "basemap.interrupted-projection"
    /// The map has a worldview, and its tiles do not say what countries think of borders.
    public static let basemapNoWorldviews: Self = "basemap.no-worldviews"
    /// The base map has tiles in this view, but the style draws nothing of them.
    public static let basemapNothingDrawn: Self = "basemap.nothing-drawn"
    /// There is no base map in the home folder.
    public static let basemapNotInstalled: Self = "basemap.not-installed"
    /// A layer is left out because the map is a globe.
    public static let basemapNotOnGlobe: Self = "basemap.not-on-globe"
    /// The view is nearer than the base map's data is good for: a city at the zoom of a world map is an empty area.
    public static let basemapOverzoomed: Self = "basemap.overzoomed"
    /// The tiles begin at a higher zoom than that of the view; up to two zooms below, they are drawn reduced.
    public static let basemapUnderzoomed: Self = "basemap.underzoomed"
    /// No style of this name is installed.
    public static let basemapUnknownStyle: Self = "basemap.unknown-style"
    /// Nothing is known of a country's worldview.
    public static let basemapUnknownWorldview: Self = "basemap.unknown-worldview"

    /// The zoom is beyond the limits of the camera and was changed.
    public static let cameraClampedZoom: Self = "camera.clamped-zoom"
    /// A region or box has no width or no height.
    public static let cameraEmptyRegion: Self = "camera.empty-region"
    /// Not everything that the camera is fitted to is visible.
    public static let cameraIncompleteFit: Self = "camera.incomplete-fit"
    /// The angles of a tilted camera are out of range.
    public static let cameraInvalidTilt: Self = "camera.invalid-tilt"
    /// The base map's data end before the content of a fit fills the image, so that the camera stays farther away.
    public static let cameraLimitedFit: Self = "camera.limited-fit"
    /// The camera follows the user's heading, but the user has none.
    public static let cameraNoHeading: Self = "camera.no-heading"
    /// Padding and insets leave no room for the map.
    public static let cameraNoRoom: Self = "camera.no-room"
    /// The camera follows the user, but the scene has no `userLocation`.
    public static let cameraNoUser: Self = "camera.no-user"
    /// The camera sees parts of the Earth that the projection of the base map is not for.
    public static let cameraBeyondProjection: Self = "camera.beyond-projection"
    /// A tilted camera or a globe has a scale, or the scale is out of range.
    public static let cameraNotToScale: Self = "camera.not-to-scale"
    /// The camera is to be fitted to the content, but there is none.
    public static let cameraNothingToFit: Self = "camera.nothing-to-fit"

    /// PROJ or its database is not installed, without which coordinates of other systems cannot be transformed.
    public static let coordinatesNoLibrary: Self = "coordinates.no-library"
    /// A coordinate reference system is unknown, or is neither projected nor geographic.
    public static let coordinatesUnknownSystem: Self = "coordinates.unknown-system"

    /// The data of an overlay was read, but has nothing to draw: no features with a geometry, or a GPX file without
    /// tracks, routes and waypoints.
    public static let dataEmpty: Self = "data.empty"
    /// There are fewer classes than asked for, since too many values are equal.
    public static let dataFewerClasses: Self = "data.fewer-classes"
    /// What a file of features does not say was guessed: columns, delimiters, coordinate systems.
    public static let dataGuessed: Self = "data.guessed"
    /// A file of features, such as GPX, KML, GeoPackage, Shapefile or CSV, cannot be read.
    public static let dataInvalid: Self = "data.invalid"
    /// The template of a label cannot be read.
    public static let dataInvalidLabel: Self = "data.invalid-label"
    /// A table has no column of this name.
    public static let dataNoColumn: Self = "data.no-column"
    /// No feature has a row in the table that is joined to it, or no flow has places at both ends.
    public static let dataNoMatch: Self = "data.no-match"
    /// Something is to stand on the ground, of which there are no heights, or none at its place.
    public static let dataNoHeights: Self = "data.no-heights"
    /// None of the values that colors or sizes are made of is a number.
    public static let dataNoNumbers: Self = "data.no-numbers"
    /// No track was recorded at the time of an annotation.
    public static let dataNoTrack: Self = "data.no-track"
    /// No feature has the property that a color, a size or a label is made of.
    public static let dataNoProperty: Self = "data.no-property"
    /// Some values that colors or sizes are made of are no numbers.
    public static let dataNotNumbers: Self = "data.not-numbers"
    /// Values of zero and below, which logarithms and sizes do not have.
    public static let dataNotPositive: Self = "data.not-positive"
    /// A table has several rows with the same key.
    public static let dataRepeatedKey: Self = "data.repeated-key"
    /// A category for which there is a color is not in the data.
    public static let dataUnknownCategory: Self = "data.unknown-category"
    /// There is no palette of this name.
    public static let dataUnknownPalette: Self = "data.unknown-palette"
    /// Some features have no row in the table that is joined to them, or some flows no place at an end.
    public static let dataUnmatched: Self = "data.unmatched"
    /// A part of a data file is not drawn.
    public static let dataUnsupported: Self = "data.unsupported"

    /// A profile has nothing to show and is not drawn.
    public static let decorationsProfileEmpty: Self = "decorations.profile-empty"
    /// The legend has no entries and is not drawn.
    public static let decorationsLegendEmpty: Self = "decorations.legend-empty"
    /// Some entries do not fit into the legend.
    public static let decorationsLegendTooLong: Self = "decorations.legend-too-long"
    /// A legend does not list annotations that have a number or a letter but no title.
    public static let decorationsLegendUntitled: Self = "decorations.legend-untitled"
    /// There is no room for a decoration; it is not drawn.
    public static let decorationsNoRoom: Self = "decorations.no-room"
    /// The center of a decoration is outside of the map; it is not drawn.
    public static let decorationsOutside: Self = "decorations.outside"

    /// There are more diagnostics than are kept.
    public static let diagnosticsTruncated: Self = "diagnostics.truncated"

    /// Something was dragged to a point above the horizon, where no ground is, and lies at the ground's end now.
    public static let editAboveHorizon: Self = "edit.above-horizon"
    /// Several areas have a corner of this number.
    public static let editAmbiguousTarget: Self = "edit.ambiguous-target"
    /// An edit moved something that the camera fitted or followed. The camera was replaced by the view of the edit, so
    /// that what was dragged is where it was dragged to.
    public static let editFrozenCamera: Self = "edit.frozen-camera"
    /// This cannot be dragged.
    public static let editNotDraggable: Self = "edit.not-draggable"
    /// The scene has no text, or would not be valid after the change.
    public static let editNotEditable: Self = "edit.not-editable"
    /// There is nothing of this name to drag.
    public static let editUnknownTarget: Self = "edit.unknown-target"

    /// The file cannot be created or written.
    public static let fileCannotWrite: Self = "file.cannot-write"
    /// There is no file at this path.
    public static let fileMissing: Self = "file.missing"
    /// The path is a folder or a device.
    public static let fileNotAFile: Self = "file.not-a-file"
    /// The file, or what a link leads to, lies outside of the folders that may be read.
    public static let fileOutsideRoots: Self = "file.outside-roots"
    /// The file is larger than any sensible file of its kind.
    public static let fileTooLarge: Self = "file.too-large"
    /// The file exists but cannot be read, or a pipe has no data.
    public static let fileUnreadable: Self = "file.unreadable"

    /// A glyph file cannot be decoded; its text is drawn in installed fonts.
    public static let glyphsDamaged: Self = "glyphs.damaged"
    /// The archive that `glyphs` names has no `fontstacks` in its metadata.
    public static let glyphsNotAnArchive: Self = "glyphs.not-an-archive"

    /// The `data:` URL is malformed.
    public static let imageInvalidDataUrl: Self = "image.invalid-data-url"
    /// An image made in Swift has a scale or a size that is not allowed.
    public static let imageInvalidSize: Self = "image.invalid-size"
    /// There is no such image file.
    public static let imageMissing: Self = "image.missing"
    /// The image is outside of the scene's folder.
    public static let imageOutsideFolder: Self = "image.outside-folder"
    /// The image is on another machine; staticmap has no network.
    public static let imageRemote: Self = "image.remote"
    /// The image has more pixels than are decoded: 16 million, fewer for tiles in views that show very many of them.
    public static let imageTooLarge: Self = "image.too-large"
    /// The image is damaged or empty; or an SVG image has parts that are not drawn (`image`, `pattern`, `marker`, most
    /// filters), or is too complex.
    public static let imageUndecodable: Self = "image.undecodable"
    /// The file is neither PNG, JPEG, WebP nor SVG.
    public static let imageUnknownFormat: Self = "image.unknown-format"

    /// The edge of an area in OpenStreetMap's data crosses itself, or is not closed; the area is left out.
    public static let importBrokenArea: Self = "import.broken-area"
    /// A file of OpenStreetMap's data is damaged or cut short, or has objects that cannot be.
    public static let importDamagedFile: Self = "import.damaged-file"
    /// A way or relation has members that the file does not have.
    public static let importIncomplete: Self = "import.incomplete"
    /// How many tiles an import made.
    public static let importSummary: Self = "import.summary"
    /// The file has no OpenStreetMap data.
    public static let importUnknownFormat: Self = "import.unknown-format"
    /// The file has OpenStreetMap data of a kind that is not imported, such as a history.
    public static let importUnsupported: Self = "import.unsupported"

    /// Tiles, images and data take too much memory when they are decompressed.
    public static let limitsBytes: Self = "limits.bytes"
    /// The map takes too much processor time.
    public static let limitsCpuMilliseconds: Self = "limits.cpu-milliseconds"
    /// Dashed lines have too many dashes.
    public static let limitsDashes: Self = "limits.dashes"
    /// The style's expressions take too many steps for all features together.
    public static let limitsExpressionSteps: Self = "limits.expression-steps"
    /// Tiles and data have too many features.
    public static let limitsFeatures: Self = "limits.features"
    /// Labels, titles and captions have too many bytes.
    public static let limitsLabelBytes: Self = "limits.label-bytes"
    /// The map takes too long.
    public static let limitsMilliseconds: Self = "limits.milliseconds"
    /// An animation has too many frames.
    public static let limitsFrames: Self = "limits.frames"
    /// Arrays and objects of a document are nested too deep.
    public static let limitsNesting: Self = "limits.nesting"
    /// Wide lines, circles, images and translucent layers cover too many pixels, one over another.
    public static let limitsPaintedPixels: Self = "limits.painted-pixels"
    /// The image has too many pixels.
    public static let limitsPixels: Self = "limits.pixels"
    /// An expression makes a text that is too long.
    public static let limitsTextBytes: Self = "limits.text-bytes"
    /// The map needs too many tiles.
    public static let limitsTiles: Self = "limits.tiles"
    /// Lines and areas have too many vertices.
    public static let limitsVertices: Self = "limits.vertices"

    /// An archive has so many tiles that not all of its names are searched.
    public static let locateCoarse: Self = "locate.coarse"
    /// A search found nothing.
    public static let locateNotFound: Self = "locate.not-found"
    /// A part of a request for a location has no effect.
    public static let locateUnused: Self = "locate.unused"

    /// The output cannot be written.
    public static let outputNotWritable: Self = "output.not-writable"

    /// At this zoom the lines of a graticule would be less than 8 points apart; some are left out.
    public static let overlaysGraticuleThinned: Self = "overlays.graticule-thinned"
    /// A grid names a system of degrees, which has no meters.
    public static let overlaysGridNotProjected: Self = "overlays.grid-not-projected"
    /// A tile overlay has no tiles for the view: its zooms or its bounds are others.
    public static let overlaysNotInView: Self = "overlays.not-in-view"

    /// A page leaves no room for a map.
    public static let pageNoRoom: Self = "page.no-room"

    /// A GeoTIFF is damaged, or is none.
    public static let rasterInvalid: Self = "raster.invalid"
    /// libtiff is not installed, without which GeoTIFF cannot be read.
    public static let rasterNoLibrary: Self = "raster.no-library"
    /// A TIFF does not say where on the Earth it is, or not in a way that is understood.
    public static let rasterNoPosition: Self = "raster.no-position"
    /// A GeoTIFF has samples, bands or a compression that are not drawn.
    public static let rasterUnsupported: Self = "raster.unsupported"

    /// The task that renders the map was cancelled.
    public static let renderCancelled: Self = "render.cancelled"
    /// The map cannot be painted or encoded in this format.
    public static let renderFailed: Self = "render.failed"
    /// The map has text, and no font is installed or in the folders that `--only-fonts` names.
    public static let renderNoFonts: Self = "render.no-fonts"
    /// A part of the map cannot be painted: it is too large, or there is no memory.
    public static let renderUnpaintable: Self = "render.unpaintable"

    /// Keys exclude each other, one of several required keys is missing, or a key only works together with another one.
    public static let sceneConflictingKeys: Self = "scene.conflicting-keys"
    /// The edges of a polygon cross each other; parts of it are not filled.
    public static let sceneCrossingEdges: Self = "scene.crossing-edges"
    /// Swift code draws an overlay, or images inside a drawing, which JSON cannot express.
    public static let sceneDrawnByCode: Self = "scene.drawn-by-code"
    /// Two items have the same id or identifier.
    public static let sceneDuplicateId: Self = "scene.duplicate-id"
    /// An encoded line ends early or has characters that the encoding does not use.
    public static let sceneInvalidPolyline: Self = "scene.invalid-polyline"
    /// A value has the right type but makes no sense here, such as a color that is none.
    public static let sceneInvalidValue: Self = "scene.invalid-value"
    /// Both versions that `staticmap merge` merges have changed a value, in different ways.
    public static let sceneMergeConflict: Self = "scene.merge-conflict"
    /// A required key is missing.
    public static let sceneMissingKey: Self = "scene.missing-key"
    /// The scene has no size.
    public static let sceneMissingSize: Self = "scene.missing-size"
    /// The key changes nothing here.
    public static let sceneNoEffect: Self = "scene.no-effect"
    /// The image has nothing but the ground of the style, or fog that covers all.
    public static let sceneNothingInView: Self = "scene.nothing-in-view"
    /// The document is GeoJSON, TopoJSON, a MapLibre style or markup such as GPX, in place of a scene.
    public static let sceneNotAScene: Self = "scene.not-a-scene"
    /// A number of a scene that was built in Swift is infinite or not a number.
    public static let sceneNotFinite: Self = "scene.not-finite"
    /// A number is too small or too large.
    public static let sceneOutOfRange: Self = "scene.out-of-range"
    /// An object has the same key twice.
    public static let sceneRepeatedKey: Self = "scene.repeated-key"
    /// A coordinate is far from all others, but would be among them with its numbers swapped.
    public static let sceneSwappedCoordinates: Self = "scene.swapped-coordinates"
    /// The text is not JSON; of a sequence of GeoJSON texts, the message names the record.
    public static let sceneSyntax: Self = "scene.syntax"
    /// The image would have too many pixels, or none.
    public static let sceneTooLarge: Self = "scene.too-large"
    /// A name is used that no item has.
    public static let sceneUnknownId: Self = "scene.unknown-id"
    /// The image leaves a side to what the camera frames, which has no extent of its own.
    public static let sceneUnknownSize: Self = "scene.unknown-size"
    /// A key is not known here, most often because of a misspelling.
    public static let sceneUnknownKey: Self = "scene.unknown-key"
    /// A word is not among those that are allowed here.
    public static let sceneUnknownValue: Self = "scene.unknown-value"
    /// A link has a scheme that could run code or start another program, or a host without a scheme.
    public static let sceneUnsafeLink: Self = "scene.unsafe-link"
    /// A value has the wrong type, such as a string where a number belongs.
    public static let sceneWrongType: Self = "scene.wrong-type"

    /// The style uses a member of an earlier version of the specification.
    public static let styleDeprecated: Self = "style.deprecated"
    /// Two layers have the same id.
    public static let styleDuplicateLayer: Self = "style.duplicate-layer"
    /// A scene adds a source whose name the style already has.
    public static let styleDuplicateSource: Self = "style.duplicate-source"
    /// Two sprites have the same id.
    public static let styleDuplicateSprite: Self = "style.duplicate-sprite"
    /// A URL of the style cannot be understood.
    public static let styleInvalidAddress: Self = "style.invalid-address"
    /// An expression is malformed, or its types do not match.
    public static let styleInvalidExpression: Self = "style.invalid-expression"
    /// A filter is malformed.
    public static let styleInvalidFilter: Self = "style.invalid-filter"
    /// A function with `stops` is malformed.
    public static let styleInvalidFunction: Self = "style.invalid-function"
    /// A layer's `ref` does not name a layer that it can take its source and filter from.
    public static let styleInvalidReference: Self = "style.invalid-reference"
    /// The sprite index does not match its image.
    public static let styleInvalidSprite: Self = "style.invalid-sprite"
    /// `line-gradient` needs distances along lines.
    public static let styleLineGradientWithoutMetrics: Self = "style.line-gradient-without-metrics"
    /// `glyphs` lacks `{fontstack}` or `{range}`.
    public static let styleMissingGlyphToken: Self = "style.missing-glyph-token"
    /// There are no glyph files at this location; text is drawn in installed fonts.
    public static let styleMissingGlyphs: Self = "style.missing-glyphs"
    /// The style names an image that no sprite has; it is not drawn.
    public static let styleMissingImage: Self = "style.missing-image"
    /// A layer has no `type`.
    public static let styleMissingLayerType: Self = "style.missing-layer-type"
    /// A property that the specification requires is missing.
    public static let styleMissingProperty: Self = "style.missing-property"
    /// A layer over vector tiles has no `source-layer`.
    public static let styleMissingSourceLayer: Self = "style.missing-source-layer"
    /// The sprite files do not exist.
    public static let styleMissingSprite: Self = "style.missing-sprite"
    /// A source names no tiles.
    public static let styleMissingTiles: Self = "style.missing-tiles"
    /// A number of the style is out of range.
    public static let styleOutOfRange: Self = "style.out-of-range"
    /// A property has no effect beside another one.
    public static let styleRedundantProperty: Self = "style.redundant-property"
    /// A URL leads to another machine; staticmap has no network.
    public static let styleRemoteAddress: Self = "style.remote-address"
    /// A layer cannot draw a source of this type, such as a `fill` layer over raster tiles.
    public static let styleSourceMismatch: Self = "style.source-mismatch"
    /// A scene changes a layer that the style does not have, or `before` names one.
    public static let styleUnknownLayer: Self = "style.unknown-layer"
    /// A property is not part of the specification, or not for this layer type.
    public static let styleUnknownProperty: Self = "style.unknown-property"
    /// A layer names a source that the style does not have.
    public static let styleUnknownSource: Self = "style.unknown-source"
    /// A word of the style is not among those that the specification allows.
    public static let styleUnknownValue: Self = "style.unknown-value"
    /// The expression is valid, but this property cannot use it, such as feature data in a property of the whole layer.
    public static let styleUnsupportedExpression: Self = "style.unsupported-expression"
    /// The style has something that is not drawn, such as a terrain without elevation tiles.
    public static let styleUnsupportedLayer: Self = "style.unsupported-layer"
    /// staticmap cannot read sources of this type.
    public static let styleUnsupportedSource: Self = "style.unsupported-source"
    /// The style is not of version 8.
    public static let styleUnsupportedVersion: Self = "style.unsupported-version"
    /// A list has too few or too many values.
    public static let styleWrongLength: Self = "style.wrong-length"
    /// A value of the style has the wrong type.
    public static let styleWrongType: Self = "style.wrong-type"

    /// No installed font has some characters of a text; they are left out.
    public static let textMissingCharacters: Self = "text.missing-characters"
    /// No color font is installed; emoji are left out, and no gap stays in their place.
    public static let textMissingEmoji: Self = "text.missing-emoji"
    /// The style asks for a font that is neither installed nor among its glyph files; its text is set in another one.
    public static let textMissingFont: Self = "text.missing-font"
    /// The style's glyph files lack characters; these are drawn in an installed font.
    public static let textMissingGlyphs: Self = "text.missing-glyphs"

    /// No installed style knows the layers of these tiles; each is drawn in a color of its own.
    public static let tilesAutomaticStyle: Self = "tiles.automatic-style"
    /// `geometryFlipped` is set for an archive, which knows itself which way its rows go.
    public static let tilesCannotFlip: Self = "tiles.cannot-flip"
    /// The archive's header, directory or database is damaged.
    public static let tilesDamagedArchive: Self = "tiles.damaged-archive"
    /// Some features of a vector tile are broken and were left out.
    public static let tilesDamagedFeatures: Self = "tiles.damaged-features"
    /// A tile cannot be decoded; the map has a gap there.
    public static let tilesDamagedTile: Self = "tiles.damaged-tile"
    /// An elevation tile is not as wide as it is high.
    public static let tilesElevationNotSquare: Self = "tiles.elevation-not-square"
    /// A tile path has an unknown placeholder, or lacks one.
    public static let tilesInvalidTemplate: Self = "tiles.invalid-template"
    /// An archive lacks tiles that its zooms and bounds promise.
    public static let tilesMissing: Self = "tiles.missing"
    /// Neither an archive nor the style or scene says whom to credit for tiles.
    public static let tilesNoAttribution: Self = "tiles.no-attribution"
    /// The style was made for tiles with other layers: it draws none, or few, of those of this archive.
    public static let tilesNotInStyle: Self = "tiles.not-in-style"
    /// A tile is outside its archive's folder, for example through a link.
    public static let tilesOutsideFolder: Self = "tiles.outside-folder"
    /// A `TileProvider` of the program that uses the library has thrown an error; the map has a gap there.
    public static let tilesProviderFailed: Self = "tiles.provider-failed"
    /// The view needs more tiles than staticmap draws at once.
    public static let tilesTooMany: Self = "tiles.too-many"
    /// The file or folder contains no tiles in a known format.
    public static let tilesUnknownFormat: Self = "tiles.unknown-format"
    /// An MBTiles file has a write-ahead log with changes that are not part of it yet.
    public static let tilesUnmergedChanges: Self = "tiles.unmerged-changes"
    /// There is no archive at this path, or it cannot be opened, such as a pipe.
    public static let tilesUnreadable: Self = "tiles.unreadable"
    /// These tiles cannot be drawn here, such as vector tiles in a tile overlay.
    public static let tilesUnsupportedFormat: Self = "tiles.unsupported-format"
}
