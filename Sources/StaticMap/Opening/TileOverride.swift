// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapImages
import MapLayout
import MapStyle
import MapTiles

/// Archives that the scene names in place of the style's own: vector tiles for all its vector sources, images for all
/// its raster sources. Sources that the scene adds stay as they are.
struct TileOverride {
    private var vector: [any TileArchive] = []
    /// Archives in a source of their own, beside those that the style knows: neither hides the other.
    private var strangers: [any TileArchive] = []
    private var rasterTiles: [any TileArchive] = []
    /// Archives of lines of equal height alone, which lie on the map instead of taking its place.
    private var contours: [any TileArchive] = []
    private let cache: RendererCache
    private let diagnostics: DiagnosticSink

    init(_ paths: [String], scale: Double, cache: RendererCache, diagnostics: DiagnosticSink) throws(RenderError) {
        self.cache = cache
        self.diagnostics = diagnostics
        for path in paths {
            do throws(Diagnostic) {
                let archive = try cache.open(path, scale: scale)
                switch archive.info.format {
                case .png, .jpeg, .webp: rasterTiles.append(archive)
                case .mvt, .mlt, .unknown:
                    if archive.info.hasContoursAlone { contours.append(archive) } else { vector.append(archive) }
                case .avif:
                    throw Diagnostic(
                        code: .tilesUnsupportedFormat, file: path,
                        "tiles in the format \(archive.info.format.rawValue) are not read")
                }
            } catch {
                diagnostics.add(error)
                let isMissing = !fileExists(path) && error.code != Diagnostic.Code.tilesInvalidTemplate
                throw RenderError(isMissing ? .missingInput : .badData, diagnostics.all)
            }
        }
    }

    /// Takes out the GeoJSON files: the installed styles draw nothing of them.
    mutating func takeGeoJSON() -> Set<String> {
        let files = vector.filter { $0.info.container == .geojson }.map(\.info.file)
        vector.removeAll { $0.info.container == .geojson }
        return Set(files)
    }

    /// Where the archives have tiles.
    var extents: [DataExtent] { (vector + rasterTiles + contours).map { DataExtent($0) } }

    /// A style with nothing but the images, for a scene that names image tiles and no style.
    var styleForImages: StyleSheet? { vector.isEmpty ? styleOfImages : nil }

    /// A style with nothing but the images; nil without any.
    var styleOfImages: StyleSheet? {
        guard !rasterTiles.isEmpty else { return nil }
        let names = rasterTiles.indices.map { "tiles\($0)" }
        var sources: [String: StyleSource] = [:]
        for name in names { sources[name] = StyleSource(kind: .raster, members: JSONObject()) }
        let layers = names.map { name in
            var layer = StyleLayer(id: name, kind: .raster)
            layer.source = name
            return layer
        }
        return StyleSheet(
            name: nil, baseFolder: ".", sources: sources, layers: layers, sprites: [], glyphs: nil, globalState: [:])
    }

    /// A style that also draws the archives that `style` does not fit: an automatic style if it fits none of them, else the
    /// same with their layers below its names.
    ///
    /// - Parameters:
    ///   - style: the default style; one that the scene names is not changed.
    ///   - isDark: for colors on a dark background.
    ///   - language: that of names.
    /// - Returns: nil if the style knows all of them.
    mutating func automaticStyle(besides style: StyleSheet, isDark: Bool, language: LabelLanguage?) -> StyleSheet? {
        let drawn = sourceLayers(drawnBy: style)
        let fits = vector.map { StyleFit(asked: drawn, archive: cache.presented($0, to: drawn)) }
        let strangers = zip(vector, fits).filter { !$1.isGood }
        guard !strangers.isEmpty else { return nil }
        let automatic = AutomaticStyle(strangers.map(\.0), isDark: isDark)
        let source: JSONNode = ["type": "vector", "url": "staticmap://basemap"]
        let document = JSONDocument(.style, file: "style", root: automatic.json(name: "Tiles", source: source))
        let field = Field(document, diagnostics: diagnostics)
        guard let own = StyleSheet.decode(field, baseFolder: ".", language: language) else { return nil }
        for (archive, fit) in strangers {
            let subject =
                fit.drawn.isEmpty
                ? "no installed style draws its layers \(StyleFit.short(fit.ignored))"
                : "the installed style draws \(fit.summary)"
            diagnostics.add(
                .note, code: .tilesAutomaticStyle, file: archive.info.file,
                "\(subject); each is drawn in a color of its own",
                hint: "a style of your own: --style, or \"basemap\" in the scene")
        }
        let known = zip(vector, fits).filter { $1.isGood }.map(\.0)
        guard !known.isEmpty else { return own }
        (vector, self.strangers) = (known, strangers.map(\.0))
        var joined = style
        let name = Self.strangersSource
        joined.sources[name] = StyleSource(kind: .vector, members: JSONObject())
        let added = own.layers.filter { $0.kind != .background }.map { layer in
            var layer = layer
            layer.source = name
            return layer
        }
        let firstName = joined.layers.firstIndex { $0.kind == .symbol } ?? joined.layers.endIndex
        joined.layers.insert(contentsOf: added.filter { $0.kind != .symbol }, at: firstName)
        joined.layers += added.filter { $0.kind == .symbol }
        return joined
    }

