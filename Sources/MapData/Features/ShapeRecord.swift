// SPDX-License-Identifier: MIT
import MapCore
import MapGeometry

/// The geometry of a record of a Shapefile. Heights and measures are dropped.
///
/// - SeeAlso: ESRI, *Shapefile Technical Description*, 1998.
struct ShapeRecord {
    /// The number of the type; those with heights and measures are 10 and 20 more.
    let type: Int
    private let bytes: ArraySlice<UInt8>

    /// The shape in the content of a record.
    init(_ bytes: ArraySlice<UInt8>) throws(GeometryError) {
        guard let type = bytes.number(Int32.self, at: 0) else { throw .damaged }
        (self.type, self.bytes) = (Int(type), bytes)
    }

    static func typeName(_ type: Int) -> String? {
        switch type {
        case 0: "Null"
        case 1: "Point"
        case 3: "PolyLine"
        case 5: "Polygon"
        case 8: "MultiPoint"
        case 11, 13, 15, 18: typeName(type - 10).map { $0 + "Z" }
        case 21, 23, 25, 28: typeName(type - 20).map { $0 + "M" }
        case 31: "MultiPatch"
        default: nil
        }
    }

    /// The box around the geometry; nil for none.
    var box: Rect? {
        switch type {
        case 1, 11, 21:
            guard let x = bytes.double(at: 4), let y = bytes.double(at: 12) else { return nil }
            return Rect(minX: x, minY: y, maxX: x, maxY: y)
        default:
            guard let minX = bytes.double(at: 4), let minY = bytes.double(at: 12), let maxX = bytes.double(at: 20),
                let maxY = bytes.double(at: 28)
            else { return nil }
            return Rect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
        }
    }

    /// - Returns: nil for a record without a geometry.
    func geometry(_ collector: FeatureCollector, _ rings: inout RingAssembly) throws(GeometryError) -> JSONNode? {
        switch type {
        case 0: return nil
        case 1, 11, 21:
            guard let point = point(at: 4) else { throw .damaged }
            guard point.x.isFinite, point.y.isFinite else { return nil }
            try collector.takes(positions: 1)
            return .geometry("Point", .position(point.x, point.y))
        case 8, 18, 28:
            guard let count = bytes.number(UInt32.self, at: 36) else { throw .damaged }
            let positions = try points(at: 40, count: Int(count), collector).map { JSONNode.position($0.x, $0.y) }
            return positions.isEmpty ? nil : .geometry("MultiPoint", .list(positions))
        case 3, 13, 23:
            let lines = try parts(collector).filter { $0.count > 1 }.map(\.positions)
            guard let first = lines.first else { return nil }
            return lines.count == 1 ? .geometry("LineString", first) : .geometry("MultiLineString", .list(lines))
        case 5, 15, 25:
            let polygons = rings.polygons(try parts(collector)).map { JSONNode.list($0.map(\.positions)) }
            guard let first = polygons.first else { return nil }
            return polygons.count == 1 ? .geometry("Polygon", first) : .geometry("MultiPolygon", .list(polygons))
        default: throw .unsupported(Self.typeName(type) ?? "number \(type)")
        }
    }

    private func parts(_ collector: FeatureCollector) throws(GeometryError) -> [[Point]] {
        guard let partCount = bytes.number(UInt32.self, at: 36), let count = bytes.number(UInt32.self, at: 40),
            let starts = bytes.part(44, 4 * Int(partCount))
        else { throw .damaged }
        let points = try points(at: 44 + starts.count, count: Int(count), collector)
        var parts: [[Point]] = []
        for part in 0..<Int(partCount) {
            guard let start = starts.number(UInt32.self, at: 4 * part).map(Int.init) else { throw .damaged }
            let end = starts.number(UInt32.self, at: 4 * part + 4).map(Int.init) ?? points.count
            guard start <= end, end <= points.count else { throw .damaged }
            if end > start { parts.append(Array(points[start..<end])) }
        }
        return parts
    }

    private func points(at offset: Int, count: Int, _ collector: FeatureCollector) throws(GeometryError) -> [Point] {
        guard bytes.part(offset, 16 * count) != nil else { throw .damaged }
        try collector.takes(positions: count)
        var points: [Point] = []
        points.reserveCapacity(count)
        for index in 0..<count {
            guard let point = point(at: offset + 16 * index), point.x.isFinite, point.y.isFinite else { throw .damaged }
            points.append(point)
        }
        return points
    }

