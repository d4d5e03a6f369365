// SPDX-License-Identifier: MIT
import MapCore
import MapData
import MapGeo
import MapImages
import MapLayout
import MapRaster
import MapStyle
import MapTiles

/// Opens the sources that a style draws from. A file that cannot be opened is an error; a source that staticmap does not draw is
/// left out with a warning.
struct SourceOpener {
    /// The address that a style gives for "the base map that is installed".
    static let basemapAddress = "staticmap://basemap"

    let home: Home
    let viewport: Viewport
    /// Of borders and names; nil for those of the tiles.
    let worldview: Worldview?
    /// How far below their zooms archives are drawn that the scene itself names.
    static let underzoom = 2
    /// True when larger tiles stand in for the style's missing images.
    let fillsHoles: Bool
    let cache: RendererCache
    let threads: Int
    let diagnostics: DiagnosticSink
    private(set) var attributions = Attributions()
    /// The archives that the map shows something of and that name nobody to credit, in the order of their sources.
    private(set) var uncredited: [String] = []
    /// Of this map.
    var openedFeatures: [FeaturesOptions: any VectorTileSource] = [:]

    /// A file of features, and how it is cut into tiles.
    struct FeaturesOptions: Hashable {
        var path: String
        var options: GeoJSONOptions
    }

    private var scale: Double { viewport.scale }

    /// The sources that visible layers use, by name.
    mutating func open(_ style: StyleSheet, at zoom: Double) -> [String: LayoutSource] {
        var used = Set(style.layers.filter { $0.isVisible(at: zoom) }.compactMap(\.source))
        if let terrain = style.terrain { used.insert(terrain.source) }
        var opened: [String: LayoutSource] = [:]
        for (name, source) in style.sources.sorted(by: { $0.key < $1.key }) where used.contains(name) {
            do {
                let asked = style.sourceLayers(of: name)
                if let made = try derived(source, from: style) {
                    opened[name] = made
                } else {
                    opened[name] = try open(source, baseFolder: source.sceneFolder ?? style.baseFolder, asked: asked)
                }
                guard let layers = opened[name] else { continue }
                // Of the base map, only what is seen is credited.
                let archives = source.url == Self.basemapAddress ? [] : layers.archives
                if archives.contains(where: isOwed) || source.attribution != nil, isVisible(layers) {
                    credit(archives, of: source)
                }
                if source.kind == .vector {
                    StyleFit.report(archives, asked: asked, diagnostics)
                }
            } catch {
                let problem = error.ofSource
                diagnostics.add(problem.path.isEmpty ? problem.at("sources.\(name)") : problem)
            }
        }
        return opened
    }

    /// Adds those to whom the tiles of a source are owed, by its archives or by the style.
    private mutating func credit(_ archives: [ArchiveInfo], of source: StyleSource) {
        let stated = source.attribution.map(plainText(html:))
        for info in archives { credit(info, or: stated) }
        attributions.add(stated)
    }

    private mutating func credit(_ info: ArchiveInfo, or stated: String? = nil) {
        attributions.add(info.attribution)
        let isCredited = [info.attribution, stated].contains { $0?.contains { !$0.isWhitespace } ?? false }
        if isOthers(info), !isCredited, !uncredited.contains(info.file) { uncredited.append(info.file) }
    }

    /// False for features and rasters, which are the user's own, and for tiles that code provides.
    private func isOthers(_ info: ArchiveInfo) -> Bool {
        info.container != .geojson && info.container != .geotiff && !info.file.hasPrefix(ProvidedArchive.scheme)
    }

    /// True where somebody must be credited, or should be.
    private func isOwed(_ info: ArchiveInfo) -> Bool { info.attribution != nil || isOthers(info) }

