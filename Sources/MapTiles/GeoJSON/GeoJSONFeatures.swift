// SPDX-License-Identifier: MIT
package import MapCore
import MapData
import MapGeo
import MapGeometry

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

extension GeoJSONFeatures {
    /// Reads a document, and projects it on several threads; nil, and reported as an error, when it is not GeoJSON.
    static func read(
        _ root: Field, options: GeoJSONOptions, threads: Int
    ) -> (features: GeoJSONFeatures, tables: PropertyTables)? {
        var read: [(geometry: GeoJSONGeometry, id: PropertyValue?, tags: Range<UInt32>)] = []
        var tables = PropertyTables.Builder()
        // The tolerance of the last zoom that is simplified, in the unit square.
        let tolerance = options.tolerance / 512 / Double(1 << max(0, min(options.maxZoom, 30) - 1))
        // Farther coordinates would go round the Earth more than eight times: they are mistakes.
        let limits = GeoJSONGeometry.Limits(longitude: 8 * 360, latitude: 8 * 360)
        let isGeoJSON = root.readGeoJSON(limits) { feature in
            guard !WorkContext.isCancelled, RenderBudget.spend(1, .features, at: root.path) else { return }
            RenderBudget.spend(feature.vertexCount, .vertices, at: root.path)
            let members = feature.properties?.object?.members ?? []
            let tags = tables.add(members.lazy.map { ($0.key, PropertyValue($0.node)) })
            let id = id(of: feature, options)
            for geometry in feature.geometries { read.append((geometry, id, tags)) }
        }
        guard isGeoJSON else { return nil }
        // More shares than threads, as features differ in size.
        let size = max(1, read.count / 64)
        let all = read
        let shares = parallelMap(Array(stride(from: 0, to: all.count, by: size)), threads: threads) { start in
            var share = GeoJSONFeatures()
            let own = all[start..<min(start + size, all.count)]
            share.reserve(points: own.reduce(0) { $0 + $1.geometry.vertexCount })
            for (geometry, id, tags) in own where !WorkContext.isCancelled {
                share.append(geometry, id: id, tags: tags, tolerance: tolerance)
            }
            return share
        }
        return (GeoJSONFeatures(joining: shares), tables.finish())
    }

    private init(joining shares: [GeoJSONFeatures]) {
        reserve(points: shares.reduce(0) { $0 + $1.points.count })
        for share in shares {
            let (firstPart, firstPoint) = (parts.count, points.count)
            points += share.points
            weights += share.weights
            parts += share.parts.map { part in
                var part = part
                part.range = part.range.lowerBound + firstPoint..<part.range.upperBound + firstPoint
                return part
            }
            features += share.features.map { feature in
                var feature = feature
                feature.parts = feature.parts.lowerBound + firstPart..<feature.parts.upperBound + firstPart
                return feature
            }
        }
    }

    private mutating func reserve(points count: Int) {
        points.reserveCapacity(count)
        weights.reserveCapacity(count)
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

/// How GeoJSON is cut into tiles; the defaults are those of a MapLibre style's GeoJSON source.
///
/// - SeeAlso: MapLibre style specification, sources, geojson.
package struct GeoJSONOptions: Sendable, Hashable {
    /// Tile units per side.
    package var extent = 8192
    /// The width of the margin around each tile, in points of a tile that is 512 wide.
    package var buffer = 128.0
    /// The maximum deviation of simplified lines, in the same points; lines are not simplified from `maxZoom` on.
    package var tolerance = 0.375
    /// The maximum zoom of tiles; closer views enlarge them.
    package var maxZoom = 18
    /// The property that is used as the feature's id.
    package var promoteID: String?
    /// Use the feature's index as its id instead.
    package var generateIDs = false
    /// Whether lines have `VectorFeature.lineClip`.
    package var lineMetrics = false
    /// The name of the only layer of the tiles.
    package var layerName = "geojson"

    package init() {}
}

/// The filter and clustering that a style applies to GeoJSON features before they are cut into tiles.
package struct GeoJSONRules: Sendable {
    /// False for features to leave out; their geometry is in the unit square of Web Mercator.
    package var includes: (@Sendable (VectorFeature) -> Bool)?
    package var clustering: GeoJSONClustering?

    package init() {}
}

/// How points are clustered.
package struct GeoJSONClustering: Sendable {
    package typealias Properties = [String: PropertyValue]

    /// In points of a tile that is 512 wide.
    package var radius: Double
    /// The maximum zoom with clusters.
    package var maxZoom: Int
    /// The minimum number of points of a cluster; at least two.
    package var minPoints: Int
    /// The cluster properties of a single point, computed from its own properties.
    package var map: (@Sendable (Properties) -> Properties)?
    /// Adds the properties of a point or cluster to those of another cluster.
    package var reduce: (@Sendable (_ sum: inout Properties, _ other: Properties) -> Void)?

    package init(radius: Double, maxZoom: Int, minPoints: Int) {
        self.radius = radius
        self.maxZoom = maxZoom
        self.minPoints = minPoints
    }
}
