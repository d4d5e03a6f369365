// SPDX-License-Identifier: MIT
import MapCanvas
package import MapCore
import MapGeo
import MapImages
package import MapLayout
import MapStyle
package import MapTiles
import Synchronization

/// What a renderer keeps from one image to the next: opened archives, decoded tiles, styles, sprites and glyphs.
///
/// Files are known by their path, size and date, so that a changed one is read again.
package final class RendererCache: Sendable {
    /// A tile of a file; nil for one that the file does not have.
    package struct TileKey: Hashable, Sendable {
        var file: FileStamp
        var id: TileID
        /// How it was cut, when the file has features and no tiles.
        var options: GeoJSONOptions?
        /// The schema that it was adapted from.
        var schema: TileSchema?
        /// The worldview that it is shown in.
        var worldview: String?
    }

    /// Where tiles are, and what they were opened for.
    package struct ArchiveKey: Hashable, Sendable {
        var path: String
        /// Those of `archiveFiles`.
        var files: [FileStamp]
        /// Folders may have tiles for it.
        var isLarge: Bool
    }

    struct StyleKey: Hashable, Sendable {
        enum Source: Hashable, Sendable {
            case file(FileStamp)
            /// Of `namedStyles`.
            case name(String)
        }

        var source: Source
        /// Names are read in it.
        var language: LabelLanguage?
    }

    struct StyleEntry: Sendable {
        var style: StyleSheet
        var findings: [Diagnostic]
    }

    struct SpriteEntry: Sendable {
        var images: ImageSet
        var findings: [Diagnostic]
    }

    struct SpriteKey: Hashable, Sendable {
        var names: [String]
        var files: [FileStamp?]
        var isLarge: Bool
    }

    package let tiles: SharedCache<TileKey, VectorTile?>
    package let archives: SharedCache<ArchiveKey, any TileArchive>
    let styles: SharedCache<StyleKey, StyleEntry>
    let sprites: SharedCache<SpriteKey, SpriteEntry>
    package let features: SharedCache<FeaturesKey, FeaturesEntry>
    let glyphs: GlyphFiles
    /// Nil when nothing is kept.
    package let tileLayouts: TileLayoutCache?
    package let rasterImages: RasterImageCache
    /// Nil when nothing is kept.
    private let baseMaps: PaintedBaseMaps?
    /// Nil when nothing is kept.
    private let shapes: PaintedShapes?
    private let worldviews = Mutex<(file: FileStamp, table: WorldviewTable)?>(nil)
    /// What was drawn, of a process that ends with it; else nil.
    private let maps = Mutex<[(MapRenderer.OpenedMap, Drawing)]?>(nil)

    /// Paints with what is kept of earlier maps.
    var painter: RasterPainter { RasterPainter(baseMaps: baseMaps, shapes: shapes) }

    /// The bytes of what is kept between maps but for layouts and glyphs.
    package var cost: Int {
        tiles.cost + archives.cost + features.cost + styles.cost + sprites.cost + (baseMaps?.cost ?? 0)
            + (shapes?.cost ?? 0)
    }

    /// The files that were opened and are kept: of archives, styles, sprites and features.
    package var files: Set<FileStamp> {
        Set(archives.keys.flatMap(\.files))
            .union(styles.keys.compactMap { if case .file(let file) = $0.source { file } else { nil } })
            .union(sprites.keys.flatMap { $0.files.compactMap(\.self) })
            .union(features.keys.map(\.file))
    }

    /// Keeps at most so many bytes altogether; nothing but open archives, a style and its sprites for 0.
    init(limit: Int) {
        tiles = SharedCache(limit: limit / 4)
        tileLayouts = limit > 0 ? TileLayoutCache(limit: limit / 4) : nil
        baseMaps = limit > 0 ? PaintedBaseMaps(limit: limit / 8 - limit / 32) : nil
        shapes = limit > 0 ? PaintedShapes(limit: limit / 32) : nil
        rasterImages = RasterImageCache(limit: limit / 8)
        archives = SharedCache(limit: max(limit / 16, 16 * Self.archiveCost))
        features = SharedCache(limit: limit / 16)
        styles = SharedCache(limit: max(limit / 32, Self.styleCost))
        sprites = SharedCache(limit: max(limit / 32, Self.styleCost))
        glyphs = GlyphFiles(limit: limit / 16)
    }

    /// From now on, maps are left to the end of the process.
    func keepMaps() { maps.withLock { $0 = $0 ?? [] } }

    /// Leaves a map to the end of the process, if maps are.
    func keep(_ map: MapRenderer.OpenedMap, _ drawing: Drawing) { maps.withLock { $0?.append((map, drawing)) } }

    /// A large style is about so large, and so are its sprites.
    private static let styleCost = 2 << 20

    /// An open archive costs little: a directory, or a few pages of a database.
    private static let archiveCost = 1 << 20
    /// Of a folder no more is kept than its description.
    private static let folderCost = 1 << 14

    /// Opens tiles of any kind. Archives and folders are opened once, and tiles of archives in one file are decoded once.
    func open(_ path: String, scale: Double) throws(Diagnostic) -> any TileArchive {
        let files = archiveFiles(at: path)
        guard let file = files.last else { return try openTiles(at: path, scale: scale) }
        let key = ArchiveKey(path: path, files: files, isLarge: scale > 1)
        return try archives.value(
            for: key, cost: { $0.info.container == .folder ? Self.folderCost : Self.archiveCost },
            // Files of features are kept otherwise.
            isLasting: { $0.info.container != .geojson }
        ) { () throws(Diagnostic) in
            let archive = try openTiles(at: path, scale: scale)
            switch archive.info.container {
            case .mbtiles, .pmtiles: return CachedArchive(archive, file, tiles)
            case .folder: return CachedFolder(original: archive)
            case .geojson, .geotiff: return archive
            }
        }
    }
}