    /// Archives that take the place of the style's own, the largest first: a detail lies over the map around it.
    mutating func stack(_ archives: [any TileArchive], underzoom: Int = 0) -> LayoutSource {
        // Of one among others that does not say where it ends, its tiles tell.
        let placed = archives.map { (archive: $0, bounds: archives.count > 1 ? $0.extent() : $0.info.bounds) }
        let ordered = placed.enumerated().sorted { a, b in
            let (areaA, areaB) = (area(a.element.bounds), area(b.element.bounds))
            return areaA == areaB ? a.offset < b.offset : areaA > areaB
        }.map(\.element)
        let sorted = ordered.map(\.archive)
        var entries = ordered.map { archive, bounds in
            entry(archive, minZoom: archive.info.minZoom, maxZoom: archive.info.maxZoom, bounds: bounds)
        }
        // Below an archive that is a detail of others these are drawn.
        if entries.count == 1 { entries[0].underzoom = underzoom }
        for (archive, isVisible) in zip(sorted, viewport.visibility(of: entries)).reversed() where isVisible {
            credit(archive.info)
        }
        return .vector(entries)
    }

    /// Adds the attribution of raster tiles if the map shows some of them.
    ///
    /// - Parameters:
    ///   - tiles: of the base map, or of an overlay.
    ///   - areOwn: true for an overlay on a base map: tiles of the scene's author, as far as they do not say otherwise.
    mutating func credit(_ tiles: RasterTiles, areOwn: Bool = false) {
        guard tiles.isVisible(in: viewport) else { return }
        if areOwn { attributions.add(tiles.archive.info.attribution) } else { credit(tiles.archive.info) }
    }

    /// True for a source of which the map may show something.
    private func isVisible(_ source: LayoutSource) -> Bool {
        switch source {
        case .vector(let stack): stack.isEmpty || viewport.visibility(of: stack).contains(true)
        case .raster(let tiles), .elevation(let tiles, _): tiles.isVisible(in: viewport)
        case .image: true
        }
    }

    /// Opens a source, of whose tiles the style draws some layers.
    private mutating func open(
        _ source: StyleSource, baseFolder: String, asked: Set<String>
    ) throws(Diagnostic) -> LayoutSource? {
        switch source.kind {
        case .vector:
            if source.url == Self.basemapAddress {
                var archives: [any TileArchive] = []
                for path in home.basemapArchives {
                    archives.append(seen(cache.presented(try cache.open(path, scale: scale), to: asked), asked))
                }
                guard !archives.isEmpty else {
                    throw Diagnostic(
                        .warning, code: .basemapNotInstalled, file: home.path + "/basemap",
                        "no base map is installed there",
                        hint: "STATICMAP_HOME names the folder with styles and base map")
                }
                return stack(archives)
            }
            let tiles = try locate(source, baseFolder: baseFolder)
            let archive = seen(cache.presented(tiles.archive, to: asked), asked)
            var only = entry(
                archive, minZoom: tiles.zooms.lowerBound, maxZoom: tiles.zooms.upperBound, bounds: archive.info.bounds)
            only.tileBounds = tiles.bounds
            return .vector([only])
        case .raster: return .raster(try rasterTiles(source, baseFolder: baseFolder))
        case .rasterDEM:
            var tiles = try rasterTiles(source, baseFolder: baseFolder)
            guard let raster = tiles.archive as? GeoTIFFArchive else { return .elevation(tiles, source.elevationCode) }
            tiles.archive = raster.heights
            tiles.maxZoom = min(tiles.maxZoom, raster.nativeZoom)
            return .elevation(tiles, .terrarium)
        case .image:
            // A GeoTIFF says itself where it is, more exactly than four corners can.
            if let url = source.url, case .file(let path) = try StyleAddress.resolve(url, baseFolder: baseFolder),
                rasterFiles(at: path) != nil
            {
                return .raster(try rasterTiles(source, baseFolder: baseFolder))
            }
            return .image(try image(source, baseFolder: baseFolder))
        case .geojson: return try geojson(source, baseFolder: baseFolder)
        case .video:
            throw Diagnostic(
                .warning, code: .styleUnsupportedSource, "sources of type \"video\" are not drawn")
        }
    }

