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

/// The numbers of points and parts of a geometry.
struct GeometrySize: Sendable, Hashable {
    var points = 0
    var parts = 0
}

/// Validates a geometry and counts its points and parts. Each point takes at least two bytes, so counts are bounded by the
/// size of the data.
///
/// - SeeAlso: Mapbox Vector Tile Specification 2.1, section 4.3.
func geometrySize(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, type: GeometryType
) throws(GeometryError) -> GeometrySize {
    var reader = ProtobufReader(bytes, range)
    var size = GeometrySize()
    while !reader.isAtEnd {
        let command = try parameter(&reader)
        let count = Int(command >> 3)
        switch command & 7 {
        case 1:
            try skipPairs(count, &reader)
            size.points += count
            size.parts += count
        case 2:
            guard size.parts > 0 else { throw .lineToWithoutStart }
            try skipPairs(count, &reader)
            size.points += count
            if type == .point || type == .unknown { size.parts += count }
        case 7:
            guard type == .polygon, size.parts > 0 else { throw .closePathOutsideRing }
            guard count == 1 else { throw .closePathCount(count) }
        default: throw .unknownCommand(Int(command & 7))
        }
    }
    return size
}

private func skipPairs(_ count: Int, _ reader: inout ProtobufReader) throws(GeometryError) {
    guard let skipped = reader.skipNumbers(2 * count) else { throw .number }
    guard skipped == 2 * count else { throw .endsInsideCommand }
}

@inline(__always)
private func parameter(_ reader: inout ProtobufReader) throws(GeometryError) -> UInt32 {
    guard let wide = try? reader.varint(), let number = UInt32(exactly: wide) else { throw .number }
    return number
}

/// Decodes a geometry that `geometrySize` has validated, in place of another, whose memory is used again.
func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, type: GeometryType, size: GeometrySize,
    into geometry: inout TileGeometry
) {
    var reader = ProtobufReader(bytes, range)
    geometry.points.removeAll(keepingCapacity: true)
    geometry.parts.removeAll(keepingCapacity: true)
    let isolated = type == .point || type == .unknown
    withUnsafeTemporaryAllocation(of: Point.self, capacity: size.points) { points in
        // Sums of 32-bit steps: a tile has fewer than 2^31 of them, so 64 bits cannot overflow.
        var (x, y) = (0, 0)
        var (start, count) = (0, 0)
        /// Ends the part that began at a point; the last point of a ring is removed when it repeats the first.
        func finishPart() {
            guard count > start else { return }
            if type == .polygon, count > start &+ 1, points[count &- 1] == points[start] { count &-= 1 }
            geometry.parts.append(start..<count)
            start = count
        }
        while !reader.isAtEnd {
            let command = reader.checkedNumber()
            let opens = command & 7 == 1
            guard opens || command & 7 == 2 else { continue }
            for _ in 0..<command >> 3 {
                guard !reader.isAtEnd, count < points.count else { break }
                x &+= Int(zigzagDecoded(reader.checkedNumber()))
                y &+= Int(zigzagDecoded(reader.checkedNumber()))
                if opens || isolated { finishPart() }
                points.initializeElement(at: count, to: Point(Double(x), Double(y)))
                count &+= 1
            }
        }
        finishPart()
        geometry.points.append(contentsOf: points[..<count])
    }
}
