// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import StaticMap
import Synchronization

/// Blocks beside each other.
struct BlockRow: Sendable {
    let zoom: Int
    let row: Int
    let columns: Range<Int>
}

/// The blocks of tiles that a pyramid consists of.
package struct PyramidPlan: Sendable {
    package var style = "streets"
    package var region: TileRegion
    package var zooms: ClosedRange<Int>
    /// Points of a tile's side.
    package var tileSize = 256
    package var scale = 1.0
    /// Tiles of a block's side.
    package var metatile = 8
    /// Which of how many shards, from 0.
    package var shard = (index: 0, count: 1)

    package init(region: TileRegion, zooms: ClosedRange<Int>) {
        self.region = region
        self.zooms = zooms
    }

    /// All rows of blocks, of all shards. The highest zoom, which has most of the work, comes first, so that the last blocks are
    /// small ones and no thread waits long for another.
    var rows: [BlockRow] { zooms.reversed().flatMap(rows(ofZoom:)) }

    /// A block of a row.
    func block(_ row: BlockRow, column: Int) -> MetatilePlan {
        let side = side(ofZoom: row.zoom)
        return MetatilePlan(
            TileID(z: row.zoom, x: column * side, y: row.row * side), style: style, tileSize: tileSize, scale: scale,
            count: metatile)
    }

    private func side(ofZoom zoom: Int) -> Int {
        MetatilePlan(TileID(z: zoom, x: 0, y: 0), style: style, tileSize: tileSize, scale: scale, count: metatile).count
    }

    /// The rows of blocks of a zoom; each block is in one of them.
    private func rows(ofZoom zoom: Int) -> [BlockRow] {
        let side = side(ofZoom: zoom)
        var rows: [BlockRow] = []
        for range in region.ranges(ofZoom: zoom) {
            for row in range.rows.lowerBound / side...range.rows.upperBound / side {
                // The boxes of a region may share blocks, those across the antimeridian at low zooms.
                var parts = [range.columns.lowerBound / side..<range.columns.upperBound / side + 1]
                for other in rows where other.row == row {
                    parts = parts.flatMap { part in
                        guard part.overlaps(other.columns) else { return [part] }
                        let before = part.lowerBound..<max(part.lowerBound, other.columns.lowerBound)
                        let after = min(part.upperBound, other.columns.upperBound)..<part.upperBound
                        return [before, after].filter { !$0.isEmpty }
                    }
                }
                for part in parts { rows.append(BlockRow(zoom: zoom, row: row, columns: part)) }
            }
        }
        return rows
    }
}

/// Hands out the blocks of a pyramid to threads, and sums up the results.
final class PyramidQueue: Sendable {
    private struct State {
        let rows: [BlockRow]
        var row = 0
        var column = 0
        /// Of all blocks, those of other shards too.
        var ordinal = 0
        var summary = PyramidRun.Summary()
        var failure: Diagnostic?
        /// Tiles of one color, encoded.
        var tiles: [UInt32: [UInt8]] = [:]
    }

    private let plan: PyramidPlan
    private let done: Set<String>
    private let total: Int
    private let report: @Sendable (PyramidRun.Summary, Double) -> Void
    private let state: Mutex<State>
    private static let maxWarnings = 20

    init(
        _ plan: PyramidPlan, done: Set<String>, report: @escaping @Sendable (PyramidRun.Summary, Double) -> Void
    ) {
        self.plan = plan
        self.done = done
        self.report = report
        let rows = plan.rows
        total = max(1, rows.reduce(0) { $0 + $1.columns.count } / plan.shard.count)
        var start = State(rows: rows)
        start.column = rows.first?.columns.lowerBound ?? 0
        start.summary.blocks = done.count
        state = Mutex(start)
    }

    /// The next block; nil at the end.
    func next() -> MetatilePlan? {
        state.withLock { state in
            while state.failure == nil, state.row < state.rows.count {
                let row = state.rows[state.row]
                guard state.column < row.columns.upperBound else {
                    state.row += 1
                    if state.row < state.rows.count { state.column = state.rows[state.row].columns.lowerBound }
                    continue
                }
                let isOurs = state.ordinal % plan.shard.count == plan.shard.index
                let block = plan.block(row, column: state.column)
                state.ordinal += 1
                state.column += 1
                if isOurs, !done.contains(block.key) { return block }
            }
            return nil
        }
    }

    func finish(_ block: PyramidRun.Summary) {
        state.withLock { state in
            state.summary.blocks += 1
            state.summary.tiles += block.tiles
            state.summary.uniform += block.uniform
            state.summary.empty += block.empty
            // That of the whole base map, whatever a block shows.
            state.summary.attribution = state.summary.attribution ?? block.attribution
            for warning in block.warnings
            where state.summary.warnings.count < Self.maxWarnings && !state.summary.warnings.contains(warning) {
                state.summary.warnings.append(warning)
            }
            report(state.summary, min(1, Double(state.summary.blocks) / Double(total)))
        }
    }

    /// Ends the run.
    func end(_ failure: Diagnostic) {
        state.withLock { if $0.failure == nil { $0.failure = failure } }
    }

    func result() throws(Diagnostic) -> PyramidRun.Summary {
        let (summary, failure) = state.withLock { ($0.summary, $0.failure) }
        if let failure { throw failure }
        return summary
    }

    func tile(of color: UInt32) -> [UInt8]? { state.withLock { $0.tiles[color] } }

    func keep(_ tile: [UInt8], of color: UInt32) { state.withLock { $0.tiles[color] = tile } }
}