/// The schema of an archive, found when it is first asked for.
private final class FoundSchema: Sendable {
    private let found = Mutex<TileSchema?>(nil)

    func schema(of archive: any TileArchive) -> TileSchema {
        if let known = found.withLock({ $0 }) { return known }
        let schema = archive.schema()
        // A sample that was cut short does not tell.
        if !WorkContext.isCancelled { found.withLock { $0 = schema } }
        return schema
    }
}

/// An archive whose vector tiles are decoded once.
private struct CachedArchive: WrappedArchive {
    let original: any TileArchive
    private let stamp: FileStamp
    private let tiles: SharedCache<RendererCache.TileKey, VectorTile?>
    /// That of the file, for tiles that are adapted.
    private let schema: TileSchema?
    private let worldview: String?
    let found = FoundSchema()

    init(
        _ original: any TileArchive, _ stamp: FileStamp, _ tiles: SharedCache<RendererCache.TileKey, VectorTile?>,
        worldview: String? = nil
    ) {
        self.original = original
        self.stamp = stamp
        self.tiles = tiles
        self.worldview = worldview
        schema = original.info.storedSchema
    }

    /// The same with adapted tiles, which are kept in place of the file's own.
    func adapted(_ adapter: SchemaAdapter) -> Self { Self(AdaptedArchive(original, adapter), stamp, tiles) }

    /// The same in a worldview.
    func seen(by view: Worldview) -> Self {
        Self(WorldviewArchive(original, view), stamp, tiles, worldview: view.code)
    }

    private func key(_ id: TileID) -> RendererCache.TileKey {
        RendererCache.TileKey(file: stamp, id: id, schema: schema, worldview: worldview)
    }

    /// A tile that is not there is not looked for again, as long as the file stays as it is.
    func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? {
        let key = key(id)
        if let known = tiles.value(for: key), known == nil { return nil }
        let bytes = try original.tile(id)
        if bytes == nil { _ = tiles.tile(key, cost: \.byteCount) { nil } }
        return bytes
    }

