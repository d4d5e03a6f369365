// SPDX-License-Identifier: MIT
package import MapCore
package import MapGeo
import MapGeometry
import MapTiles

/// The part of the world whose tiles are wanted.
package struct TileRegion: Sendable {
    /// In the unit square of Web Mercator, within x 0...1.
    private let boxes: [Rect]
    /// The rings of each area, by the even-odd rule; empty for boxes alone. One that is not within x 0...1 has copies that are.
    private let areas: [[[Point]]]
    package let bounds: CoordinateBox
    /// The same for the same region.
    package let description: String

    /// All tiles that one of the boxes touches, of which there is at least one.
    package init(boxes: [CoordinateBox]) {
        bounds = CoordinateBox(around: boxes) ?? .world
        areas = []
        self.boxes = boxes.flatMap(\.mercatorRects)
        description = boxes.map { "box \($0)" }.joined(separator: " ")
    }

    /// All tiles that the areas of a GeoJSON file touch.
    ///
    /// - Throws: when the file cannot be read, or has no area.
    package init(polygonsOf path: String) throws(Diagnostic) {
        try self.init(
            polygonsIn: JSONDocument(.geojson, file: path, text: try readFile(path, limit: 256 << 20)).root, file: path)
    }

    /// All tiles that the areas of GeoJSON touch.
    ///
    /// - Parameters:
    ///   - root: of the GeoJSON.
    ///   - path: for errors.
    /// - Throws: when it has no area.
    package init(polygonsIn root: JSONNode, file path: String) throws(Diagnostic) {
        var areas: [[[Point]]] = []
        var ringBoxes: [CoordinateBox] = []
        for polygon in root.coordinates(ofEach: "Polygon") {
            var rings: [[Coordinate]] = []
            for ring in polygon.array ?? [] {
                let line = unwrapped(ring.places)
                if line.count > 3 { rings.append(rings.first.map { aligned(line, with: $0) } ?? line) }
            }
            ringBoxes += rings.compactMap { CoordinateBox(around: $0) }
            if !rings.isEmpty { areas.append(rings.map { $0.map(WebMercator.project) }) }
        }
        guard let box = CoordinateBox(narrowestAround: ringBoxes) else {
            throw Diagnostic(
                code: .batchInvalidTable, file: path, expected: "GeoJSON with a Polygon or MultiPolygon",
                found: "none")
        }
        bounds = box
        boxes = box.mercatorRects
        description = "polygon \(areas.joined().map { $0.map { "\($0.x),\($0.y)" }.joined(separator: " ") })"
        self.areas = areas.flatMap { rings in
            let columns = rings.joined().map(\.x)
            let turns = [-1.0, 0, 1].filter { turn in
                turn == 0 || (columns.max() ?? 0) + turn > 0 && (columns.min() ?? 1) + turn < 1
            }
            return turns.map { turn in rings.map { ring in ring.map { Point($0.x + turn, $0.y) } } }
        }
    }

    /// The tiles' columns and rows of a zoom that may have wanted tiles.
    package func ranges(ofZoom zoom: Int) -> [(columns: ClosedRange<Int>, rows: ClosedRange<Int>)] {
        boxes.map { $0.tiles(ofZoom: zoom) }
    }

    /// True when a tile is wanted.
    package func contains(_ id: TileID) -> Bool {
        let square = id.mercatorRect
        let isInBox = ranges(ofZoom: id.z).contains { $0.columns.contains(id.x) && $0.rows.contains(id.y) }
        guard isInBox, !areas.isEmpty else { return isInBox }
        return areas.contains { Self.touches($0, square) }
    }

    /// True where a rectangle of Web Mercator, which may lie beyond x 0...1, has something of the region.
    func touches(_ rect: Rect) -> Bool {
        [-1.0, 0, 1].contains { turn in
            let rect = rect.offset(by: Point(turn, 0))
            return boxes.contains { $0.intersects(rect) }
                && (areas.isEmpty || areas.contains { Self.touches($0, rect) })
        }
    }

    private static func touches(_ rings: [[Point]], _ square: Rect) -> Bool {
        if rings.contains(where: { ring in ring.contains { square.contains($0) } }) { return true }
        if rings.contains(where: { crosses($0, square) }) { return true }
        return !rings.count { $0.surrounds(square.center) }.isMultiple(of: 2)
    }

    /// The tiles of a run that are wanted, as runs in the same order.
    func runs(in run: Range<UInt64>) -> [Range<UInt64>] {
        var wanted: [Range<UInt64>] = []
        for zoom in 0...TileID.maxZoom {
            let numbers = TileID.firstHilbertNumber(ofZoom: zoom)..<TileID.firstHilbertNumber(ofZoom: zoom + 1)
            let part = run.clamped(to: numbers)
            guard !part.isEmpty else { continue }
            let first = numbers.lowerBound
            for square in TileID.hilbertSquares(of: part.lowerBound - first..<part.upperBound - first) {
                add(square.level, square.index, zoom, first, to: &wanted)
            }
        }
        return wanted
    }

    /// Adds those of a square of 2ⁿ by 2ⁿ tiles of a zoom: none where the tile that covers it is not wanted.
    private func add(_ level: Int, _ index: UInt64, _ zoom: Int, _ first: UInt64, to wanted: inout [Range<UInt64>]) {
        let cover = TileID(z: zoom - level, hilbertIndex: index)
        guard contains(cover) else { return }
        guard level == 0 || isWhole(cover, level: level) else {
            for child in 0..<UInt64(4) { add(level - 1, 4 * index + child, zoom, first, to: &wanted) }
            return
        }
        let start = first + index << UInt64(2 * level)
        let end = start + 1 << UInt64(2 * level)
        if let last = wanted.last, last.upperBound == start {
            wanted[wanted.count - 1] = last.lowerBound..<end
        } else {
            wanted.append(start..<end)
        }
    }

    /// Whether all tiles of a square are wanted, as far as that is seen without looking at each.
    private func isWhole(_ cover: TileID, level: Int) -> Bool {
        guard areas.isEmpty else { return false }
        let (x, y, last) = (cover.x << level, cover.y << level, 1 << level - 1)
        return ranges(ofZoom: cover.z + level).contains {
            $0.columns.contains(x) && $0.columns.contains(x + last) && $0.rows.contains(y) && $0.rows.contains(y + last)
        }
    }

    private static func crosses(_ ring: [Point], _ square: Rect) -> Bool {
        guard var previous = ring.last else { return false }
        for point in ring {
            if segment(previous, point, touches: square) { return true }
            previous = point
        }
        return false
    }

    /// Liang and Barsky's test.
    private static func segment(_ a: Point, _ b: Point, touches rect: Rect) -> Bool {
        var (start, end) = (0.0, 1.0)
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        for (p, q) in [
            (-dx, a.x - rect.minX), (dx, rect.maxX - a.x), (-dy, a.y - rect.minY), (dy, rect.maxY - a.y),
        ] {
            if p == 0 {
                if q < 0 { return false }
            } else if p < 0 {
                start = max(start, q / p)
            } else {
                end = min(end, q / p)
            }
        }
        return start <= end
    }
}

extension JSONNode {
    /// The coordinates of the geometries of a type in GeoJSON, and of each part of those with several, in its order.
    func coordinates(ofEach type: String) -> [JSONNode] {
        func all(_ nodes: [JSONNode]?) -> [JSONNode] { (nodes ?? []).flatMap { $0.coordinates(ofEach: type) } }
        if let records = array { return all(records) }
        switch self["type"]?.string ?? "" {
        case "FeatureCollection": return all(self["features"]?.array)
        case "GeometryCollection": return all(self["geometries"]?.array)
        case "Feature": return self["geometry"]?.coordinates(ofEach: type) ?? []
        case type: return [self["coordinates"]].compactMap(\.self)
        case "Multi" + type: return self["coordinates"]?.array ?? []
        default: return []
        }
    }

    /// A list of GeoJSON's positions, without those that lie nowhere on the Earth.
    var places: [Coordinate] {
        (array ?? []).compactMap { position in
            guard let numbers = position.array, numbers.count >= 2, let longitude = numbers[0].number,
                let latitude = numbers[1].number, abs(longitude) <= 360, abs(latitude) <= 90
            else { return nil }
            return Coordinate(latitude: latitude, longitude: longitude)
        }
    }
}
