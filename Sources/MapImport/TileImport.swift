// SPDX-License-Identifier: MIT
package import MapCore
package import MapGeo
import MapGeometry
import MapTiles
import Synchronization

/// What is imported of a file, and how.
package struct ImportOptions: Sendable {
    package var zooms = 8...14
    /// The languages of names.
    package var languages = ImportSchema.languages
    /// Nil for the OpenMapTiles schema.
    package var schema: JSONDocument?
    /// Only tiles that touch it; nil for the box of the file.
    package var bounds: CoordinateBox?
    /// Nil for all tiles of the bounds.
    package var isWanted: (@Sendable (TileID) -> Bool)?
    /// Of the archive; nil for that of the file.
    package var name: String?
    /// Says whether there is sea where the file has no coast; nil for land.
    package var world: WorldWater?
    package var threads = processorCount()
    /// Bytes of pieces that are kept in memory; the others go to the disk. Nil for what the size of the file leaves.
    package var memory: Int?

    package init() {}

    /// Of 1.5 GiB, what is not taken by the nodes and ways of a file, which are up to twice as large as it: half a GiB to one.
    static func memory(forFileOf bytes: Int) -> Int {
        min(1 << 30, max(512 << 20, (1536 << 20) - 2 * min(bytes, 1 << 30)))
    }
}

/// What is the same for all features of an import.
struct ImportPlan: Sendable {
    var zooms: ClosedRange<Int>
    /// How far lines and areas may move at all zooms but the last one, in pixels.
    var tolerance = 0.25
    /// A block around the wanted tiles of each zoom; nil for zooms that are not made.
    private(set) var tiles = [TileBlock?](repeating: nil, count: TileID.maxZoom + 1)
    /// The wanted tiles of each zoom: two blocks where the box crosses the antimeridian.
    private var parts: [Int: [TileBlock]] = [:]
    let allowance: PieceAllowance

    /// - Parameters:
    ///   - zooms: those that are made.
    ///   - bounds: whose tiles are wanted.
    ///   - bytes: the size of the file.
    init(zooms: ClosedRange<Int>, bounds: CoordinateBox, bytes: Int) {
        self.zooms = zooms
        allowance = PieceAllowance(bytes: bytes)
        for zoom in zooms {
            let blocks = bounds.mercatorRects.map { TileBlock(box: $0, zoom: zoom) }
            parts[zoom] = blocks
            tiles[zoom] = blocks.first.map { first in blocks.dropFirst().reduce(first) { $0.union($1) } }
        }
    }

    func isWanted(_ id: TileID) -> Bool {
        parts[id.z]?.contains { $0.columns.contains(id.x) && $0.rows.contains(id.y) } ?? false
    }
}

/// How many pieces of tiles may come of a file: far more than of any real one, and no more than a disk holds where a few areas
/// cover the world.
final class PieceAllowance: Sendable {
    private let rest: Atomic<Int>

    init(bytes: Int) { rest = Atomic(20_000_000 + 2 * min(bytes, 1 << 40)) }

    /// False once too many were spent.
    @discardableResult
    func spend(_ count: Int) -> Bool { rest.subtract(count, ordering: .relaxed).newValue >= 0 }
}

/// Makes an archive of vector tiles from OpenStreetMap's raw data.
package struct TileImport {
    package struct Summary: Sendable {
        package var tiles = 0
        package var bytes = 0
        package var zooms = 0...0
        package var bounds: CoordinateBox
    }

    /// Reads a file and writes an archive of its features.
    ///
    /// - Parameters:
    ///   - path: the file of OpenStreetMap's data.
    ///   - output: the PMTiles archive, which is there as a whole or not at all.
    ///   - options: what is imported.
    ///   - diagnostics: hears of objects that are not imported, or not whole.
    ///   - progress: hears the share that is done, from 0 to 1.
    /// - Returns: what was written.
    /// - Throws: when the file cannot be read, has nothing, or the archive cannot be written.
    package static func run(
        _ path: String, to output: String, _ options: ImportOptions, diagnostics: DiagnosticSink,
        progress: (Double) -> Void = { _ in }
    ) throws(Diagnostic) -> Summary {
        let schema = try schema(options, diagnostics)
        let extract = try OSMExtract(
            path: path, vocabulary: schema.vocabulary, box: options.bounds, world: options.world,
            temporaryFolder: folder(of: output), diagnostics: diagnostics)
        let writer = try PMTilesWriter(output)
        let size = FileState(path)?.size ?? 0
        let store = PieceStore(
            folder: folder(of: output), limit: options.memory ?? ImportOptions.memory(forFileOf: size),
            threads: options.threads)
        // A file that does not state its box has that of its nodes, which is known once they have been read.
        let stated = options.bounds ?? extract.bounds
        let plan = ImportPlan(zooms: options.zooms, bounds: stated ?? .world, bytes: size)
        try extract.forEachBlock(threads: options.threads) {
            progress(0.7 * $0)
        } map: { block throws(Diagnostic) in
            FeatureMapper.pieces(block, schema, plan)
        } consume: { pieces throws(Diagnostic) in
            try store.add(pieces)
            guard plan.allowance.spend(0) else {
                throw Diagnostic(
                    code: .limitsBytes, file: path, "the features of the file cover too many tiles",
                    hint: "import a part: --bbox, or fewer zooms: --zooms 8-12")
            }
        }
        let bounds = stated ?? extract.bounds ?? .world
        let total = max(1, store.count)
        var summary = Summary(zooms: options.zooms, bounds: bounds)
        var done = 0
        let tiles = TileWriter(writer, TileAssembler(schema: schema, plan: plan), options, bounds)
        try tiles.write(store.sorted()) { pieces in
            done += pieces
            progress(0.7 + 0.3 * Double(done) / Double(total))
        }
        guard !WorkContext.isCancelled else {
            throw Diagnostic(code: .renderCancelled, file: path, "the import was cancelled")
        }
        guard tiles.count > 0 else {
            throw Diagnostic(
                code: .importIncomplete, file: path, "the file has nothing that the schema shows there",
                hint: "check --bbox, --polygon and --zooms")
        }
        if let least = TileID(hilbertNumber: tiles.first) { summary.zooms = least.z...options.zooms.upperBound }
        let metadata = ContainerMetadata(
            name: options.name ?? stem(of: path), format: .mvt, compression: "gzip", zooms: summary.zooms,
            bounds: bounds,
            attribution: schema.attribution, vectorLayers: schema.vectorLayers(zooms: summary.zooms))
        try writer.finish(metadata)
        (summary.tiles, summary.bytes) = (tiles.count, tiles.bytes)
        return summary
    }

    private static func schema(_ options: ImportOptions, _ diagnostics: DiagnosticSink) throws(Diagnostic)
        -> ImportSchema
    {
        guard let document = options.schema ?? ImportSchema.openMapTilesDocument,
            let schema = ImportSchema.read(document, languages: options.languages, diagnostics: diagnostics)
        else {
            throw Diagnostic(code: "schema.invalid-value", file: options.schema?.file, "the schema has mistakes")
        }
        return schema
    }

    /// The name of a file without its folder and endings.
    private static func stem(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return name.split(separator: ".").first.map(String.init) ?? name
    }
}

