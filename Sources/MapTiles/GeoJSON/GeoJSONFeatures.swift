// SPDX-License-Identifier: MIT
import MapPlane

/// The projected features of a GeoJSON document, in flat arrays.
struct GeoJSONFeatures: Sendable {
    struct Feature: Sendable {
        var id: PropertyValue?
        var type: GeometryType
        /// Into the tables' tags.
        var tags: Range<UInt32>
        /// Into `parts`.
        var parts: Range<Int>
        var box: Rect
    }

    /// A set of points, a line, or a ring that does not repeat its first point.
    struct Part: Sendable {
        /// Into `points`.
        var range: Range<Int>
        /// A line's length or a ring's area in the unit square.
        var size: Double
        /// False for holes, which follow their outer ring.
        var isOuter: Bool
    }

    var features: [Feature] = []
    var parts: [Part] = []
    /// In the unit square of Web Mercator; x may leave it.
    var points: [Point] = []
    /// For each point: see `appendSimplificationWeights`.
    var weights: [Float] = []

    /// Appends a part with the winding order of vector tiles: outer rings clockwise on screen, holes counterclockwise.
    mutating func appendPart(_ line: inout [Point], type: GeometryType, isOuter: Bool, finest: Double) {
        var size = 0.0
        switch type {
        case .polygon:
            if line.count > 1, line.first == line.last { line.removeLast() }
            let area = signedArea(line)
            // The first point stays first: dashes begin there.
            if isOuter ? area < 0 : area > 0 { line[1...].reverse() }
            size = abs(area)
        case .lineString:
            for i in line.indices.dropFirst() { size += line[i].distance(to: line[i - 1]) }
        case .point, .unknown: break
        }
        let start = points.count
        points.append(contentsOf: line)
        if type == .polygon || type == .lineString {
            line.withUnsafeBufferPointer {
                appendSimplificationWeights(of: $0, closed: type == .polygon, minTolerance: finest, to: &weights)
            }
        } else {
            weights.append(contentsOf: repeatElement(.infinity, count: line.count))
        }
        parts.append(Part(range: start..<points.count, size: size, isOuter: isOuter))
    }

    /// A feature for filters, with its geometry in the unit square.
    func feature(_ feature: Feature, _ tables: PropertyTables) -> VectorFeature {
        var geometry = TileGeometry()
        for part in parts[feature.parts] { geometry.append(points[part.range]) }
        return VectorFeature(id: feature.id, type: feature.type, tables: tables, tags: feature.tags, geometry: geometry)
    }
}
