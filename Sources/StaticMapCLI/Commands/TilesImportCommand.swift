// SPDX-License-Identifier: MIT
import ArgumentParser
import MapCore
import MapImport
import StaticMap
import StaticMapBatch

struct TilesImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Makes vector tiles from OpenStreetMap's raw data.",
        discussion: """
            The tiles have the OpenMapTiles schema, which all installed styles draw, unless --schema names another table. The \
            file is read whole; what does not fit into memory goes to disk, beside the output, until the tiles are written.
            """)

    @Argument(help: "A file of OpenStreetMap's data: .osm.pbf, .osm, .osm.gz or .osm.bz2.", completion: .file())
    var file: String

    @Option(
        name: .shortAndLong, help: "Where tiles go: a file that ends with .pmtiles or .mbtiles, or a folder.",
        completion: .file())
    var output: String

    @OptionGroup var region: RegionOptions

    @Option(
        help: ArgumentHelp("The zooms, such as 8-14, which is the default.", valueName: "zooms"),
        transform: ZoomRange.init(parsing:))
    var zooms: ZoomRange?

    @Option(help: "The languages of names beside the local ones, such as de,en.")
    var languages: String?

    @Option(
        help: "A table of tags and layers, as YAML or JSON, instead of the OpenMapTiles schema.", completion: .file())
    var schema: String?

    @Option(help: "The name of the tiles in the metadata.")
    var name: String?

    @OptionGroup var reporting: DiagnosticOptions

    @Option(help: "How many threads work; by default one for each processor.")
    var threads: Int?

    @OptionGroup var showing: ProgressOptions

    func validate() throws {
        if let threads, !(1...1024).contains(threads) { throw ValidationError("--threads must be from 1 to 1024") }
        if let zooms, zooms.zooms.upperBound > 15 { throw ValidationError("--zooms must not be beyond 15") }
        guard output != file else { throw ValidationError("\(output) is read: write another file") }
    }

    func run() throws {
        let progress = showing.ofBatch(reporting)
        let diagnostics = DiagnosticSink()
        let start = ContinuousClock.now
        let summary: TileImport.Summary
        do throws(Diagnostic) {
            defer { progress?.erase() }
            summary = try importFile(diagnostics, progress)
        } catch {
            reporting.report(diagnostics.all + [error])
            throw error.batchExitCode
        }
        reporting.report(diagnostics.all)
        guard !showing.quiet else { return }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let text =
            "\(summary.tiles) tiles, zooms \(summary.zooms.lowerBound) to \(summary.zooms.upperBound), \(summary.bytes) bytes in "
            + "\((seconds * 10).rounded() / 10) s"
        reporting.report([Diagnostic(.note, code: .importSummary, text)])
    }

    private func importFile(_ diagnostics: DiagnosticSink, _ progress: BatchProgress?) throws(Diagnostic)
        -> TileImport.Summary
    {
        var options = ImportOptions()
        if let zooms { options.zooms = zooms.zooms }
        if let languages {
            options.languages = languages.split(separator: ",").map { String($0.drop { $0 == " " }) }
        }
        if let schema { options.schema = try schemaDocument(schema) }
        if let region = try region.region() {
            options.bounds = region.bounds
            options.isWanted = { region.contains($0) }
        }
        options.name = name
        options.world = ImportCache.world()
        if let threads { options.threads = threads }
        try TileContainer(path: output).check(output)
        let isPMTiles = output.hasSuffix(".pmtiles")
        let archive = isPMTiles ? output : output.withoutSlash + ".import.pmtiles"
        defer { if !isPMTiles { removeFile(archive) } }
        let summary = try TileImport.run(file, to: archive, options, diagnostics: diagnostics) { share in
            progress?.show(done: Int(share * 100), share, unit: "%")
        }
        guard !isPMTiles else { return summary }
        // The other containers get their tiles from the one that is written in one go.
        try ArchiveCopy([archive], region: nil, zooms: summary.zooms).write(to: output, name: nil) { _ in }
        return summary
    }
}

struct TilesContoursCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contours",
        abstract: "Makes contour lines from heights, as vector tiles or GeoJSON.",
        discussion: """
            The tiles have a layer "contour", whose lines have "ele", the height, and "index", true for every fifth line. \
            Higher ground lies to their left, so that names along them with "text-keep-upright": false stand uphill. Two zooms \
            below the highest and further down there are index lines alone.
            """)

    @Argument(help: "A GeoTIFF with heights.", completion: .file())
    var file: String

    @Option(
        name: .shortAndLong, help: "A file that ends with .pmtiles, .geojson or .json.", completion: .file())
    var output: String

    @Option(help: "The height between two lines, in the unit of the file, which is most often metres.")
    var interval = 20.0

    @Option(help: "Every so many lines one is an index line.")
    var index = 5

    @Option(
        help: ArgumentHelp(
            "The zooms of tiles, such as 8-14; by default that of the file and the four below it.", valueName: "zooms"),
        transform: ZoomRange.init(parsing:))
    var zooms: ZoomRange?

    @OptionGroup var reporting: DiagnosticOptions

    @Flag(name: [.short, .long], help: "Says nothing but errors and warnings.")
    var quiet = false

    func validate() throws {
        guard interval > 0, interval.isFinite else { throw ValidationError("--interval must be more than 0") }
        guard index > 0 else { throw ValidationError("--index must be 1 or more") }
        guard [".pmtiles", ".geojson", ".json"].contains(where: output.hasSuffix) else {
            throw ValidationError("--output must end with .pmtiles, .geojson or .json")
        }
        guard output != file else { throw ValidationError("\(output) is read: write another file") }
    }

    func run() throws {
        var contours = ContourTiles()
        (contours.interval, contours.index, contours.zooms) = (interval, index, zooms?.zooms)
        let summary = try reporting.attempt { () throws(Diagnostic) in try contours.write(file, to: output) }
        guard !quiet else { return }
        let tiles = summary.tiles.map { ", \($0) tiles" } ?? ""
        reporting.report([Diagnostic(.note, code: .importSummary, "\(summary.lines) lines" + tiles)])
    }
}