/// Assembles and packs tiles on several threads, and writes them in their order, each different one once.
private final class TileWriter {
    private let writer: PMTilesWriter
    private let assembler: TileAssembler
    private let options: ImportOptions
    /// Knows the tiles that are written.
    private let plan: ImportPlan
    private var known: [[UInt8]: PMTilesWriter.Location] = [:]
    private(set) var count = 0
    private(set) var bytes = 0
    /// The least number, of a tile at the least zoom.
    private(set) var first = UInt64.max

    /// Tiles that are larger are not compared with each other: they hardly ever are the same.
    private static let mostShared = 1000
    /// How many tiles, and bytes of their pieces, a thread takes at a time.
    private static let (tilesAtOnce, bytesAtOnce) = (16, 1 << 18)

    init(_ writer: PMTilesWriter, _ assembler: TileAssembler, _ options: ImportOptions, _ bounds: CoordinateBox) {
        (self.writer, self.assembler, self.options) = (writer, assembler, options)
        plan = ImportPlan(zooms: options.zooms, bounds: bounds, bytes: 0)
    }

    /// Writes the tiles of all pieces.
    ///
    /// - Parameters:
    ///   - sorted: the pieces.
    ///   - progress: hears of how many pieces more the tiles are on their way.
    /// - Throws: when pieces cannot be read, or the archive cannot be written.
    func write(_ sorted: SortedPieces, progress: (Int) -> Void) throws(Diagnostic) {
        let assembler = assembler
        try parallelPipeline(threads: options.threads, ahead: 8 * options.threads) {
            Packer()
        } next: { () throws(Diagnostic) in
            let tiles = WorkContext.isCancelled ? [] : try some(of: sorted)
            progress(tiles.reduce(0) { $0 + $1.pieces.count })
            return tiles.isEmpty ? nil : tiles
        } map: { tiles, packer in
            tiles.map { packer.packed($0, assembler) }
        } consume: { tiles throws(Diagnostic) in
            for tile in tiles { try add(try tile.get()) }
        }
    }

    /// The next tiles that are wanted; none at the end.
    private func some(of sorted: SortedPieces) throws(Diagnostic) -> [TilePieces] {
        var (tiles, bytes): ([TilePieces], Int) = ([], 0)
        while tiles.count < Self.tilesAtOnce, bytes < Self.bytesAtOnce, let pieces = try sorted.next() {
            guard let id = pieces.id, plan.isWanted(id), options.isWanted?(id) ?? true else { continue }
            tiles.append(pieces)
            bytes += pieces.size
        }
        return tiles
    }

    private func add(_ tile: PackedTile) throws(Diagnostic) {
        let packed = tile.bytes
        if packed.isEmpty { return }
        let location: PMTilesWriter.Location
        if let same = packed.count < Self.mostShared ? known[packed] : nil {
            location = same
        } else {
            location = try writer.store(packed)
            bytes += packed.count
            if packed.count < Self.mostShared, known.count < 100_000 { known[packed] = location }
        }
        writer.add(tile.number..<tile.number + 1, at: location)
        count += 1
        first = min(first, tile.number)
    }
}

private struct PackedTile: Sendable {
    var number: UInt64
    /// Empty for a tile without features.
    var bytes: [UInt8]
}

/// What a thread packs tiles with.
private struct Packer: ~Copyable {
    private var gzip: GzipPacker?

    mutating func packed(_ pieces: TilePieces, _ assembler: TileAssembler) -> Result<PackedTile, Diagnostic> {
        Result { () throws(Diagnostic) in
            guard let id = pieces.id, let tile = assembler.tile(pieces.gathered(), zoom: id.z) else {
                return PackedTile(number: pieces.number, bytes: [])
            }
            // Level 6 takes a tenth longer, and saves 3 bytes of 1000.
            if gzip == nil { gzip = try GzipPacker(level: 5) }
            return PackedTile(number: pieces.number, bytes: gzip?.packed(tile) ?? [])
        }
    }
}
