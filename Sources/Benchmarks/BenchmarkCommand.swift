// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation

/// What is measured of the library: how fast it is, and what it holds.
@main struct BenchmarkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Benchmarks", abstract: "Measures the library.",
        subcommands: [
            MeasureCommand.self, ScalingCommand.self, CountCommand.self, SoakCommand.self, StressCommand.self,
        ], defaultSubcommand: MeasureCommand.self
    )
}

/// Measures the phases of drawing a map, and whole maps.
struct MeasureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Measures the phases of drawing a map, and whole maps.",
        discussion: """
            STATICMAP_BENCH_DATA names a folder with styles/osm-bright/local.json and sf-downtown.mbtiles for the maps \
            of a dense city; without it these are drawn from the base map that comes along.
            """)

    @Option(help: "Counted runs of each; the median is printed.")
    var runs = 5

    @Option(help: "Only what has this in its name (may be repeated).")
    var only: [String] = []

    @Option(help: "Writes the results to a file.")
    var json: String?

    @Option(help: "Compares with results that were written before.")
    var compare: String?

    @Option(help: "How many processors to use.")
    var threads: Int?

    @Flag(help: "Makes the scenes and raster tiles of the whole maps, and lists them, without measuring.")
    var prepare = false

    func validate() throws {
        guard (1...1000).contains(runs) else { throw ValidationError("--runs must be from 1 to 1000") }
        guard (threads ?? 1) > 0 else { throw ValidationError("--threads must be at least 1") }
    }

    func run() throws {
        let data = try BenchmarkData(threads: threads)
        guard !prepare else { return print(data.folder) }
        let earlier = try compare.map { try Report(file: $0) }
        var report = Report()
        let work = try Phases(data).work + ArchiveReads(data).work + WholeMaps(data).work
        print(Report.title(comparing: earlier != nil))
        for work in work where only.isEmpty || only.contains(where: work.name.contains) {
            let result = try work.measured(runs: runs)
            report.results.append(result)
            print(result.line(earlier?[work.name]))
        }
        if let json { try report.write(to: json) }
    }
}
