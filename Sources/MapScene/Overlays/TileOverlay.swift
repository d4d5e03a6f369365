// SPDX-License-Identifier: MIT
public import MapGeo

/// Raster tiles over the map.
public struct TileOverlay: Hashable, Sendable {
    /// A path with placeholders such as `tiles/{z}/{x}_{y}.png`, a folder, or an MBTiles or PMTiles file; a relative one
    /// begins in the scene's folder.
    public var tiles: String
    /// The smallest zoom of tiles that is drawn; nil for the archive's.
    public var minZoom: Int?
    /// The largest zoom of tiles; nil for the archive's.
    public var maxZoom: Int?
    /// Whether tiles of `maxZoom` are enlarged at larger zooms; otherwise nothing is drawn there.
    public var overzoom: Bool
    /// The box outside of which nothing is drawn, in degrees; nil for no limit.
    public var bounds: CoordinateBox?
    /// The points that a tile's side covers at its own zoom; nil for as many as it has pixels, of which `@2x` files have
    /// twice as many.
    public var tileSize: Double?
    /// Whether rows are counted from the south, as in TMS.
    public var geometryFlipped = false
    /// Whether the overlay replaces the base map, which is then not drawn at all.
    public var canReplaceMapContent = false
    /// What is drawn where a tile is missing.
    public var missingTiles = MissingTilePolicy.skip

    /// GeoTIFF files that are drawn in place of tiles, and their colors; nil for tiles.
    public var raster: RasterReading?

    /// The datum of the tiles and that of the map, where they differ.
    package var shift: DatumShift?

    /// Creates a tile overlay.
    public init(
        _ tiles: String, minZoom: Int? = nil, maxZoom: Int? = nil, overzoom: Bool = true, bounds: CoordinateBox? = nil,
        tileSize: Double? = nil, geometryFlipped: Bool = false, canReplaceMapContent: Bool = false,
        missingTiles: MissingTilePolicy = .skip, raster: RasterReading? = nil
    ) {
        self.tiles = tiles
        self.minZoom = minZoom
        self.maxZoom = maxZoom
        self.overzoom = overzoom
        self.bounds = bounds
        self.tileSize = tileSize
        self.geometryFlipped = geometryFlipped
        self.canReplaceMapContent = canReplaceMapContent
        self.missingTiles = missingTiles
        self.raster = raster
    }
}

/// An overlay that code draws, as a subclass of `MKOverlayRenderer` does.
///
/// ```swift
/// let range = OverlayDrawing { canvas, map in
///     let center = map.point(for: harbor)
///     let radius = map.points(forMeters: 500, at: harbor)
///     canvas.stroke(.circle(center: center, radius: radius), with: .systemRed, lineDashPattern: [4, 4])
///     canvas.text("500 m", at: Point(center.x, center.y - radius), size: 11, color: .systemRed)
/// }
/// scene.overlays.append(Overlay(.drawing(range), id: "range"))
/// ```
///
/// It lies on the ground like every other overlay: it has a level, an opacity and a blend mode, can be hit where it draws
/// something, and stays vector in SVG and PDF output. Where the view shows the world more than once, it is repeated.
///
/// Two drawings are equal if one is a copy of the other: code cannot be compared.
///
/// - Note: code has no JSON form. `Scene.json` has an overlay of type `drawing` in its place, which draws nothing, and
///   `Scene.jsonOmissions` says so.
public struct OverlayDrawing: Sendable {
    /// Draws on a canvas of the size of the map.
    public typealias Draw = @Sendable (_ canvas: inout DrawingCanvas, _ map: OverlayProjection) -> Void

    private final class Code: Sendable {
        let draw: Draw
        init(_ draw: @escaping Draw) { self.draw = draw }
    }

    /// The box that it covers on the ground, for cameras that are fitted to it; nil if cameras ignore it.
    ///
    /// - SeeAlso: `MKOverlay.boundingMapRect`.
    public var bounds: CoordinateBox?
    private let code: Code
    /// The datum of the coordinates that the code uses; nil for the map's.
    package var system: (own: CoordinateSystem, map: CoordinateSystem)?

    /// Creates an overlay out of code.
    ///
    /// - Parameters:
    ///   - bounds: what it covers on the ground, for cameras that are fitted to it; in the datum of the overlay.
    ///   - draw: draws on a canvas of the size of the map, in points from its upper-left corner. It is called once for each
    ///     map, on one of the renderer's threads, and must draw the same for the same map.
    public init(bounds: CoordinateBox? = nil, _ draw: @escaping Draw) {
        self.bounds = bounds
        code = Code(draw)
    }

    /// What the code draws on a map.
    package func recording(on viewport: Viewport) -> VectorDrawing {
        var canvas = DrawingCanvas(size: viewport.size)
        code.draw(&canvas, OverlayProjection(viewport: viewport, system: system))
        return VectorDrawing(size: viewport.size, elements: canvas.elements)
    }
}

extension OverlayDrawing: Hashable {
    /// Compares drawings by identity, because code cannot be compared.
    ///
    /// - Parameters:
    ///   - a: a drawing.
    ///   - b: another drawing.
    /// - Returns: true if one is a copy of the other.
    public static func == (a: OverlayDrawing, b: OverlayDrawing) -> Bool {
        a.code === b.code && a.bounds == b.bounds && a.system?.own == b.system?.own && a.system?.map == b.system?.map
    }

    /// Hashes the identity of the code and the bounds.
    ///
    /// - Parameter hasher: the hasher to use.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(code))
        hasher.combine(bounds)
    }
}

extension Scene {
    /// What the overlays that code draws have drawn on a map, by their index.
    package func overlayRecordings(on viewport: Viewport) -> [Int: VectorDrawing] {
        var recordings: [Int: VectorDrawing] = [:]
        for (index, overlay) in overlays.enumerated() where overlay.alpha > 0 {
            if case .drawing(let drawing) = overlay.content { recordings[index] = drawing.recording(on: viewport) }
        }
        return recordings
    }
}
