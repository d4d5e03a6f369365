// SPDX-License-Identifier: MIT
import Libc
import MapCore
import MapData
import MapGeo
import MapGeometry

/// Points counted in hexagons, squares or clusters.
///
/// What is counted becomes properties, by which `colorBy`, `sizeBy` and `label` show it: `count`, and the sum or mean of a property under
/// its own name.
public struct Aggregation: Hashable, Sendable {
    /// What points are counted in.
    public enum Shape: String, CaseIterable, Hashable, Sendable {
        /// A grid of hexagons.
        case hexagons
        /// A grid of squares.
        case squares
        /// Circles in the middle of points that are near each other.
        case clusters
    }

    /// What becomes of the values of a property.
    public enum Operation: String, CaseIterable, Hashable, Sendable { case sum, mean, min, max }

    /// What points are counted in.
    public var shape: Shape
    /// The width of a cell, or the distance within which points are one cluster, in metres at the middle latitude of the data; nil
    /// for a fortieth of its extent.
    public var size: Double?
    /// A property whose values are put together; nil to count only.
    public var property: String?
    /// How they are put together.
    public var operation: Operation
    /// A property by whose values clusters are divided like a pie; nil for discs.
    public var pie: String?

    /// Creates an aggregation.
    public init(
        _ shape: Shape, size: Double? = nil, property: String? = nil, operation: Operation = .sum, pie: String? = nil
    ) {
        self.shape = shape
        self.size = size
        self.property = property
        self.operation = operation
        self.pie = pie
    }
}

extension Aggregation: KeyedValue {
    static var usual: Self { Self(.hexagons) }
    static let definition = "aggregate"

    mutating func keys(_ k: inout Keys) {
        k.required("into", &shape, ChoiceCodec<Shape>())
        k("size", &size, .number(1...20_037_508))
        k("property", &property, .filled)
        k("operation", &operation)
        k("pie", &pie, .filled)
        guard k.isReading else { return }
        if property == nil { k.noteNoEffect("operation", "without a \"property\"") }
        if shape != .clusters {
            k.given("pie")?.report("\"pie\" goes with clusters", code: .sceneConflictingKeys)
        }
    }
}

extension KeyCodec where Self == Form<Aggregation> {
    /// A shape, or an object.
    static var aggregation: Self {
        Form(
            ["oneOf": [ChoiceCodec<Aggregation.Shape>().schema, .reference(Aggregation.definition)]],
            { field in
                if field.node.object != nil { return Aggregation(field) }
                guard let shape = field.choice(of: Aggregation.Shape.self) else { return nil }
                return Aggregation(shape)
            },
            { $0 == Aggregation($0.shape) ? .word($0.shape) : $0.jsonNode })
    }
}

/// Points put together, as a cell of a grid or a cluster.
private struct Heap {
    var members: [Int] = []
    /// The sum of the places, on the plane of Web Mercator.
    var sum = Point(0, 0)
    /// The middle of the cell.
    var center = Point(0, 0)
}

extension Aggregation {
    /// A cell for each hexagon or square that has points, or a point for each cluster.
    func features(of features: [DataFeature], _ surroundings: DataSurroundings) -> [DataFeature] {
        var points: [(place: Point, feature: Int)] = []
        for (index, feature) in features.enumerated() {
            for place in feature.places where abs(place.latitude) <= WebMercator.maxLatitude {
                points.append((WebMercator.project(place), index))
            }
        }
        for name in [property, pie].compactMap(\.self) where !features.contains(where: { $0.value(name) != nil }) {
            surroundings.reportUnknown(
                name, at: name == property ? "aggregate.property" : "aggregate.pie", known: features.propertyNames)
        }
        guard !points.isEmpty else { return [] }
        let box = Rect(around: points.map(\.place))
        let latitude = WebMercator.unproject(box.center).latitude
        let meters = WebMercator.circumference * cos(latitude * .pi / 180)
        let usual = max(box.width, box.height) / 40
        let width = max(1e-9, size.map { $0 / meters } ?? (usual > 0 ? usual : 1000 / meters))
        let heaps =
            switch shape {
            case .hexagons: cells(points) { Self.hexagon(at: $0, width) }
            case .squares:
                cells(points) { point in
                    let (column, row) = ((point.x / width).rounded(.down), (point.y / width).rounded(.down))
                    return (Point(column, row), Point((column + 0.5) * width, (row + 0.5) * width))
                }
            case .clusters: Self.clusters(points.map(\.place), width)
            }
        return heaps.enumerated().map { index, heap in
            let members = heap.members.map { features[points[$0].feature] }
            var feature = DataFeature(index: index, id: nil, properties: JSONObject(), geometries: [])
            feature.properties.members = properties(of: members)
            feature.slices = pie.map { slices(of: members, $0) } ?? []
            switch shape {
            case .clusters:
                let middle = heap.sum * (1 / Double(heap.members.count))
                feature.geometries = [.points([WebMercator.unproject(middle)])]
            case .hexagons:
                feature.geometries = [Self.polygon(around: heap.center, width / 3.0.squareRoot(), corners: 6)]
            case .squares:
                feature.geometries = [Self.polygon(around: heap.center, width / 2.0.squareRoot(), corners: 4)]
            }
            return feature
        }
    }

