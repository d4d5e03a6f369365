// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo
import MapLayout
import MapScene
import MapStyle
import MapTiles

/// Opens the sources that a style draws from. A source that cannot be opened is reported and left out: the rest draws.
struct SourceOpener {
    /// The address that a style gives for "the base map that is installed".
    static let basemapAddress = "staticmap://basemap"

    let home: Home
    let viewport: Viewport
    /// How far below their zooms archives are drawn that the scene itself names.
    static let underzoom = 2
    /// True when larger tiles stand in for the style's missing pictures.
    let fillsHoles: Bool
    let cache: RendererCache
    let diagnostics: DiagnosticSink
    private(set) var attributions = Attributions()
    /// Of this map.
    var openedFeatures: [FeaturesOptions: any VectorTileSource] = [:]

    /// A file of features, and how it is cut into tiles.
    struct FeaturesOptions: Hashable {
        var path: String
        var options: GeoJSONOptions
    }

    private var scale: Double { viewport.scale }

    init(home: Home, viewport: Viewport, fillsHoles: Bool, cache: RendererCache, diagnostics: DiagnosticSink) {
        self.home = home
        self.fillsHoles = fillsHoles
        self.cache = cache
        self.viewport = viewport
        self.diagnostics = diagnostics
    }

    /// The sources that visible layers use, by name.
    mutating func open(_ style: StyleSheet, at zoom: Double) -> [String: LayoutSource] {
        var used = Set(style.layers.filter { $0.isVisible(at: zoom) }.compactMap(\.source))
        if let terrain = style.terrain { used.insert(terrain.source) }
        var opened: [String: LayoutSource] = [:]
        for (name, source) in style.sources.sorted(by: { $0.key < $1.key }) where used.contains(name) {
            do {
                opened[name] = try open(source, baseFolder: source.sceneFolder ?? style.baseFolder)
                if opened[name].map(isVisible) ?? false {
                    attributions.add(source.attribution.map(plainText(html:)))
                }
            } catch {
                var problem = error
                if problem.path.isEmpty { problem.path = "sources.\(name)" }
                problem.severity = .warning
                diagnostics.add(problem)
            }
        }
        return opened
    }

    /// Archives that take the place of the style's own, the largest first: a detail lies over the map around it.
    mutating func stack(_ archives: [any TileArchive], underzoom: Int = 0) -> LayoutSource {
        let sorted = archives.enumerated().sorted { a, b in
            let (areaA, areaB) = (area(a.element.info), area(b.element.info))
            return areaA == areaB ? a.offset < b.offset : areaA > areaB
        }.map(\.element)
        var entries = sorted.map { entry($0, minZoom: $0.info.minZoom, maxZoom: $0.info.maxZoom) }
        // Below an archive that is a detail of others these are drawn.
        if entries.count == 1 { entries[0].underzoom = underzoom }
        for (archive, isVisible) in zip(sorted, viewport.visibility(of: entries)).reversed() where isVisible {
            attributions.add(archive.info.attribution)
        }
        return .vector(entries)
    }

    /// Adds the attribution of raster tiles if the map shows some of them.
    mutating func credit(_ tiles: RasterTiles) {
        if tiles.isVisible(in: viewport) { attributions.add(tiles.archive.info.attribution) }
    }

    /// True for a source of which the map may show something.
    private func isVisible(_ source: LayoutSource) -> Bool {
        switch source {
        case .vector(let stack): stack.isEmpty || viewport.visibility(of: stack).contains(true)
        case .raster(let tiles), .elevation(let tiles, _): tiles.isVisible(in: viewport)
        case .image: true
        }
    }

    private mutating func open(_ source: StyleSource, baseFolder: String) throws(Diagnostic) -> LayoutSource? {
        switch source.kind {
        case .vector:
            if source.url == Self.basemapAddress {
                var archives: [any TileArchive] = []
                for path in home.basemapArchives { archives.append(try cache.open(path, scale: scale)) }
                guard !archives.isEmpty else {
                    throw Diagnostic(
                        .warning, code: RenderCode.notInstalled, file: home.folder + "/basemap",
                        "no base map is installed there",
                        hint: "STATICMAP_HOME names the folder with styles and base map")
                }
                return stack(archives)
            }
            let tiles = try locate(source, baseFolder: baseFolder)
            var only = entry(tiles.archive, minZoom: tiles.zooms.lowerBound, maxZoom: tiles.zooms.upperBound)
            only.tileBounds = tiles.bounds
            if viewport.visibility(of: [only]) == [true] { attributions.add(tiles.archive.info.attribution) }
            return .vector([only])
        case .raster: return .raster(try rasterTiles(source, baseFolder: baseFolder))
        case .rasterDEM:
            return .elevation(try rasterTiles(source, baseFolder: baseFolder), source.elevationCode)
        case .image: return .image(try image(source, baseFolder: baseFolder))
        case .geojson: return try geojson(source, baseFolder: baseFolder)
        case .video:
            throw Diagnostic(
                .warning, code: StyleCode.unsupportedSource, "sources of type \"video\" are not drawn")
        }
    }

    func locate(_ source: StyleSource, baseFolder: String) throws(Diagnostic) -> LocatedTiles {
        try LocatedTiles(source, baseFolder: baseFolder, cache: cache, scale: scale)
    }

    private func entry(_ archive: any TileArchive, minZoom: Int, maxZoom: Int) -> VectorStackEntry {
        VectorStackEntry(
            source: archive, minZoom: minZoom, maxZoom: maxZoom, bounds: archive.info.bounds, name: archive.info.file,
            isComplete: archive.info.container != .geojson)
    }

    private func area(_ info: ArchiveInfo) -> Double {
        guard let box = info.bounds else { return .infinity }
        return (box.east - box.west) * (box.north - box.south)
    }

    func whole(_ zoom: Double) -> Int { LocatedTiles.whole(zoom) }
}
