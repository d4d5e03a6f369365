// SPDX-License-Identifier: MIT
import ArgumentParser
import MapCore
import MapTiles
import StaticMap
import StaticMapBatch

struct TilesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tiles",
        abstract: "Renders tile pyramids, imports map data, and copies, merges and checks tile archives.",
        discussion: "Containers are told by their names: .pmtiles, .mbtiles, or a folder.",
        subcommands: [
            TilesRenderCommand.self, TilesImportCommand.self, TilesContoursCommand.self, TilesConvertCommand.self,
            TilesExtractCommand.self, TilesMergeCommand.self,
            TilesVerifyCommand.self,
        ],
        defaultSubcommand: TilesRenderCommand.self)
}

/// `0-14` or `12`.
struct ZoomRange {
    let zooms: ClosedRange<Int>

    /// - Throws: what is wrong, for the user.
    init(parsing argument: String) throws {
        let ends = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil, (0...22).contains(first),
            (first...22).contains(last)
        else { throw ValidationError("expected zooms from 0 to 22, such as 0-14") }
        zooms = first...last
    }
}

/// `3/16`.
struct ShardArgument {
    let index: Int
    let count: Int

    /// - Throws: what is wrong, for the user.
    init(parsing argument: String) throws {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let number = parts[0], let count = parts[1], (1...100_000).contains(count),
            (1...count).contains(number)
        else { throw ValidationError("expected the number of a shard and how many there are, such as 3/16") }
        (index, self.count) = (number - 1, count)
    }
}

/// The part of the world that is wanted.
struct RegionOptions: ParsableArguments {
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("The box whose tiles are wanted. Repeatable.", valueName: "w,s,e,n"),
        transform: BoundingBox.init(parsing:))
    var bbox: [BoundingBox] = []

    @Option(
        help: ArgumentHelp("A GeoJSON file with the areas whose tiles are wanted.", valueName: "file"),
        completion: .file())
    var polygon: String?

    func validate() throws {
        if !bbox.isEmpty, polygon != nil { throw ValidationError("give --bbox or --polygon") }
    }

    /// Nil without any.
    func region() throws(Diagnostic) -> TileRegion? {
        if let polygon { return try TileRegion(polygonsOf: polygon) }
        return bbox.isEmpty ? nil : TileRegion(boxes: bbox.map(\.box))
    }
}

struct TilesRenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Renders the tiles of a style into PMTiles, MBTiles or a folder.",
        discussion: """
            Tiles are drawn in blocks, so that labels agree across their edges. What is drawn is kept beside the output until \
            all is, so that --resume continues a run that was ended.
            """)

    @Option(
        name: .shortAndLong, help: "Where tiles go: a file that ends with .pmtiles or .mbtiles, or a folder.",
        completion: .file())
    var output: String

    @OptionGroup var region: RegionOptions

    @Option(help: ArgumentHelp("The zooms, such as 0-14.", valueName: "zooms"), transform: ZoomRange.init(parsing:))
    var zooms: ZoomRange

    @Option(help: "The name of an installed style, or a MapLibre style file.", completion: .custom(styleCompletions))
    var style = "streets"

    @Option(
        help: "An MBTiles, PMTiles or GeoJSON file or a tile folder, instead of the base map. Can be repeated.",
        completion: .file())
    var tiles: [String] = []

    @Option(help: "The language of labels, such as de or zh-Hant, or local for local names.")
    var language: String?

    @Option(
        help: ArgumentHelp(
            "Whose opinion of disputed borders the map follows, such as IN; ISO for that of ISO 3166.",
            valueName: "country"))
    var worldview: String?

    @Option(help: "The number of pixels per point.")
    var scale = 1.0

    @Option(help: "The side of a tile in points: 256 or 512.")
    var tileSize = 256

    @Option(help: "The format of the tiles: png, png8, jpeg or webp.")
    var format: OutputFormat = .png

    @Option(help: "The quality of JPEG (80 by default) and WebP (90 by default), from 1 to 100.")
    var quality: Int?

    @Option(help: "The most tiles of the side of a block that is drawn at a time.")
    var metatile = 8

    @Option(
        help: ArgumentHelp("A part of the tiles, such as 3/16, to be merged with the others.", valueName: "n/count"),
        transform: ShardArgument.init(parsing:))
    var shard: ShardArgument?

    @Flag(help: "Continues a run that was ended.")
    var resume = false

    @OptionGroup var assets: AssetOptions
    @OptionGroup var reporting: DiagnosticOptions

    @Option(help: "How many blocks are drawn at a time; by default one for each processor.")
    var threads: Int?

    @OptionGroup var showing: ProgressOptions

    func validate() throws {
        guard !region.bbox.isEmpty || region.polygon != nil else {
            throw ValidationError("name the part of the world: --bbox or --polygon")
        }
        guard [.png, .png8, .jpeg, .webp].contains(format) else {
            throw ValidationError("--format must be png, png8, jpeg or webp")
        }
        guard [256, 512].contains(tileSize) else { throw ValidationError("--tile-size must be 256 or 512") }
        guard [1, 2, 3, 4].contains(scale) else { throw ValidationError("--scale must be 1, 2, 3 or 4") }
        guard (1...64).contains(metatile) else { throw ValidationError("--metatile must be from 1 to 64") }
        if let quality, !(1...100).contains(quality) { throw ValidationError("--quality must be from 1 to 100") }
        if let threads, !(1...1024).contains(threads) { throw ValidationError("--threads must be from 1 to 1024") }
    }

    func run() throws {
        let progress = showing.ofBatch(reporting)
        let summary = try reporting.attempt { () throws(Diagnostic) in
            defer { progress?.erase() }
            return try draw(progress)
        }
        reporting.report(summary.warnings)
        if progress != nil {
            let text = "tiles: \(summary.tiles) drawn, \(summary.uniform) of one color, \(summary.empty) empty"
            reporting.report([Diagnostic(.note, code: .batchSummary, text)])
        }
    }

    private func draw(_ progress: BatchProgress?) throws(Diagnostic) -> PyramidRun.Summary {
        guard let region = try region.region() else { return PyramidRun.Summary() }
        var plan = PyramidPlan(region: region, zooms: zooms.zooms)
        (plan.style, plan.tileSize, plan.scale, plan.metatile) = (style, tileSize, scale, metatile)
        if let shard { plan.shard = (shard.index, shard.count) }
        let isFile = style.contains("/") || style.hasSuffix(".json")
        let basemap: JSONNode = [
            "style": .text(isFile ? absolutePath(style) : style),
            "tiles": tiles.isEmpty ? nil : .list(tiles.map { .text(absolutePath($0)) }),
            "language": language.map(JSONNode.text), "worldview": worldview.map(JSONNode.text),
        ]
        try TileContainer(path: output).check(output)
        let renderer = assets.renderer(threads: threads, cacheBytes: 256 << 20)
        defer { renderer.keepUntilExit() }
        let run = PyramidRun(renderer, plan, basemap: basemap, format: format, quality: quality)
        let store = try TileStore(
            output.withoutSlash + ".tiles.sqlite", settings: run.settings, files: try run.files(), isResumed: resume)
        let summary = try run.run(into: store) { summary, share in
            progress?.show(done: summary.tiles, share, unit: "tiles")
        }
        let name = isFile ? "tiles" : style
        let metadata = ContainerMetadata(
            name: name, tiles: format, zooms: zooms.zooms, bounds: region.bounds, attribution: summary.attribution)
        try TileContainer(path: output).write(store, to: output, metadata)
        store.remove()
        return summary
    }
}
