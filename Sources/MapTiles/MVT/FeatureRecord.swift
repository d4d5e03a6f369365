// SPDX-License-Identifier: MIT

/// Why a feature cannot be decoded.
enum FeatureError: Error {
    /// The feature is invalid, but the rest of the tile can be used.
    case invalidFeature(String)
    /// The data are damaged, so that the whole tile is unusable.
    case invalidTile(String)
}

/// The parts of an encoded feature.
struct FeatureRecord {
    private(set) var id: UInt64?
    private(set) var type = GeometryType.unknown
    private(set) var tags = 0..<0
    private(set) var geometry = 0..<0
    /// Its tags in the layer's table.
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
            throw .invalidTile(error.message)
        }
        guard let typeNumber else { throw .invalidFeature("it has no geometry type") }
        switch typeNumber {
        case 0: type = .unknown
        case 1: type = .point
        case 2: type = .lineString
        case 3: type = .polygon
        default: throw .invalidFeature("its geometry type is \(typeNumber)")
        }
        guard geometries == 1, !geometry.isEmpty else {
            throw .invalidFeature(geometries > 1 ? "it has \(geometries) geometries" : "it has no geometry")
        }
    }

    /// Validates the geometry and counts its points. A geometry of unknown type may follow other rules, so an error in it
    /// does not make the tile invalid.
    func size(in buffer: UnsafeBufferPointer<UInt8>) throws(FeatureError) -> GeometrySize {
        do {
            return try geometrySize(buffer, geometry, type: type)
        } catch {
            throw type == .unknown ? .invalidFeature(error.message) : .invalidTile(error.message)
        }
    }
}
