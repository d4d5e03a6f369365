// SPDX-License-Identifier: MIT
package import MapCore

/// MapLibre tiles (MLT): columns of values where Mapbox vector tiles have one message a feature.
///
/// A tile is turned into a Mapbox vector tile, so that all that is drawn comes the same way.
///
/// - SeeAlso: MapLibre Tile Specification, maplibre.org/maplibre-tile-spec.
package enum MLTTile {
    /// Numbers, flags and vertices of a tile; the densest tiles of real maps hold about a million.
    private static let maxValues = 1 << 25

    /// True when a tile begins as MLT does, with the length of a block and its kind, and not as a Mapbox vector tile.
    package static func matches(_ bytes: [UInt8]) -> Bool {
        var reader = MLTReader(bytes, 0..<bytes.count, valueBudget: 0)
        guard bytes.first != 0x1A, let length = try? reader.count(), length <= bytes.count - reader.offset else {
            return false
        }
        return (try? reader.count()) == 1
    }

    /// The same tile as a Mapbox vector tile.
    ///
    /// - Parameter bytes: an MLT tile that is not compressed.
    /// - Returns: the layers, features and properties in the encoding of Mapbox Vector Tile 2.1.
    /// - Throws: what is wrong, with the layer as path.
    package static func vectorTileBytes(_ bytes: [UInt8]) throws(Diagnostic) -> [UInt8] {
        var tile = ProtobufWriter()
        let allowed = min(maxValues, WorkContext.current.documents.values)
        var reader = MLTReader(bytes, 0..<bytes.count, valueBudget: allowed)
        while !reader.isAtEnd {
            let range = try reader.range(try reader.count())
            var block = MLTReader(bytes, range, valueBudget: reader.valueBudget)
            // Blocks of other kinds are for later versions.
            guard try block.count() == 1 else { continue }
            tile.message(3, try layer(&block))
            reader.valueBudget = block.valueBudget
        }
        return tile.bytes
    }

    private static func layer(_ reader: inout MLTReader) throws(Diagnostic) -> ProtobufWriter {
        let name = try reader.string()
        do throws(Diagnostic) {
            let extent = try reader.count()
            guard (1...Int(Int32.max)).contains(extent) else { throw reader.failure("the extent is \(extent)") }
            let columnCount = try reader.count()
            guard columnCount <= reader.end - reader.offset else {
                throw reader.failure("the layer has too many columns")
            }
            var columns: [MLTColumn] = []
            for _ in 0..<columnCount { columns.append(try MLTColumn(&reader)) }
            var layer = MLTLayer(name: name, extent: extent)
            for column in columns { try layer.read(column, &reader) }
            guard layer.isComplete else { throw reader.failure("the columns have not one value for each feature") }
            return layer.message
        } catch {
            throw error.at("layer \"\(name)\"")
        }
    }
}

/// One layer on its way from columns to features.
private struct MLTLayer {
    let name: String
    let extent: Int
    private var ids: [Int64?] = []
    private var geometry: [MLTGeometry.Feature] = []
    private var properties: [MLTProperty] = []
    private var featureCount = 0

    init(name: String, extent: Int) {
        self.name = name
        self.extent = extent
    }

    mutating func read(_ column: MLTColumn, _ reader: inout MLTReader) throws(Diagnostic) {
        switch column.kind {
        case .id:
            let present = column.isNullable ? try reader.presence() : nil
            var values = try MLTStream(&reader).integers(&reader, isSigned: false)[...]
            ids = present?.map { $0 ? values.popFirst() : nil } ?? values.map(Optional.some)
            featureCount = ids.count
        case .geometry:
            geometry = try MLTGeometry(&reader).features
            featureCount = geometry.count
        case .scalar, .sharedStrings:
            properties += try reader.properties(column, featureCount: featureCount)
        }
    }

    /// Whether each column has a value for each geometry: the geometries may come after it, and be more.
    var isComplete: Bool { properties.allSatisfy { $0.values.count >= geometry.count } }