    /// An archive in the map's worldview. One with borders that knows of none is drawn as it is, with a warning.
    func seen(_ archive: any TileArchive, _ asked: Set<String>) -> any TileArchive {
        guard let worldview else { return archive }
        switch Worldview.knowledge(of: archive.info) {
        case .table, .attribute: return cache.seen(archive, by: worldview)
        case .noBorders: return archive
        case .none:
            let file = archive.info.file
            if asked.contains(Worldview.borders), !home.basemapArchives.contains(file) {
                diagnostics.add(
                    .warning, code: .basemapNoWorldviews, file: file,
                    "the tiles do not say what countries think of borders: these are drawn as they are",
                    hint: "\"worldview\" changes the bundled world, and tiles whose features have \"worldview\"")
            }
            return archive
        }
    }

    func locate(_ source: StyleSource, baseFolder: String) throws(Diagnostic) -> LocatedTiles {
        try LocatedTiles(source, baseFolder: baseFolder, cache: cache, scale: scale)
    }

    private func entry(
        _ archive: any TileArchive, minZoom: Int, maxZoom: Int, bounds: CoordinateBox?
    ) -> VectorStackEntry {
        VectorStackEntry(
            source: archive, minZoom: minZoom, maxZoom: maxZoom, bounds: bounds, name: archive.info.file,
            isComplete: archive.info.container != .geojson)
    }

    private func area(_ bounds: CoordinateBox?) -> Double {
        guard let box = bounds else { return .infinity }
        return (box.east - box.west) * (box.north - box.south)
    }

    func whole(_ zoom: Double) -> Int { LocatedTiles.whole(zoom) }
}

extension SourceOpener {
    /// Features out of the style itself or out of a file.
    mutating func geojson(_ source: StyleSource, baseFolder: String) throws(Diagnostic) -> LayoutSource {
        let options = options(source)
        let rules = rules(source, options)
        let tiler: (any VectorTileSource)?
        if let address = source.data?.string {
            let file = try FeatureSource(address, baseFolder: baseFolder)
            if let format = file.format {
                tiler = try file.tiler(format, options, rules, box: rules.clustering == nil ? reach : nil, diagnostics)
            } else if rules.includes == nil, rules.clustering == nil {
                tiler = try features(file.path, options)
            } else {
                tiler = try GeoJSONTiler.load(
                    file: file.path, options: options, rules: rules, threads: threads, diagnostics: diagnostics)
            }
        } else if let data = source.data {
            let own = DiagnosticSink()
            let document = JSONDocument(.style, file: "style", root: data)
            tiler = GeoJSONTiler(Field(document, diagnostics: own), options: options, rules: rules)
            for var problem in own.all {
                problem.severity = .warning
                diagnostics.add(problem)
            }
        } else {
            throw Diagnostic(code: .styleMissingTiles, expected: "GeoJSON data", found: "none")
        }
        guard let tiler else { return .vector([]) }
        return .vector([
            VectorStackEntry(
                source: tiler, minZoom: 0, maxZoom: options.maxZoom, bounds: nil, name: "geojson", isComplete: false)
        ])
    }

    /// What tiles of the view hold, with their margins, in degrees.
    private var reach: CoordinateBox? {
        guard viewport.zoom >= 4 else { return nil }
        let box = viewport.bounds
        // Tiles reach beyond the view by less than their own width.
        let margin = 1.5 * 360 / Double(1 << min(whole(viewport.zoom), 24))
        return CoordinateBox(
            west: box.west - margin, south: max(-90, box.south - margin), east: box.east + margin,
            north: min(90, box.north + margin))
    }

    /// The features of a file that is cut as it is, which several sources of a map may share.
    private mutating func features(
        _ path: String, _ options: GeoJSONOptions
    ) throws(Diagnostic) -> any VectorTileSource {
        let key = FeaturesOptions(path: path, options: options)
        if let opened = openedFeatures[key] { return opened }
        let tiler = try cache.features(path, options, threads: threads, diagnostics)
        openedFeatures[key] = tiler
        return tiler
    }

