// SPDX-License-Identifier: MIT
import ArgumentParser
import StaticMap
import StaticMapBatch

struct TilesConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert", abstract: "Copies all tiles of an archive into another container.")

    @Argument(help: "PMTiles, MBTiles or a folder of tiles.", completion: .file())
    var archive: String

    @Option(
        help: """
            "openmaptiles" converts vector tiles to that schema, which most styles know, from those of Protomaps and \
            Shortbread. The installed styles draw these as they are.
            """)
    var schema: TargetSchema?

    @OptionGroup var output: TilesOutputOptions
    @OptionGroup var reporting: DiagnosticOptions

    func run() throws {
        try output.copy([archive], nil, 0...TileID.maxZoom, isAdapted: schema != nil, reporting)
    }
}

/// A schema that tiles are converted to.
enum TargetSchema: String, ExpressibleByArgument, CaseIterable { case openmaptiles }

struct TilesExtractCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extract", abstract: "Copies the tiles of a box or of areas, and of some zooms.")

    @Argument(help: "PMTiles, MBTiles or a folder of tiles.", completion: .file())
    var archive: String

    @OptionGroup var region: RegionOptions

    @Option(help: "The lowest zoom that is copied.")
    var minzoom = 0

    @Option(help: "The highest zoom that is copied.")
    var maxzoom = TileID.maxZoom

    @OptionGroup var output: TilesOutputOptions
    @OptionGroup var reporting: DiagnosticOptions

    func validate() throws {
        guard minzoom >= 0, minzoom <= maxzoom, maxzoom <= TileID.maxZoom else {
            throw ValidationError("--minzoom and --maxzoom must be from 0 to \(TileID.maxZoom), in this order")
        }
    }

    func run() throws {
        let wanted = try reporting.attempt { () throws(Diagnostic) in try region.region() }
        try output.copy([archive], wanted, minzoom...maxzoom, reporting)
    }
}

struct TilesMergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Copies the tiles of several archives into one, such as those of shards.",
        discussion: "Of tiles that several archives have, those of the last one are taken.")

    @Argument(help: "Two or more of PMTiles, MBTiles or folders of tiles.", completion: .file())
    var archives: [String]

    @OptionGroup var output: TilesOutputOptions
    @OptionGroup var reporting: DiagnosticOptions

    func validate() throws {
        guard archives.count >= 2 else { throw ValidationError("two archives or more are merged") }
    }

    func run() throws { try output.copy(archives, nil, 0...TileID.maxZoom, reporting) }
}

struct TilesVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Decodes every tile of an archive, and says what is wrong with it.",
        discussion: "Exit codes: 0 if nothing is wrong, 65 if something is; the others are those of all commands.")

    @Argument(help: "PMTiles, MBTiles or a folder of tiles.", completion: .file())
    var archive: String

    @OptionGroup var reporting: DiagnosticOptions

    func run() throws {
        let progress = reporting.format == .json ? nil : BatchProgress()
        let found = try reporting.attempt { () throws(Diagnostic) in
            defer { progress?.erase() }
            return try ArchiveVerification(archive) { progress?.show(done: $0, nil, unit: "tiles") }
        }
        reporting.report(found.problems)
        let zooms = found.zooms.map { ", zooms \($0.lowerBound) to \($0.upperBound)" } ?? ""
        StandardOutput.print("\(found.tiles) tiles, \(found.images) stored, \(found.bytes) bytes\(zooms)")
        if !found.problems.isEmpty { throw ExitCode.badData }
    }
}

/// Where copied tiles go.
struct TilesOutputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong, help: "Where tiles go: a file that ends with .pmtiles or .mbtiles, or a folder.",
        completion: .file())
    var output: String

    @Option(help: "The name of the tiles in the metadata.")
    var name: String?

    /// Copies tiles: as they are stored, or adapted to the schema OpenMapTiles.
    func copy(
        _ archives: [String], _ region: TileRegion?, _ zooms: ClosedRange<Int>, isAdapted: Bool = false,
        _ reporting: DiagnosticOptions
    ) throws {
        guard !archives.contains(output) else { throw ValidationError("\(output) is read: write another file") }
        let progress = reporting.format == .json ? nil : BatchProgress()
        try reporting.attempt { () throws(Diagnostic) in
            defer { progress?.erase() }
            let copy = try ArchiveCopy(archives, region: region, zooms: zooms, isAdapted: isAdapted)
            try copy.write(to: output, name: name) { progress?.show(done: $0, nil, unit: "tiles") }
        }
    }
}

extension ArchiveCopy {
    /// Puts the tiles into an archive of the kind that its name says, with a file beside it meanwhile.
    func write(to output: String, name: String?, report: (Int) -> Void) throws(Diagnostic) {
        try TileContainer(path: output).check(output)
        let store = try TileStore(output.withoutSlash + ".tiles.sqlite", settings: "copy", isResumed: false)
        defer { store.remove() }
        let metadata = try run(into: store, name: name, report: report)
        try TileContainer(path: output).write(store, to: output, metadata)
    }
}

extension String {
    /// A folder without the slash after it, for files beside it.
    var withoutSlash: String { hasSuffix("/") && count > 1 ? String(dropLast()).withoutSlash : self }
}
