// SPDX-License-Identifier: MIT
import MapDiagnostics

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