    private func options(_ source: StyleSource) -> GeoJSONOptions {
        var options = GeoJSONOptions()
        let members = source.members
        if let zoom = members["maxzoom"]?.number { options.maxZoom = whole(zoom) }
        if let buffer = members["buffer"]?.number { options.buffer = max(0, min(512, buffer)) }
        if let tolerance = members["tolerance"]?.number { options.tolerance = max(0, tolerance) }
        options.generateIDs = members["generateId"]?.bool ?? false
        options.promoteID = members["promoteId"]?.string
        options.lineMetrics = source.hasLineMetrics
        return options
    }

    /// A filter that cannot be compiled is reported and left out.
    private func rules(_ source: StyleSource, _ options: GeoJSONOptions) -> GeoJSONRules {
        var rules = GeoJSONRules()
        if let filter = source.members["filter"] {
            do throws(ExpressionErrors) {
                rules.includes = try featureFilter(filter)
            } catch {
                for fault in error.errors {
                    diagnostics.add(
                        .warning, code: .styleInvalidFilter, path: "sources: filter\(fault.key)", fault.message)
                }
            }
        }
        guard let asked = source.clustering else { return rules }
        var clustering = GeoJSONClustering(
            radius: asked.radius, maxZoom: asked.maxZoom.map { Int($0.rounded()) } ?? options.maxZoom - 1,
            minPoints: Int(min(asked.minPoints, 1e9)))
        if let properties = source.members["clusterProperties"]?.object {
            let sums = ClusterProperties(properties)
            clustering.map = sums.map
            clustering.reduce = sums.reduce
        }
        rules.clustering = clustering
        return rules
    }
}

extension SourceOpener {
    /// An image source of more pixels is refused: 16,384 by 16,384.
    private static let maxImagePixels = 1 << 28

    /// Tiles of a `raster` or `raster-dem` source.
    func rasterTiles(_ source: StyleSource, baseFolder: String) throws(Diagnostic) -> RasterTiles {
        var tiles = try locate(source, baseFolder: baseFolder)
        if let raster = tiles.archive as? GeoTIFFArchive, let options = RasterOptions(source, diagnostics) {
            tiles.archive = try raster.painted(checking: options)
        }
        var rasterTiles = RasterTiles(
            archive: tiles.archive, minZoom: tiles.zooms.lowerBound, maxZoom: tiles.zooms.upperBound,
            tileSize: tiles.archive.info.tileSide.map(Double.init) ?? source.tileSize)
        rasterTiles.bounds = tiles.bounds
        rasterTiles.overzoomsMissingTiles = fillsHoles
        rasterTiles.imageCache = cache.rasterImages
        return rasterTiles
    }

    /// The image of an `image` source.
    func image(_ source: StyleSource, baseFolder: String) throws(Diagnostic) -> GroundImage {
        guard let url = source.url else {
            throw Diagnostic(.warning, code: .styleMissingTiles, "the source names no image")
        }
        guard let corners = source.corners else {
            throw Diagnostic(
                .warning, code: .styleWrongLength, "expected four corners [longitude, latitude] in \"coordinates\"")
        }
        guard case .file(let path) = try StyleAddress.resolve(url, baseFolder: baseFolder) else {
            throw Diagnostic(
                .warning, code: .styleInvalidAddress, expected: "the address of an image", found: "\"\(url)\"")
        }
        do throws(Diagnostic) {
            let bitmap = try decodeImage(readFile(path, limit: 256 << 20), maxPixels: Self.maxImagePixels)
            return GroundImage(
                bitmap, corners: corners.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude) })
        } catch {
            throw error.file == nil ? Diagnostic(error.severity, code: error.code, file: path, error.message) : error
        }
    }
}

extension Diagnostic {
    /// As a source of a style is judged: a file that is not there, or cannot be read, is a mistake; what the style says of it is
    /// only questionable. So are features that are no GeoJSON, without which MapLibre draws too.
    var ofSource: Diagnostic {
        ["style.", "geojson."].contains(where: code.rawValue.hasPrefix) ? with(.warning) : self
    }
}