    private func properties(of members: [DataFeature]) -> [JSONObject.Member] {
        var own = [JSONObject.Member("count", .count(members.count))]
        let numbers = property.map { name in members.compactMap { $0.value(name)?.datum } } ?? []
        guard let property, let first = numbers.first else { return own }
        let value: Double =
            switch operation {
            case .sum: numbers.reduce(0, +)
            case .mean: numbers.reduce(0, +) / Double(numbers.count)
            case .min: numbers.reduce(first, Swift.min)
            case .max: numbers.reduce(first, Swift.max)
            }
        own.append(JSONObject.Member(property, .number(value)))
        return own
    }

    /// The number of members of each value, or the sum of the property.
    private func slices(of members: [DataFeature], _ name: String) -> [(value: JSONNode, size: Double)] {
        var sizes: [String: (JSONNode, Double)] = [:]
        for member in members {
            guard let value = member.value(name), !value.isMissing else { continue }
            let size = operation == .sum ? property.flatMap { member.value($0)?.datum } ?? 1 : 1
            sizes[value.categoryText, default: (value, 0)].1 += Swift.max(0, size)
        }
        return sizes.sorted { $0.key < $1.key }.map { ($0.value.0, $0.value.1) }
    }

    /// Points by the cell that they are in, from north to south.
    private func cells(
        _ points: [(place: Point, feature: Int)], _ cell: (Point) -> (key: Point, center: Point)
    ) -> [Heap] {
        var heaps: [Point: Heap] = [:]
        for (index, point) in points.enumerated() {
            let (key, center) = cell(point.place)
            heaps[key, default: Heap(center: center)].members.append(index)
        }
        return heaps.sorted { ($0.key.y, $0.key.x) < ($1.key.y, $1.key.x) }.map(\.value)
    }

    /// The hexagon that a point is in, with a corner at its top.
    private static func hexagon(at point: Point, _ width: Double) -> (key: Point, center: Point) {
        let side = width / 3.0.squareRoot()
        // Axial coordinates, of which the three sum to zero.
        let r = point.y * 2 / 3 / side
        let q = point.x / width - r / 2
        var (x, y, z) = (q.rounded(), r.rounded(), (-q - r).rounded())
        let (dx, dy, dz) = (abs(x - q), abs(y - r), abs(z + q + r))
        if dx > dy, dx > dz { x = -y - z } else if dy > dz { y = -x - z } else { z = -x - y }
        return (Point(x + (y / 2).rounded(.down), y), Point((x + y / 2) * width, y * side * 1.5))
    }

    private static func polygon(around center: Point, _ radius: Double, corners: Int) -> GeoJSONGeometry {
        let ring = (0..<corners).map { corner in
            let angle = (Double(corner) + 0.5) / Double(corners) * 2 * .pi
            return WebMercator.unproject(Point(center.x + cos(angle) * radius, center.y + sin(angle) * radius))
        }
        return .polygons([[ring + ring.prefix(1)]])
    }

    /// Each point that is not in a cluster yet takes those within the distance that are not either, in the order of the data.
    private static func clusters(_ places: [Point], _ distance: Double) -> [Heap] {
        func key(_ point: Point) -> Point {
            Point((point.x / distance).rounded(.down), (point.y / distance).rounded(.down))
        }
        var free: [Point: [Int]] = [:]
        for (index, place) in places.enumerated() { free[key(place), default: []].append(index) }
        var isTaken = [Bool](repeating: false, count: places.count)
        var heaps: [Heap] = []
        for (index, place) in places.enumerated() where !isTaken[index] {
            var heap = Heap(center: place)
            let middle = key(place)
            for x in -1...1 {
                for y in -1...1 {
                    let cell = Point(middle.x + Double(x), middle.y + Double(y))
                    guard let candidates = free[cell] else { continue }
                    var rest: [Int] = []
                    for candidate in candidates {
                        let offset = places[candidate] - place
                        if offset.x * offset.x + offset.y * offset.y <= distance * distance {
                            isTaken[candidate] = true
                            heap.members.append(candidate)
                            heap.sum = heap.sum + places[candidate]
                        } else {
                            rest.append(candidate)
                        }
                    }
                    free[cell] = rest
                }
            }
            heaps.append(heap)
        }
        return heaps
    }
}

extension DataFeature {
    /// The points of a feature, or the middle of its line or area.
    fileprivate var places: [Coordinate] {
        let points = points
        return points.isEmpty ? geometries.middle.map { [$0] } ?? [] : points
    }
}
