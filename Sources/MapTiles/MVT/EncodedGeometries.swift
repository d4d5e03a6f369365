// SPDX-License-Identifier: MIT
import MapGeometry

/// Why a feature's geometry is invalid.
enum GeometryError: Error {
    case endsInsideCommand
    case unknownCommand(Int)
    case closePathCount(Int)
    case closePathOutsideRing
    case lineToWithoutStart
    case number

    var message: String {
        switch self {
        case .endsInsideCommand: "geometry ends inside a command"
        case .unknownCommand(let id): "geometry has an unknown command \(id)"
        case .closePathCount(let count): "geometry has a ClosePath with count \(count), not 1"
        case .closePathOutsideRing: "geometry has a ClosePath where no ring is open"
        case .lineToWithoutStart: "geometry has a LineTo before any MoveTo"
        case .number: "geometry has a number that is cut off or beyond 32 bits"
        }
    }
}

/// The geometries of all features of a tile.
final class TileGeometries: Sendable {
    /// The tile, as it was decoded.
    private let bytes: [UInt8]
    private let points: [TilePoint]
    /// For each part of a geometry that has several, the index behind its last point.
    private let ends: [UInt32]
    /// The points whose coordinates need more than 32 bits, by their indices.
    private let farPoints: [Int: Point]

    fileprivate init(bytes: [UInt8], points: [TilePoint], ends: [UInt32], farPoints: [Int: Point]) {
        (self.bytes, self.points, self.ends, self.farPoints) = (bytes, points, ends, farPoints)
    }

    /// What the points take, about.
    var byteCount: Int { points.count * MemoryLayout<TilePoint>.stride }

    /// Where a feature's geometry is kept. A tile has less than 2^31 bytes.
    struct Place: Sendable {
        /// The range of its commands in the tile.
        fileprivate var encoded: Range<UInt32>
        fileprivate var points: Range<UInt32>
        /// The range in `ends`; empty when all points are one part.
        fileprivate var ends: Range<UInt32>

        static let none = Place(encoded: 0..<0, points: 0..<0, ends: 0..<0)

        var pointCount: Int { points.count }
    }

    /// The commands of a geometry.
    func encoded(_ place: Place) -> ArraySlice<UInt8> {
        bytes[Int(place.encoded.lowerBound)..<Int(place.encoded.upperBound)]
    }

    /// Puts a geometry in place of another, whose memory is used again.
    func read(_ place: Place, into geometry: inout TileGeometry) {
        let count = place.pointCount
        // To empty the arrays would take as long as to fill them.
        if geometry.points.count > count { geometry.points.removeSubrange(count...) }
        points.withUnsafeBufferPointer { points in
            let own = points[Int(place.points.lowerBound)..<Int(place.points.upperBound)]
            let known = geometry.points.count
            geometry.points.withUnsafeMutableBufferPointer {
                for index in 0..<known { $0[index] = Point(own[own.startIndex &+ index]) }
            }
            guard known < count else { return }
            geometry.points.reserveCapacity(count)
            for index in known..<count { geometry.points.append(Point(own[own.startIndex &+ index])) }
        }
        if !farPoints.isEmpty {
            for index in 0..<count {
                if let far = farPoints[Int(place.points.lowerBound) + index] { geometry.points[index] = far }
            }
        }
        if place.ends.isEmpty, count > 0, geometry.parts.count == 1 {
            geometry.parts[0] = 0..<count
            return
        }
        geometry.parts.removeAll(keepingCapacity: true)
        if place.ends.isEmpty, count > 0 { geometry.parts.append(0..<count) }
        var start = 0
        for end in ends[Int(place.ends.lowerBound)..<Int(place.ends.upperBound)] {
            let end = Int(end &- place.points.lowerBound)
            geometry.parts.append(start..<end)
            start = end
        }
    }
}

extension Point {
    @inline(__always)
    fileprivate init(_ point: TilePoint) { self.init(Double(point.x), Double(point.y)) }
}

/// Decodes the geometries of a tile's features.
///
/// - SeeAlso: Mapbox Vector Tile Specification 2.1, section 4.3.
struct GeometryDecoder: ~Copyable {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// Each point takes at least two bytes of the tile, which has room for all of them then.
    private let points: UnsafeMutableBufferPointer<TilePoint>
    /// The number of points so far.
    private(set) var count = 0
    private var ends: [UInt32] = []
    private var farPoints: [Int: Point] = [:]