    private static let strangersSource = "automatic"
    private static let contoursSource = "contours"

    /// A style that draws contours takes them from the archives that have nothing else; for another one, these are archives like others.
    mutating func separatingContours(of style: StyleSheet) -> StyleSheet {
        let drawn = style.layers.indices.filter { index in
            style.layers[index].sourceLayer.map(ArchiveInfo.contourLayers.contains) ?? false
        }
        guard !contours.isEmpty else { return style }
        guard !drawn.isEmpty else {
            vector += contours
            contours = []
            return style
        }
        var own = style
        own.sources[Self.contoursSource] = StyleSource(kind: .vector, members: JSONObject())
        for index in drawn { own.layers[index].source = Self.contoursSource }
        return own
    }

    /// The source layers that a style draws of the vector tiles of the map.
    private func sourceLayers(drawnBy style: StyleSheet) -> Set<String> {
        let replaced = style.layers.filter { layer in
            layer.source.flatMap { style.sources[$0] }.map { $0.kind == .vector && $0.sceneFolder == nil } ?? false
        }
        return Set(replaced.compactMap(\.sourceLayer))
    }

    /// The style's sources, opened, with these archives in place of its own.
    func replacing(
        _ style: StyleSheet, at zoom: Double, with opener: inout SourceOpener
    ) -> [String: LayoutSource] {
        guard !vector.isEmpty || !rasterTiles.isEmpty || !contours.isEmpty else {
            return opener.open(style, at: zoom)
        }
        let drawn = sourceLayers(drawnBy: style)
        let known = vector.map { opener.seen(cache.presented($0, to: drawn), drawn) }
        StyleFit.report(known.map(\.info), asked: drawn, diagnostics)
        var kept = style
        kept.sources = style.sources.filter { name, source in
            let isContours = name == Self.contoursSource && !contours.isEmpty
            return source.sceneFolder != nil
                || !isContours
                    && !(source.kind == .vector && !vector.isEmpty || source.kind == .raster && !rasterTiles.isEmpty)
        }
        var opened = opener.open(kept, at: zoom)
        var remaining = rasterTiles
        for (name, source) in style.sources.sorted(by: { $0.key < $1.key }) where kept.sources[name] == nil {
            if source.kind == .vector {
                let archives =
                    name == Self.strangersSource ? strangers : name == Self.contoursSource ? contours : known
                opened[name] = opener.stack(archives, underzoom: SourceOpener.underzoom)
            } else if let archive = remaining.first {
                if remaining.count > 1 { remaining.removeFirst() }
                let tiles = opener.rasterTiles(archive, measuredBy: archive)
                opener.credit(tiles)
                opened[name] = .raster(tiles)
            }
        }
        return opened
    }
}

extension ArchiveInfo {
    /// Layers of lines of equal height.
    static let contourLayers: Set<String> = ["contour", "contour_ft"]

    /// True for an archive that has no map, but lines to put on one.
    fileprivate var hasContoursAlone: Bool {
        !vectorLayers.isEmpty && vectorLayers.allSatisfy { Self.contourLayers.contains($0.id) || $0.id == "spot" }
    }
}

extension SourceOpener {
    /// AnnotationImage tiles, drawn as many points wide as those of `plain` have pixels.
    func rasterTiles(_ archive: any TileArchive, measuredBy plain: any TileArchive) -> RasterTiles {
        var rasterTiles = RasterTiles(
            archive: archive, minZoom: archive.info.minZoom, maxZoom: archive.info.maxZoom,
            tileSize: Double(imageSide(plain)))
        rasterTiles.imageCache = cache.rasterImages
        rasterTiles.underzoom = Self.underzoom
        return rasterTiles
    }

    /// The side of the archive's first tile that can be decoded, in pixels; 256 when there is none.
    private func imageSide(_ archive: any TileArchive) -> Int {
        if let side = archive.info.tileSide { return side }
        let center = archive.info.bounds?.center ?? Coordinate(latitude: 0, longitude: 0)
        let point = WebMercator.project(center)
        for zoom in archive.info.minZoom...max(archive.info.minZoom, archive.info.maxZoom) {
            let count = Double(1 << zoom)
            let x = Int(max(0, min(count - 1, point.x * count)))
            let y = Int(max(0, min(count - 1, point.y * count)))
            if let bytes = try? archive.tile(TileID(z: zoom, x: x, y: y)),
                let bitmap = try? cache.rasterImages.bitmap(bytes, maxPixels: 1 << 24)
            {
                return bitmap.width
            }
        }
        return 256
    }
}
