// SPDX-License-Identifier: MIT
import ArgumentParser
import StaticMap
import StaticMapBatch

struct TilesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tiles",
        abstract: "Renders tile pyramids, and copies, merges and checks tile archives.",
        discussion: "Containers are told by their names: .pmtiles, .mbtiles, or a folder.",
        subcommands: [
            TilesRenderCommand.self, TilesConvertCommand.self, TilesExtractCommand.self, TilesMergeCommand.self,
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
        parsing: .unconditional,
        help: ArgumentHelp("The box whose tiles are wanted.", valueName: "w,s,e,n"),
        transform: BoundingBox.init(parsing:))
    var bbox: BoundingBox?

    @Option(help: ArgumentHelp("A GeoJSON file with the areas whose tiles are wanted.", valueName: "file"))
    var polygon: String?

    func validate() throws {
        if bbox != nil, polygon != nil { throw ValidationError("give --bbox or --polygon") }
    }

    /// Nil without any.
    func region() throws(Diagnostic) -> TileRegion? {
        if let polygon { return try TileRegion(polygonsOf: polygon) }
        return bbox.map { TileRegion(box: $0.box) }
    }
}

/// What copies and verifies tiles, with its errors printed.
extension DiagnosticOptions {
    func attemptTiles<Result>(_ work: () throws(Diagnostic) -> Result) throws -> Result {
        do throws(Diagnostic) {
            return try work()
        } catch {
            report([error])
            throw error.batchExitCode
        }
    }
}