    /// The layer as Mapbox Vector Tile 2.1, 4.1, has it.
    var message: ProtobufWriter {
        var layer = ProtobufWriter()
        layer.number(15, 2)
        layer.string(1, name)
        layer.number(5, UInt64(extent))
        var values: [PropertyValue: UInt64] = [:]
        for (index, feature) in geometry.enumerated() {
            var message = ProtobufWriter()
            if index < ids.count, let id = ids[index] { message.number(1, UInt64(bitPattern: id)) }
            var tags: [UInt64] = []
            for (key, property) in properties.enumerated() {
                guard let value = property.values[index] else { continue }
                let valueIndex = values[value] ?? UInt64(values.count)
                values[value] = valueIndex
                tags += [UInt64(key), valueIndex]
            }
            message.packed(2, tags)
            message.number(3, feature.type)
            message.packed(4, feature.commands)
            layer.message(2, message)
        }
        for property in properties { layer.string(3, property.name) }
        for (value, _) in values.sorted(by: { $0.value < $1.value }) { layer.message(4, value.message) }
        return layer
    }
}

extension MLTGeometry.Feature {
    /// `GeomType` of Mapbox Vector Tile 2.1.
    fileprivate var type: UInt64 {
        switch kind {
        case .point, .multiPoint: 1
        case .lineString, .multiLineString: 2
        case .polygon, .multiPolygon: 3
        }
    }

    /// Drawing commands: Mapbox Vector Tile 2.1, 4.3.
    fileprivate var commands: [UInt64] {
        var commands: [UInt64] = []
        var pen: MLTGeometry.TilePoint = (0, 0)
        func draw(_ command: UInt64, _ points: some Collection<MLTGeometry.TilePoint>) {
            guard !points.isEmpty else { return }
            commands.append(command | UInt64(points.count) << 3)
            for point in points {
                for delta in [point.x &- pen.x, point.y &- pen.y] {
                    commands.append(UInt64(UInt32(bitPattern: delta << 1 ^ delta >> 31)))
                }
                pen = point
            }
        }
        for (index, part) in parts.enumerated() {
            switch type {
            case 1: draw(1, part)
            case 2 where part.count > 1:
                draw(1, part.prefix(1))
                draw(2, part.dropFirst())
            case 3 where part.count > 2:
                // Outer rings have a positive area in the tile's coordinates, holes a negative one.
                let ring = (area(part) > 0) == outerRings.contains(index) ? part : part.reversed()
                draw(1, ring.prefix(1))
                draw(2, ring.dropFirst())
                commands.append(15)
            default: break
            }
        }
        return commands
    }

    /// Twice the signed area, by the shoelace formula.
    private func area(_ ring: [MLTGeometry.TilePoint]) -> Double {
        var sum = 0.0
        var previous = ring.last ?? (0, 0)
        for point in ring {
            sum += Double(previous.x) * Double(point.y) - Double(point.x) * Double(previous.y)
            previous = point
        }
        return sum
    }
}

extension PropertyValue {
    /// A `Value` of Mapbox Vector Tile 2.1; nothing for what tiles do not hold.
    var message: ProtobufWriter {
        var message = ProtobufWriter()
        switch self {
        case .string(let text): message.string(1, text)
        case .number(let number): message.double(3, number)
        case .bool(let flag): message.number(7, flag ? 1 : 0)
        case .null, .array, .object: break
        }
        return message
    }
}

/// A column as a layer's header describes it.
struct MLTColumn {
    enum Kind: Equatable {
        case id(isLong: Bool)
        case geometry
        case scalar(Scalar)
        /// Strings under several names that share a dictionary.
        case sharedStrings
    }

    enum Scalar: Int { case bool, int8, uint8, int32, uint32, int64, uint64, float, double, string }

    let kind: Kind
    let name: String
    let isNullable: Bool
    private(set) var children: [MLTColumn] = []

    /// - SeeAlso: MapLibre Tile Specification, "FeatureTable Metadata"; the codes are those of the reference decoders.
    init(_ reader: inout MLTReader, isChild: Bool = false) throws(Diagnostic) {
        let code = try reader.count()
        isNullable = code & 1 == 1 && code != 30
        switch code {
        case 0...3: (kind, name) = (.id(isLong: code & 2 == 2), "id")
        case 4: (kind, name) = (.geometry, "geometry")
        case 10...29:
            guard let scalar = Scalar(rawValue: (code - 10) / 2) else { throw reader.failure("unknown column type") }
            (kind, name) = (.scalar(scalar), try reader.string())
        case 30 where !isChild:
            (kind, name) = (.sharedStrings, try reader.string())
            let count = try reader.count()
            guard count <= reader.end - reader.offset else { throw reader.failure("a column has too many children") }
            for _ in 0..<count { children.append(try MLTColumn(&reader, isChild: true)) }
        default: throw reader.failure("columns of type \(code) are not read")
        }
    }
}