    /// `bytes` are those of a tile, and outlive the decoder.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        points = .allocate(capacity: bytes.count / 2)
    }

    deinit { points.deallocate() }

    /// What was decoded of the tile.
    func geometries(of tile: [UInt8]) -> TileGeometries {
        // Filling nothing would write to the empty array that all threads share.
        let kept =
            count == 0
            ? []
            : [TilePoint](unsafeUninitializedCapacity: count) { kept, initialized in
                initialized = kept.moveInitialize(fromContentsOf: points[..<count])
            }
        return TileGeometries(bytes: tile, points: kept, ends: ends, farPoints: farPoints)
    }

    /// Validates and decodes a feature's geometry. A geometry of unknown type may follow other rules, so an error in it does not make
    /// the tile invalid.
    mutating func place(of feature: FeatureRecord) throws(FeatureError) -> TileGeometries.Place {
        let (firstPoint, firstEnd) = (count, ends.count)
        do {
            if !decodeShort(feature.geometry, type: feature.type) {
                try decode(feature.geometry, type: feature.type)
            }
        } catch {
            while count > firstPoint { removeLast() }
            ends.removeSubrange(firstEnd...)
            throw feature.type == .unknown ? .invalidFeature(error.message) : .invalidTile(error.message)
        }
        func range(_ start: Int, _ end: Int) -> Range<UInt32> {
            UInt32(truncatingIfNeeded: start)..<UInt32(truncatingIfNeeded: end)
        }
        return TileGeometries.Place(
            encoded: range(feature.geometry.lowerBound, feature.geometry.upperBound),
            points: range(firstPoint, count), ends: range(firstEnd, ends.count))
    }

    /// Decodes a geometry as nearly all are: each part has a MoveTo to one point, at most one LineTo and, of a polygon, a
    /// ClosePath, and numbers of one or two bytes.
    ///
    /// - Returns: false for others, of which nothing is kept.
    private mutating func decodeShort(_ range: Range<Int>, type: GeometryType) -> Bool {
        // Each step is shorter than 2¹³, so that 32 bits cannot overflow.
        guard range.count < 1 << 18, range.count / 2 <= points.count &- count else { return false }
        let (points, firstEnd, isLine) = (points, ends.count, type == .lineString || type == .polygon)
        var reader = ProtobufReader(bytes, range)
        var (x, y, index) = (Int32(0), Int32(0), count)
        parts: while reader.shortNumber() == 1 << 3 | 1, let dx = reader.shortNumber(), let dy = reader.shortNumber() {
            (x, y) = (x &+ zigzagDecoded(dx), y &+ zigzagDecoded(dy))
            let start = index
            points.initializeElement(at: index, to: TilePoint(x, y))
            index &+= 1
            if isLine, let command = reader.shortNumber(where: { $0 & 7 == 2 }) {
                let end = index &+ Int(command >> 3)
                while index < end {
                    guard let dx = reader.shortNumber(), let dy = reader.shortNumber() else { break parts }
                    (x, y) = (x &+ zigzagDecoded(dx), y &+ zigzagDecoded(dy))
                    points.initializeElement(at: index, to: TilePoint(x, y))
                    index &+= 1
                }
            }
            if type == .polygon {
                _ = reader.shortNumber { $0 == 1 << 3 | 7 }
                if index > start &+ 1, points[index &- 1] == points[start] { index &-= 1 }
            }
            let isLast = reader.isAtEnd
            if !isLast || ends.count > firstEnd { ends.append(UInt32(truncatingIfNeeded: index)) }
            guard !isLast else {
                count = index
                return true
            }
        }
        ends.removeSubrange(firstEnd...)
        return false
    }

    private mutating func decode(_ range: Range<Int>, type: GeometryType) throws(GeometryError) {
        var reader = ProtobufReader(bytes, range)
        let firstEnd = ends.count
        let isolated = type == .point || type == .unknown
        // A tile has less than 2³¹ steps of 32 bits, so that 64 bits cannot overflow.
        var (x, y) = (0, 0)
        var (start, isStarted) = (count, false)
        while !reader.isAtEnd {
            guard let command = reader.number() else { throw .number }
            let steps = Int(command >> 3)
            switch command & 7 {
            case 1: isStarted = isStarted || steps > 0
            case 2: guard isStarted else { throw .lineToWithoutStart }
            case 7:
                guard type == .polygon, isStarted else { throw .closePathOutsideRing }
                guard steps == 1 else { throw .closePathCount(steps) }
                continue
            default: throw .unknownCommand(Int(command & 7))
            }
            guard steps <= points.count - count else { throw .endsInsideCommand }
            let beginsParts = isolated || command & 7 == 1
            for _ in 0..<steps {
                guard let dx = reader.number(), let dy = reader.number() else {
                    throw reader.isAtEnd ? .endsInsideCommand : .number
                }
                x &+= Int(zigzagDecoded(dx))
                y &+= Int(zigzagDecoded(dy))
                if beginsParts, count > start {
                    endPart(from: start, type)
                    ends.append(UInt32(truncatingIfNeeded: count))
                    start = count
                }
                let point = TilePoint(Int32(truncatingIfNeeded: x), Int32(truncatingIfNeeded: y))
                if Int(point.x) != x || Int(point.y) != y { farPoints[count] = Point(Double(x), Double(y)) }
                points.initializeElement(at: count, to: point)
                count &+= 1
            }
        }
        guard count > start else { return }
        endPart(from: start, type)
        if ends.count > firstEnd { ends.append(UInt32(truncatingIfNeeded: count)) }
    }

    /// Removes the last point of a ring when it repeats the first.
    private mutating func endPart(from start: Int, _ type: GeometryType) {
        guard type == .polygon, count > start &+ 1, points[count &- 1] == points[start] else { return }
        if farPoints.isEmpty || farPoints[count &- 1] == farPoints[start] { removeLast() }
    }

    private mutating func removeLast() {
        count &-= 1
        if !farPoints.isEmpty { farPoints[count] = nil }
    }
}