    private func point(at offset: Int) -> Point? {
        guard let x = bytes.double(at: offset), let y = bytes.double(at: offset + 8) else { return nil }
        return Point(x, y)
    }
}

extension [Point] {
    fileprivate var positions: JSONNode { .list(map { .position($0.x, $0.y) }) }
}

/// Makes polygons of rings, of which a Shapefile says only by their orientation which are holes, and not of what.
struct RingAssembly {
    /// Comparisons that are left for the file: of boxes, and of points with edges.
    private var budget = 200_000_000
    /// True when holes were given to the ring before them, since comparing them would have taken too long.
    private(set) var isCutShort = false

    /// The rings of each polygon, the outer one first.
    ///
    /// Outer rings go clockwise where y grows upwards. A hole belongs to the smallest outer ring around it; one that lies in none is
    /// an outer ring that goes the wrong way round.
    mutating func polygons(_ rings: [[Point]]) -> [[[Point]]] {
        let areas = rings.map(signedArea)
        // Of a polygon that goes the wrong way round as a whole, all rings are outer ones.
        let outer = rings.indices.filter { areas[$0] <= 0 }
        let holes = rings.indices.filter { areas[$0] > 0 }
        guard !holes.isEmpty else { return rings.map { [$0] } }
        guard !outer.isEmpty else {
            return holes.count == 1 ? rings.map { [$0] } : nested(rings, areas)
        }
        return assigned(rings, areas, outer: outer, holes: holes)
    }

    /// Rings that all go the same, wrong way round: those that lie in an odd number of others are holes.
    private mutating func nested(_ rings: [[Point]], _ areas: [Double]) -> [[[Point]]] {
        let boxes = rings.map(Rect.init(around:))
        var (outer, holes) = ([Int](), [Int]())
        for index in rings.indices {
            var depth = 0
            budget -= rings.count
            for other in rings.indices where other != index && areas[other] > areas[index] && budget > 0 {
                if contains(rings[other], boxes[other], rings[index], boxes[index]) { depth += 1 }
            }
            if depth % 2 == 0 { outer.append(index) } else { holes.append(index) }
        }
        return assigned(rings, areas, outer: outer, holes: holes)
    }

    private mutating func assigned(
        _ rings: [[Point]], _ areas: [Double], outer: [Int], holes: [Int]
    ) -> [[[Point]]] {
        let boxes = rings.map(Rect.init(around:))
        var members: [Int: [Int]] = [:]
        var strays: [Int] = []
        for hole in holes {
            var owner: Int?
            budget -= outer.count
            if budget > 0 {
                for index in outer where owner.map({ abs(areas[index]) < abs(areas[$0]) }) ?? true {
                    if contains(rings[index], boxes[index], rings[hole], boxes[hole]) { owner = index }
                }
            } else {
                isCutShort = true
                owner = outer.last { $0 < hole }
            }
            if let owner { members[owner, default: []].append(hole) } else { strays.append(hole) }
        }
        return (outer + strays).sorted().map { index in [rings[index]] + (members[index] ?? []).map { rings[$0] } }
    }

    /// True when the first ring lies around the second. Vertices on an edge of it do not decide.
    private mutating func contains(_ ring: [Point], _ box: Rect, _ inner: [Point], _ innerBox: Rect) -> Bool {
        budget -= 1
        guard box.minX <= innerBox.minX, box.minY <= innerBox.minY, innerBox.maxX <= box.maxX, innerBox.maxY <= box.maxY
        else { return false }
        for point in inner.prefix(Self.maxProbes) {
            budget -= ring.count
            guard budget > 0 else { return false }
            switch side(of: point, ring) {
            case .inside: return true
            case .outside: return false
            case .edge: continue
            }
        }
        return true
    }

    /// Vertices of a hole that are looked at: one that touches its outer ring does so at few of them.
    private static let maxProbes = 16

    private enum Side { case inside, outside, edge }

    private func side(of p: Point, _ ring: [Point]) -> Side {
        var isInside = false
        guard var a = ring.last else { return .outside }
        for b in ring {
            defer { a = b }
            if p == b { return .edge }
            let turn = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
            if turn == 0, min(a.x, b.x) <= p.x, p.x <= max(a.x, b.x), min(a.y, b.y) <= p.y, p.y <= max(a.y, b.y) {
                return .edge
            }
            if (a.y > p.y) != (b.y > p.y), (turn > 0) == (b.y > a.y) { isInside.toggle() }
        }
        return isInside ? .inside : .outside
    }
}
