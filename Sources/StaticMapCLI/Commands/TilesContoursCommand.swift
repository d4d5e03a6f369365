// SPDX-License-Identifier: MIT
import ArgumentParser
import MapCore
import StaticMap
import StaticMapBatch

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
        let summary = try reporting.attemptTiles { () throws(Diagnostic) in try contours.write(file, to: output) }
        guard !quiet else { return }
        let tiles = summary.tiles.map { ", \($0) tiles" } ?? ""
        reporting.report([Diagnostic(.note, code: .importSummary, "\(summary.lines) lines" + tiles)])
    }
}
