// SPDX-License-Identifier: MIT
package import MapDiagnostics
import MapGeo
import MapPlane
import MapRuntime

extension GeoJSONFeatures {
    /// Reads and projects a document; nil, and reported as an error, when it is not GeoJSON.
    static func read(_ root: Field, options: GeoJSONOptions) -> (features: GeoJSONFeatures, tables: PropertyTables)? {
        var features = GeoJSONFeatures()
        var tables = PropertyTables.Builder()
        if let count = root.node["features"]?.array?.count { features.features.reserveCapacity(count) }
        // The tolerance of the last zoom that is simplified, in the unit square.
        let tolerance = options.tolerance / 512 / Double(1 << max(0, min(options.maxZoom, 30) - 1))
        // Farther coordinates would go round the Earth more than eight times: they are mistakes.
        let limits = GeoJSONGeometry.Limits(longitude: 8 * 360, latitude: 8 * 360)
        let isGeoJSON = root.readGeoJSON(limits) { feature in
            guard !WorkCancellation.isRequested, RenderBudget.spend(1, .features, at: root.path) else { return }
            RenderBudget.spend(feature.vertexCount, .vertices, at: root.path)
            let members = feature.properties?.object?.members ?? []
            let tags = tables.add(members.lazy.map { ($0.key, PropertyValue($0.node)) })
            let id = id(of: feature, options)
            for geometry in feature.geometries {
                features.append(geometry, id: id, tags: tags, tolerance: tolerance)
            }
        }
        return isGeoJSON ? (features, tables.finish()) : nil
    }

    /// The id as MapLibre takes it: a string that is a number counts as one.
    private static func id(of feature: GeoJSONFeature, _ options: GeoJSONOptions) -> PropertyValue? {
        guard feature.node["type"]?.string == "Feature" else { return nil }
        if options.generateIDs { return .number(Double(feature.index)) }
        let node = options.promoteID.map { feature.properties?[$0] } ?? feature.node["id"]
        switch node?.value {
        case .number(let number): return .number(number)
        case .string(let string):
            return Double(string).flatMap { $0.isFinite ? .number($0) : nil } ?? .string(string)
        default: return nil
        }
    }

    private mutating func append(
        _ geometry: GeoJSONGeometry, id: PropertyValue?, tags: Range<UInt32>, tolerance: Double
    ) {
        let firstPart = parts.count
        let type: GeometryType
        switch geometry {
        case .points(let points):
            type = .point
            appendPart(points, type, isOuter: true, tolerance)
        case .lines(let lines):
            type = .lineString
            for line in lines { appendPart(line, type, isOuter: true, tolerance) }
        case .polygons(let polygons):
            type = .polygon
            for ring in polygons.lazy.map({ $0.enumerated() }).joined() {
                appendPart(ring.element, type, isOuter: ring.offset == 0, tolerance)
            }
        }
        guard firstPart < parts.count else { return }
        let box = points[parts[firstPart].range.lowerBound...].reduce(into: Rect.null) { $0.extend(to: $1) }
        guard !box.isNull else { return }
        features.append(Feature(id: id, type: type, tags: tags, parts: firstPart..<parts.count, box: box))
    }

    private mutating func appendPart(
        _ line: [Coordinate], _ type: GeometryType, isOuter: Bool, _ tolerance: Double
    ) {
        guard !line.isEmpty else { return }
        var points = line.map {
            WebMercator.project(Coordinate(latitude: Self.folded($0.latitude), longitude: $0.longitude))
        }
        appendPart(&points, type: type, isOuter: isOuter, finest: tolerance)
    }

    /// Beyond a pole the latitude decreases again, as in MapLibre, which projects its sine.
    private static func folded(_ latitude: Double) -> Double {
        guard abs(latitude) > 90 else { return latitude }
        let angle = (latitude + 90).truncatingRemainder(dividingBy: 360)
        let fromPole = angle < 0 ? angle + 360 : angle
        return fromPole <= 180 ? fromPole - 90 : 270 - fromPole
    }
}

extension PropertyValue {
    /// A member of GeoJSON `properties`.
    package init(_ node: JSONNode) {
        switch node.value {
        case .null: self = .null
        case .bool(let bool): self = .bool(bool)
        case .number(let number): self = .number(number)
        case .string(let string): self = .string(string)
        case .array(let elements): self = .array(elements.map(PropertyValue.init))
        case .object(let object):
            self = .object(
                Dictionary(object.members.map { ($0.key, PropertyValue($0.node)) }, uniquingKeysWith: { $1 }))
        }
    }
}
