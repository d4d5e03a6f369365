// SPDX-License-Identifier: MIT

/// Why a feature cannot be used.
enum FeatureError: Error {
    /// The others can.
    case dropped(String)
    /// Nor can the tile be trusted.
    case refused(String)
}

/// The parts of an encoded feature.
struct FeatureRecord {
    private(set) var id: UInt64?
    private(set) var type = GeometryType.unknown
    private(set) var tags = 0..<0
    private(set) var geometry = 0..<0
    /// Where its tags lie in the layer's table.
    var tagRange: Range<UInt32> = 0..<0

    init(_ buffer: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) throws(FeatureError) {
        var typeNumber: UInt64?
        var geometries = 0
        var reader = ProtobufReader(buffer, range)
        do {
            while let (number, wire) = try reader.field() {
                switch number {
                case 1: id = try reader.varint(wire)
                case 2: tags = try reader.range(wire)
                case 3: typeNumber = try reader.varint(wire)
                case 4:
                    geometry = try reader.range(wire)
                    geometries += 1
                default: try reader.skip(wire)
                }
            }
        } catch {
            throw .refused(error.message)
        }
        guard let typeNumber else { throw .dropped("it has no geometry type") }
        switch typeNumber {
        case 0: type = .unknown
        case 1: type = .point
        case 2: type = .lineString
        case 3: type = .polygon
        default: throw .dropped("its geometry type is \(typeNumber)")
        }
        guard geometries == 1, !geometry.isEmpty else {
            throw .dropped(geometries > 1 ? "it has \(geometries) geometries" : "it has no geometry")
        }
    }

    /// Checks the geometry. That of an unknown type may follow other rules, so the tile is not to blame for it.
    func size(in buffer: UnsafeBufferPointer<UInt8>) throws(FeatureError) -> GeometrySize {
        do {
            return try geometrySize(buffer, geometry, type: type)
        } catch {
            throw type == .unknown ? .dropped(error.message) : .refused(error.message)
        }
    }
}