    func file(of id: TileID) -> FileStamp? { stamp }

    /// A kept tile is decoded further when a map asks for layers that no map before has asked for.
    func vectorTile(_ id: TileID, layers: Set<String>?) throws(Diagnostic) -> VectorTile? {
        let key = key(id)
        func read<Tile>(_ read: () throws(Diagnostic) -> Tile) throws(Diagnostic) -> Tile {
            try FailedTiles.ofProcess.read(id, as: .features(of: layers), of: stamp, read)
        }
        let known = try tiles.tile(key, cost: \.byteCount) { () throws(Diagnostic) in
            try read { () throws(Diagnostic) in try original.vectorTile(id, layers: layers) }
        }
        guard let known, known.isKept, known.lacks(layers) else { return known?.showing(layers) }
        let completed = try read { () throws(Diagnostic) in try original.completed(known, id, layers: layers) }
        if !WorkContext.isCancelled { tiles.insert(completed, for: key, cost: completed.byteCount) }
        return completed.showing(layers)
    }
}

/// A folder whose vector tiles are not decoded again if they are damaged.
private struct CachedFolder: WrappedArchive {
    let original: any TileArchive
    let found = FoundSchema()

    func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? { try original.tile(id) }

    func vectorTile(_ id: TileID, layers: Set<String>?) throws(Diagnostic) -> VectorTile? {
        try FailedTiles.ofProcess.read(id, as: .features(of: layers), of: file(of: id)) { () throws(Diagnostic) in
            try original.vectorTile(id, layers: layers)
        }
    }
}

extension RendererCache {
    /// An archive as a style draws it: in the schema OpenMapTiles if its own is a known one that the style was not made for.
    ///
    /// - Parameters:
    ///   - archive: of vector tiles; others stay as they are.
    ///   - asked: the layers of tiles that the style draws.
    /// - Returns: the archive itself, or one that adapts its tiles.
    func presented(_ archive: any TileArchive, to asked: Set<String>) -> any TileArchive {
        // Samples are taken only for styles that may need them.
        let mayBeStrange = [TileSchema.protomaps4, .shortbread].contains { $0.isStranger(to: asked) }
        guard archive.info.hasVectorTiles, mayBeStrange else { return archive }
        let schema = schema(of: archive)
        guard schema.isStranger(to: asked), let adapter = SchemaAdapter(schema) else { return archive }
        switch archive {
        case let cached as CachedArchive: return cached.adapted(adapter)
        case let folder as CachedFolder: return CachedFolder(original: AdaptedArchive(folder.original, adapter))
        default: return AdaptedArchive(archive, adapter)
        }
    }

    /// An archive with borders and names as one country wants them.
    func seen(_ archive: any TileArchive, by view: Worldview) -> any TileArchive {
        switch archive {
        case let cached as CachedArchive: cached.seen(by: view)
        case let folder as CachedFolder: CachedFolder(original: WorldviewArchive(folder.original, view))
        default: WorldviewArchive(archive, view)
        }
    }

    /// The table of worldviews in a file, which is read once.
    func worldviews(at path: String) throws(Diagnostic) -> WorldviewTable {
        let stamp = FileStamp(path)
        if let stamp, let known = worldviews.withLock({ $0 }), known.file == stamp { return known.table }
        let table = try WorldviewTable(file: path)
        if let stamp { worldviews.withLock { $0 = (stamp, table) } }
        return table
    }

    /// The schema of an archive's metadata or, where that names no layers, of some of its tiles.
    private func schema(of archive: any TileArchive) -> TileSchema {
        switch archive {
        case let cached as CachedArchive: cached.found.schema(of: archive)
        case let folder as CachedFolder: folder.found.schema(of: archive)
        default: archive.schema()
        }
    }
}

