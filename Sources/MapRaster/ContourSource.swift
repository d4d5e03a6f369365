// SPDX-License-Identifier: MIT
import Libc
package import MapCore
package import MapGeo
import MapGeometry
package import MapTiles

/// Contours and spot heights as vector tiles, made of heights when a tile is asked for.
///
/// The layer `contour` has lines with `ele`, their height in the unit that is asked for, and `index`; higher ground lies on their left.
/// Those of neighbors meet exactly. The layer `spot` has the points that are higher than all around them, with `ele`.
package struct ContourSource: TileArchive {
    /// A unit of heights.
    package enum Unit: String, Sendable, CaseIterable {
        case metres = "m"
        case feet = "ft"

        var metres: Double { self == .metres ? 1 : 0.3048 }
    }

    package let info: ArchiveInfo
    private let field: HeightField
    private let interval: Double
    private let index: Double
    private let unit: Unit

    /// Beyond the finest heights lines are found in interpolated ones; further on, tiles are enlarged.
    private static let finerZooms = 4
    /// Crossings of lines with the grid, in one tile.
    private static let maxSegments = 1 << 20
    /// Lines of one tile.
    private static let maxLevels = 2000
    private static let extent = 4096.0
    /// Cells around a spot height that are lower.
    private static let spotRadius = 24

    /// - Parameters:
    ///   - field: the heights.
    ///   - interval: between two lines, in the unit.
    ///   - index: between two index lines, in the unit.
    ///   - unit: of `ele`.
    package init(_ field: HeightField, interval: Double, index: Double, unit: Unit) {
        (self.field, self.interval, self.index, self.unit) = (field, interval, index, unit)
        var info = ArchiveInfo(
            file: field.archive.info.file, container: field.archive.info.container, format: .mvt,
            minZoom: field.minZoom, maxZoom: min(TileID.maxZoom, field.maxZoom + Self.finerZooms))
        info.bounds = field.archive.info.bounds
        info.attribution = field.archive.info.attribution
        info.vectorLayers = [
            VectorLayerInfo(id: "contour", fields: ["ele": "Number", "index": "Boolean"]),
            VectorLayerInfo(id: "spot", fields: ["ele": "Number"]),
        ]
        self.info = info
    }

    /// The interval that suits a zoom, and that of the index lines, in a unit.
    package static func intervals(atZoom zoom: Double, _ unit: Unit) -> (interval: Double, index: Double) {
        let metric: [(Double, Double, Double)] = [
            (15.5, 5, 25), (14, 10, 50), (12.7, 20, 100), (11.5, 50, 250), (10.5, 100, 500), (9, 200, 1000),
        ]
        let imperial: [(Double, Double, Double)] = [
            (15.5, 20, 100), (14, 40, 200), (12.7, 80, 400), (11.5, 200, 1000), (10.5, 400, 2000), (9, 1000, 5000),
        ]
        let found = (unit == .metres ? metric : imperial).first { zoom >= $0.0 }
        return found.map { ($0.1, $0.2) } ?? (unit == .metres ? (500, 2500) : (2000, 10_000))
    }

    package func tile(_ id: TileID) throws(Diagnostic) -> [UInt8]? {
        guard (info.minZoom...info.maxZoom).contains(id.z), let grid = try field.grid(id, border: 1) else {
            return nil
        }
        var encoder = TileEncoder()
        try encoder.add(contours(grid, id))
        encoder.add(try spots(id))
        return encoder.isEmpty ? nil : encoder.bytes
    }

    private func contours(_ grid: HeightField.Grid, _ id: TileID) throws(Diagnostic) -> LayerEncoder {
        var layer = LayerEncoder(name: "contour", extent: Int(Self.extent))
        let scale = Float(1 / unit.metres)
        var crossings = HeightGrid(
            width: grid.side, height: grid.side, heights: scale == 1 ? grid.heights : grid.heights.map { $0 * scale })
        let (low, high) = crossings.range
        guard low < high else { return layer }
        guard (high - low) / interval < Double(Self.maxLevels), max(abs(low), abs(high)) / interval < 1e12,
            crossings.findSegments(interval: interval, limit: Self.maxSegments)
        else {
            throw Diagnostic(
                .warning, code: .rasterUnsupported, file: info.file, path: "tile \(id)", expected: "a wider interval",
                found: "far too many lines")
        }
        var geometry = GeometryEncoder()
        let (ele, isIndex) = (layer.key("ele"), layer.key("index"))
        let cell = Self.extent / Double(grid.cells)
        for (number, segments) in crossings.segments.sorted(by: { $0.key < $1.key }) {
            guard RenderBudget.spend(segments.count, .vertices, at: "tile \(id)") else { return layer }
            let height = Double(number) * interval
            guard let value = layer.value(.number((height * 1000).rounded() / 1000)),
                let flag = layer.value(.bool((height / index - (height / index).rounded()).magnitude < 1e-6))
            else { continue }
            for line in crossings.joined(segments, height: height) {
                geometry.removeAll()
                geometry.add(
                    line: line.map { point in
                        TilePoint(
                            Int32(((point.x - Double(grid.border) + 0.5) * cell).rounded()),
                            Int32(((point.y - Double(grid.border) + 0.5) * cell).rounded()))
                    })
                layer.add(
                    id: nil, type: .lineString, tags: [ele, value, isIndex, flag], geometry: geometry.bytes[...])
            }
        }
        return layer
    }

    /// Points of the finest heights that a tile shows.
    private func spots(_ id: TileID) throws(Diagnostic) -> LayerEncoder {
        var layer = LayerEncoder(name: "spot", extent: Int(Self.extent))
        let source = id.ancestor(atZoom: min(id.z, field.maxZoom))
        let steps = id.z - source.z
        guard let grid = try field.grid(source, border: Self.spotRadius) else { return layer }
        var geometry = GeometryEncoder()
        let ele = layer.key("ele")
        // A hill is as high as two lines.
        let prominence = Float(max(1, min(2 * interval, index)) * unit.metres)
        let cell = Self.extent / Double(grid.cells) * Double(1 << steps)
        let (left, top) = (
            Double(id.x - source.x << steps) * Self.extent, Double(id.y - source.y << steps) * Self.extent
        )
        for (column, row, height) in grid.peaks(radius: Self.spotRadius, prominence: prominence) {
            let (x, y) = ((Double(column) + 0.5) * cell - left, (Double(row) + 0.5) * cell - top)
            guard (0..<Self.extent).contains(x), (0..<Self.extent).contains(y),
                let value = layer.value(.number((Double(height) / unit.metres).rounded()))
            else { continue }
            geometry.removeAll()
            geometry.add(points: [TilePoint(Int32(x), Int32(y))])
            layer.add(id: nil, type: .point, tags: [ele, value], geometry: geometry.bytes[...])
        }
        return layer
    }
}

extension HeightField.Grid {
    /// The cells of the tile that are higher than all of a square around them, in rows.
    func peaks(radius: Int, prominence: Float) -> [(column: Int, row: Int, height: Float)] {
        var found: [(column: Int, row: Int, height: Float)] = []
        let reach = min(radius, border)
        guard reach > 0 else { return [] }
        for row in 0..<cells {
            for column in 0..<cells {
                let at = (row + border) * side + column + border
                let height = heights[at]
                // Most cells have a higher neighbor.
                guard height.isFinite, height >= heights[at + 1], height > heights[at - 1],
                    height >= heights[at + side], height > heights[at - side]
                else { continue }
                var (isHighest, lowest) = (true, height)
                search: for down in -reach...reach {
                    for across in -reach...reach {
                        let other = heights[at + down * side + across]
                        lowest = min(lowest, other.isFinite ? other : lowest)
                        // Of two that are equal, that which comes first.
                        let isBefore = down < 0 || down == 0 && across < 0
                        if other > height || isBefore && other == height {
                            isHighest = false
                            break search
                        }
                    }
                }
                if isHighest, height - lowest >= prominence { found.append((column, row, height)) }
            }
        }
        return found
    }
}
