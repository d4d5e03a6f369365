// SPDX-License-Identifier: MIT
package import MapCore

/// Reads the geometries of a GeoPackage, Well-Known Binary behind a header, as GeoJSON. Altitudes and measures are dropped.
///
/// - SeeAlso: OGC 12-128r18 (GeoPackage 1.3), section 2.1.3; OGC 06-103r4 (Simple Features), section 8.
package struct WellKnownBinary {
    /// Why a geometry cannot be read.
    package enum ReadingError: Error, Hashable {
        /// The bytes are not a geometry, or end early.
        case damaged
        /// A kind of geometry that GeoJSON does not have, such as a curve.
        case unsupported(String)
    }

    /// The bytes that are not read yet.
    private var bytes: ArraySlice<UInt8>
    private var isLittleEndian = true

    private static let maxDepth = 32
    /// The names of types from 8 on, which GeoJSON lacks.
    private static let curves = [
        "CircularString", "CompoundCurve", "CurvePolygon", "MultiCurve", "MultiSurface", "Curve", "Surface",
        "PolyhedralSurface", "TIN", "Triangle",
    ]

    /// The geometry of a blob; nil for an empty one. Positions stay in the reference system of their table.
    package static func geometry(ofGeoPackage bytes: ArraySlice<UInt8>) throws(ReadingError) -> JSONNode? {
        var reader = WellKnownBinary(bytes: bytes)
        guard try reader.skipHeader() else { return nil }
        return try reader.geometry(depth: 0)
    }

    /// The geometry of bytes without a header; nil for an empty point.
    package static func geometry(of bytes: ArraySlice<UInt8>) throws(ReadingError) -> JSONNode? {
        var reader = WellKnownBinary(bytes: bytes)
        return try reader.geometry(depth: 0)
    }

    /// The number of the reference system that PostGIS writes into bytes without a header; nil where they have none.
    static func referenceSystem(of bytes: ArraySlice<UInt8>) -> Int? {
        var reader = WellKnownBinary(bytes: bytes)
        guard (try? reader.order()) != nil, let code = try? reader.integer(), code & 0x2000_0000 != 0,
            let number = try? reader.integer()
        else { return nil }
        let system = Int32(bitPattern: number)
        return system > 0 ? Int(system) : nil
    }

    private init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    private mutating func order() throws(ReadingError) { isLittleEndian = try take(1).first == 1 }

    /// "GP", a version, flags, the reference system and an envelope.
    /// - Returns: false for an empty geometry.
    private mutating func skipHeader() throws(ReadingError) -> Bool {
        let head = try take(8)
        let flags = head[head.startIndex + 3]
        guard head.starts(with: [0x47, 0x50]), head[head.startIndex + 2] == 0 else { throw .damaged }
        guard flags & 0x20 == 0 else { throw .unsupported("extended") }
        let envelopes = [0, 32, 48, 48, 64]
        let kind = Int(flags >> 1 & 7)
        guard kind < envelopes.count else { throw .damaged }
        _ = try take(envelopes[kind])
        return flags & 0x10 == 0
    }

    private mutating func geometry(depth: Int) throws(ReadingError) -> JSONNode? {
        guard depth < Self.maxDepth else { throw .damaged }
        try order()
        let code = try integer()
        var (type, dimensions) = (Int(code & 0x0FFF_FFFF), 2)
        // PostGIS marks Z, M and a reference system in high bits; ISO adds 1000, 2000 or 3000 to the type.
        if code & 0x8000_0000 != 0 { dimensions += 1 }
        if code & 0x4000_0000 != 0 { dimensions += 1 }
        if code & 0x2000_0000 != 0 { _ = try integer() }
        switch type / 1000 {
        case 0: break
        case 1, 2: dimensions += 1
        case 3: dimensions += 2
        default: throw .damaged
        }
        type %= 1000
        switch type {
        case 1: return try position(dimensions).map { .geometry("Point", $0) }
        case 2: return .geometry("LineString", try line(dimensions))
        case 3: return .geometry("Polygon", try rings(dimensions))
        case 4: return .geometry("MultiPoint", try parts(depth))
        case 5: return .geometry("MultiLineString", try parts(depth))
        case 6: return .geometry("MultiPolygon", try parts(depth))
        case 7:
            let geometries = try members(depth)
            return .geometryCollection(geometries)
        case 8..<8 + Self.curves.count: throw .unsupported(Self.curves[type - 8])
        default: throw .damaged
        }
    }

    private mutating func members(_ depth: Int) throws(ReadingError) -> [JSONNode] {
        // The smallest geometry has 9 bytes.
        let count = try count(of: 9)
        var members: [JSONNode] = []
        for _ in 0..<count {
            if let member = try geometry(depth: depth + 1) { members.append(member) }
        }
        return members
    }

    /// The coordinates of the members of a multi-part geometry.
    private mutating func parts(_ depth: Int) throws(ReadingError) -> JSONNode {
        .list(try members(depth).compactMap { $0["coordinates"] })
    }

    private mutating func rings(_ dimensions: Int) throws(ReadingError) -> JSONNode {
        var rings: [JSONNode] = []
        for _ in 0..<(try count(of: 4)) { rings.append(try line(dimensions)) }
        return .list(rings)
    }

    private mutating func line(_ dimensions: Int) throws(ReadingError) -> JSONNode {
        var positions: [JSONNode] = []
        for _ in 0..<(try count(of: 8 * dimensions)) {
            if let position = try position(dimensions) { positions.append(position) }
        }
        return .list(positions)
    }

    /// Nil for an empty point, which is written as NaN.
    private mutating func position(_ dimensions: Int) throws(ReadingError) -> JSONNode? {
        let (x, y) = (try double(), try double())
        _ = try take(8 * (dimensions - 2))
        guard x.isFinite, y.isFinite else { return nil }
        return .position(x, y)
    }

    /// A number of things that take at least so many bytes each.
    private mutating func count(of size: Int) throws(ReadingError) -> Int {
        let count = Int(try integer())
        guard count <= bytes.count / size else { throw .damaged }
        return count
    }

    private mutating func integer() throws(ReadingError) -> UInt32 {
        let four = try take(4)
        return (isLittleEndian ? Array(four.reversed()) : Array(four)).reduce(0) { $0 << 8 | UInt32($1) }
    }

    private mutating func double() throws(ReadingError) -> Double {
        let eight = try take(8)
        return Double(
            bitPattern: (isLittleEndian ? Array(eight.reversed()) : Array(eight)).reduce(0) { $0 << 8 | UInt64($1) })
    }

    private mutating func take(_ count: Int) throws(ReadingError) -> ArraySlice<UInt8> {
        guard bytes.count >= count else { throw .damaged }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count)
    }
}
