// SPDX-License-Identifier: MIT
import MapCore

/// The geometries of a layer: their types, and the points of each part of each geometry in tile units.
struct MLTGeometry {
    typealias TilePoint = (x: Int32, y: Int32)

    enum Kind: Int64 { case point, lineString, polygon, multiPoint, multiLineString, multiPolygon }

    struct Feature {
        let kind: Kind
        /// Points: one part. Lines: a part each. Areas: a part for each ring.
        var parts: [[TilePoint]]
        /// Of areas: which parts are outer rings.
        var outerRings: Set<Int> = []
    }

    private(set) var features: [Feature] = []
    private var lengths: [UInt8: [Int64]] = [:]
    private var positions: [UInt8: Int] = [:]
    private var vertices: [TilePoint] = []
    private var vertexOffsets: [Int64]?
    private var nextVertex = 0

    /// - SeeAlso: MapLibre Tile Specification, "Geometry Column" and "Length Stream Encoding Rules".
    init(_ reader: inout MLTReader) throws(Diagnostic) {
        let streamCount = try reader.count()
        let types = try MLTStream(&reader).integers(&reader, isSigned: false)
        for _ in 1..<max(1, streamCount) { try add(try MLTStream(&reader), &reader) }
        features.reserveCapacity(types.count)
        for type in types {
            guard let kind = Kind(rawValue: type) else { throw reader.failure("unknown geometry type \(type)") }
            features.append(try feature(kind, reader))
        }
    }

    private mutating func add(_ stream: MLTStream, _ reader: inout MLTReader) throws(Diagnostic) {
        switch (stream.kind, stream.subtype) {
        case (.length, MLTStream.Subtype.triangleLengths), (.offset, MLTStream.Subtype.indexOffsets):
            // Triangles for graphics processors; outlines are what is drawn here.
            break
        case (.length, let level): lengths[level] = try stream.integers(&reader, isSigned: false)
        case (.offset, _): vertexOffsets = try stream.integers(&reader, isSigned: false)
        case (.data, MLTStream.Subtype.mortonVertices):
            vertices = try stream.integers(&reader, isSigned: false).map { code in
                let bits = UInt64(bitPattern: code)
                return (
                    x: Int32(truncatingIfNeeded: Self.evenBits(bits) - stream.coordinateShift),
                    y: Int32(truncatingIfNeeded: Self.evenBits(bits >> 1) - stream.coordinateShift)
                )
            }
        case (.data, _):
            let numbers = try stream.integers(&reader, isSigned: true)
            vertices = stride(from: 0, to: numbers.count - 1, by: 2).map {
                (x: Int32(truncatingIfNeeded: numbers[$0]), y: Int32(truncatingIfNeeded: numbers[$0 + 1]))
            }
        case (.present, _): throw reader.failure("a geometry column holds a stream of another kind")
        }
    }

    /// Every second bit, beginning with the lowest: one coordinate of a Morton code.
    private static func evenBits(_ code: UInt64) -> Int {
        (0..<32).reduce(0) { $0 | Int(code >> UInt64(2 * $1) & 1) << $1 }
    }

    private mutating func feature(_ kind: Kind, _ reader: MLTReader) throws(Diagnostic) -> Feature {
        let count = kind.rawValue > Kind.polygon.rawValue ? try next(MLTStream.Subtype.geometryLengths, reader) : 1
        var feature = Feature(kind: kind, parts: [])
        switch kind {
        case .point, .multiPoint: feature.parts = [try points(count, reader)]
        case .lineString, .multiLineString:
            let level =
                lengths[MLTStream.Subtype.ringLengths] == nil
                ? MLTStream.Subtype.partLengths : MLTStream.Subtype.ringLengths
            for _ in 0..<count { feature.parts.append(try points(try next(level, reader), reader)) }
        case .polygon, .multiPolygon:
            for _ in 0..<count {
                feature.outerRings.insert(feature.parts.count)
                for _ in 0..<(try next(MLTStream.Subtype.partLengths, reader)) {
                    feature.parts.append(try points(try next(MLTStream.Subtype.ringLengths, reader), reader))
                }
            }
        }
        return feature
    }

    private mutating func next(_ level: UInt8, _ reader: MLTReader) throws(Diagnostic) -> Int {
        let index = positions[level, default: 0]
        guard let all = lengths[level], index < all.count, (0...Int64(Int32.max)).contains(all[index]) else {
            throw reader.failure("a geometry lacks a length")
        }
        positions[level] = index + 1
        return Int(all[index])
    }

    private mutating func points(_ count: Int, _ reader: MLTReader) throws(Diagnostic) -> [TilePoint] {
        let available = vertexOffsets?.count ?? vertices.count
        guard count <= available - nextVertex else { throw reader.failure("a geometry lacks vertices") }
        defer { nextVertex += count }
        guard let vertexOffsets else { return Array(vertices[nextVertex..<nextVertex + count]) }
        var points: [TilePoint] = []
        points.reserveCapacity(count)
        for offset in vertexOffsets[nextVertex..<nextVertex + count] {
            guard offset >= 0, offset < Int64(vertices.count) else {
                throw reader.failure("a vertex is not in its dictionary")
            }
            points.append(vertices[Int(offset)])
        }
        return points
    }
}