extension SharedCache<RendererCache.TileKey, VectorTile?> {
    /// A tile that knows whether it will be given again; nil for one that is not there, which is kept in mind as well.
    func tile<Failure: Error>(
        _ key: Key, cost: (VectorTile) -> Int, make: () throws(Failure) -> VectorTile?
    ) throws(Failure) -> VectorTile? {
        try value(for: key, cost: { $0.map(cost) ?? 64 }) { () throws(Failure) in
            var tile = try make()
            tile?.isKept = isEnabled
            return tile
        }
    }
}

extension RendererCache {
    /// A file of features, and how it is cut into tiles.
    package struct FeaturesKey: Hashable, Sendable {
        var file: FileStamp
        var options: GeoJSONOptions
    }

    package struct FeaturesEntry: Sendable {
        var tiler: GeoJSONTiler
        var findings: [Diagnostic]
    }

    /// Reads a file of features that is cut as it is: without filter or clusters, whose rules cannot be compared.
    func features(
        _ path: String, _ options: GeoJSONOptions, threads: Int, _ diagnostics: DiagnosticSink
    ) throws(Diagnostic) -> any VectorTileSource {
        guard let stamp = FileStamp(path) else {
            return try GeoJSONTiler.load(file: path, options: options, threads: threads, diagnostics: diagnostics)
        }
        let key = FeaturesKey(file: stamp, options: options)
        // Numbers are longer in text than in memory, but features have tables too.
        let entry = try features.value(for: key, cost: { _ in 4096 + 2 * stamp.size }) {
            () throws(Diagnostic) in
            let found = DiagnosticSink()
            let tiler = try GeoJSONTiler.load(file: path, options: options, threads: threads, diagnostics: found)
            return FeaturesEntry(tiler: tiler, findings: found.all)
        }
        entry.findings.forEach(diagnostics.add)
        return CachedFeatures(tiler: entry.tiler, key: key, tiles: tiles)
    }
}

/// Features whose tiles are cut once.
private struct CachedFeatures: VectorTileSource {
    let tiler: GeoJSONTiler
    let key: RendererCache.FeaturesKey
    let tiles: SharedCache<RendererCache.TileKey, VectorTile?>

    func vectorTile(_ id: TileID, layers _: Set<String>?) -> VectorTile? {
        let key = RendererCache.TileKey(file: key.file, id: id, options: key.options)
        return tiles.tile(key, cost: \.featureBytes) { tiler.vectorTile(id) }
    }
}

extension VectorTile {
    /// The memory that features take that were cut from a file, about.
    fileprivate var featureBytes: Int {
        layers.reduce(256) { $1.features.reduce($0) { $0 + 192 + 16 * $1.vertexCount } }
    }
}

extension RendererCache {
    /// The images of a style's sprites.
    func sprites(of style: StyleSheet, scale: Double, _ diagnostics: DiagnosticSink) -> ImageSet {
        guard !style.sprites.isEmpty else { return .none }
        var names: [String] = []
        var files: [FileStamp?] = []
        for (id, url) in style.sprites {
            names += [id, url, style.baseFolder]
            guard case .file(let path)? = try? StyleAddress.resolve(url, baseFolder: style.baseFolder) else { continue }
            files += [".json", ".png", "@2x.json", "@2x.png"].map { FileStamp(path + $0) }
        }
        let key = SpriteKey(names: names, files: files, isLarge: scale > 1)
        let entry = sprites.value(for: key, cost: { $0.images.byteCount }) {
            let found = DiagnosticSink()
            let sheet = SpriteSheet.load(for: style, scale: scale, diagnostics: found, decode: decodeImage)
            return SpriteEntry(images: ImageSet(sheet), findings: found.all)
        }
        entry.findings.forEach(diagnostics.add)
        return entry.images
    }
}

extension MapRenderer {
    /// The countries whose opinion of disputed borders is known; none where no table of them is installed.
    package var worldviews: [String] { (try? cache.worldviews(at: home.worldviewFile))?.views ?? [] }
}
