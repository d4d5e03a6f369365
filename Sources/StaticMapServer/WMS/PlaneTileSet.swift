// SPDX-License-Identifier: MIT
import HTTPTypes
import Libc
import MapCore
import MapGeometry
import MapLayout

/// Tiles in the plane of a coordinate system: each level has twice as many columns and rows as the one before.
///
/// - SeeAlso: OGC 17-083r4, *Two Dimensional Tile Matrix Set and Tile Set Metadata*.
struct PlaneTileSet: Sendable {
    static let levels = 0...20
    /// Points of a tile's side.
    static let side = 256
    /// Tiles along a block's side.
    private static let largestBlock = 8

    let system: ServedSystem
    /// As "WorldCRS84Quad" or "EPSG:3035".
    let name: String
    /// With the same scale of zooms everywhere, so that tiles side by side have the same layers.
    let plane: CartographicProjection
    /// The upper left corner, in the plane.
    let corner: Point
    /// The side of a tile of level 0, in units of the plane.
    private let unit: Double
    /// What the tiles cover, in those sides.
    private let extent: Size

    init(_ system: ServedSystem) throws(RequestError) {
        self.system = system
        name = system == .crs84 ? "WorldCRS84Quad" : system.code
        // Degrees lie on the edge of the world; others begin at a round number.
        let step = system.isGeographic ? 1.0 : 1000
        let box = system.bounds
        corner = Point((box.minX / step).rounded(.up) * step, (box.maxY / step).rounded(.down) * step)
        let (width, height) = (box.maxX - corner.x, corner.y - box.minY)
        unit = system.isGeographic ? 180 : (max(width, height) / step).rounded(.up) * step
        extent = Size(width: width / unit, height: height / unit)
        let middle = system.area.center
        plane = try system.plane.adjusted(zoomPlace: middle)
    }

    /// Units of the plane for a pixel.
    func resolution(_ level: Int) -> Double { unit / Double(1 << level) / Double(Self.side) }

    func columns(_ level: Int) -> Int { Int((extent.width * Double(1 << level) - 1e-6).rounded(.up)) }

    func rows(_ level: Int) -> Int { Int((extent.height * Double(1 << level) - 1e-6).rounded(.up)) }

    /// The block of tiles with a tile; nil for a tile that the level does not have.
    func block(level: Int, column: Int, row: Int, count: Int) -> PlaneBlock? {
        guard Self.levels.contains(level), (0..<columns(level)).contains(column), (0..<rows(level)).contains(row) else {
            return nil
        }
        let side = resolution(level) * Double(Self.side)
        let count = min(count, Self.largestBlock)
        let (left, top) = (column / count * count, row / count * count)
        // Where the level ends, blocks are smaller.
        let (across, down) = (min(count, columns(level) - left), min(count, rows(level) - top))
        let (x, y) = (corner.x + Double(left) * side, corner.y - Double(top) * side)
        return PlaneBlock(
            box: PlaneBox(minX: x, minY: y - Double(down) * side, maxX: x + Double(across) * side, maxY: y),
            width: across * Self.side, height: down * Self.side, cell: count * Self.side,
            x: (column - left) * Self.side, y: (row - top) * Self.side, name: "\(name)/\(level)/\(count)/\(left)/\(top)"
        )
    }

    /// How the set is described for WMTS.
    var capabilities: String {
        // Degrees are as long as at the equator.
        let meters = system.isGeographic ? 6_378_137 * Double.pi / 180 : 1
        let place = system.isNorthFirst ? [corner.y, corner.x] : [corner.x, corner.y]
        let matrices = Self.levels.map { level in
            tileMatrix(
                level, resolution(level) * meters, corner: "\(place[0]) \(place[1])", side: Self.side,
                columns: columns(level), rows: rows(level))
        }
        let parts = system.code.split(separator: ":")
        return tileMatrixSet(name, "\(parts[0]):\(parts[0] == "OGC" ? "1.3" : ""):\(parts[1])", matrices)
    }

    /// A style in these tiles, which are asked for with parameters.
    func layer(_ style: ServedStyle, formats: [String]) -> String {
        let area = system.area
        return """
            <Layer><ows:Title>\(markupEscaped(style.name)), \(markupEscaped(system.name))</ows:Title><ows:WGS84BoundingBox>\
            <ows:LowerCorner>\(max(-180, area.minX)) \(area.minY)</ows:LowerCorner>\
            <ows:UpperCorner>\(min(180, area.maxX)) \(area.maxY)</ows:UpperCorner></ows:WGS84BoundingBox>\
            <ows:Identifier>\(markupEscaped(identifier(style)))</ows:Identifier>
            <Style isDefault="true"><ows:Identifier>default</ows:Identifier></Style>\
            \(formats.map { "<Format>\($0)</Format>" }.joined())
            <TileMatrixSetLink><TileMatrixSet>\(name)</TileMatrixSet></TileMatrixSetLink></Layer>
            """
    }

    func identifier(_ style: ServedStyle) -> String { "\(style.id)-\(name)" }
}

/// Some tiles side by side, which are drawn as one image.
struct PlaneBlock: Sendable {
    let box: PlaneBox
    /// In pixels.
    let (width, height): (Int, Int)
    /// The side of blocks that are not at an edge, in pixels.
    let cell: Int
    /// Where the tile lies in it, in pixels.
    let (x, y): (Int, Int)
    let name: String
}

extension MapService {
    /// A tile in another system than Web Mercator.
    func planeTile(
        _ set: PlaneTileSet, level: Int, column: Int, row: Int, ext: String, of style: ServedStyle,
        _ request: ServerRequest
    ) async throws(RequestError) -> Response {
        guard let block = set.block(level: level, column: column, row: row, count: configuration.metatile) else {
            throw notFound(request)
        }
        var map = PlanarMap(
            system: set.system, box: block.box, width: block.width, height: block.height,
            format: RenderRequest.Output("png"))
        map.plane = set.plane
        let view = try PlanarView(map)
        let cut = TileCut(
            block: "\(style.id)/\(block.name)", x: block.x, y: block.y, side: PlaneTileSet.side,
            grid: BlockGrid(side: Double(block.cell), scale: 1), scene: view.scene(of: style),
            finish: { view.finished($0) })
        return try await tile(cut, ext: ext, of: style, request)
    }
}
