// SPDX-License-Identifier: MIT
import Libc
import Synchronization

/// A map projection other than Web Mercator: how longitudes and latitudes become coordinates of a plane, and back.
///
/// A map has a million vertices, each of which a library of projections would take a microsecond for. So the projection is
/// sampled on a grid, and points between are interpolated by cubic polynomials; where they miss the truth by more than a
/// hundredth of a pixel, a finer grid is taken, and at last the projection itself. Samples depend on their place alone, never on
/// the order in which threads ask for them.
package final class CartographicProjection: Sendable {
    /// As `EPSG:3035`: two projections with the same definition are the same.
    package let definition: String
    /// As `ETRS89-extended / LAEA Europe`.
    package let name: String
    /// The definition as well-known text; empty where it has none.
    package let wellKnownText: String
    /// The longitude in the middle, in degrees: the map is cut half a turn from it.
    package let centralMeridian: Double
    /// How far to the east and to the west of it the projection is of use, in degrees: 180 for the whole Earth.
    package let reach: Double
    /// Where the projection is of use, in degrees: conic ones go to infinity towards one of the poles.
    package let latitudes: ClosedRange<Double>
    /// What can be shown; nil for projections of the whole Earth. Those that look from one side do not know how to cut the other.
    package let hemisphere: Hemisphere?
    /// The place whose scale zooms mean, in degrees of longitude and latitude, so that maps side by side have the same; nil for the
    /// center of each map.
    package let zoomPlace: Point?
    /// How far places may be from where they were, there and back, in units of the plane: datums are not exact, and the edge of
    /// the world is where the projection returns another place.
    private let slack: Double
    /// What is nearer to a pole is as at the end of this, in degrees.
    private let reliable: ClosedRange<Double>
    /// The part of the Earth around a place on the central meridian.
    package struct Hemisphere: Sendable {
        /// In degrees.
        package var (latitude, radius): (Double, Double)

        package init(latitude: Double, radius: Double) { (self.latitude, self.radius) = (latitude, radius) }

        /// False for a place outside: degrees east of the central meridian, and a latitude.
        func contains(_ place: Point) -> Bool {
            let (a, b, east) = (latitude * .pi / 180, place.y * .pi / 180, place.x * .pi / 180)
            return sin(a) * sin(b) + cos(a) * cos(b) * cos(east) >= cos(radius * .pi / 180)
        }
    }

    /// Longitudes and latitudes in degrees to x and y of the plane, y to the north; not a number where there is none.
    private let forward: @Sendable ([Point]) -> [Point]
    private let inverse: @Sendable ([Point]) -> [Point]
    private let grids: [Grid]
    private let world = AtomicLazyReference<Samples>()

    package init(
        definition: String, name: String, wellKnownText: String = "", centralMeridian: Double, reach: Double = 180,
        latitudes: ClosedRange<Double> = -90...90, hemisphere: Hemisphere? = nil, slack: Double = 0,
        zoomPlace: Point? = nil, forward: @escaping @Sendable ([Point]) -> [Point],
        inverse: @escaping @Sendable ([Point]) -> [Point]
    ) {
        (self.definition, self.name, self.wellKnownText) = (definition, name, wellKnownText)
        (self.centralMeridian, self.hemisphere) = (centralMeridian, hemisphere)
        (self.reach, self.latitudes, self.slack) = (min(reach, 180), latitudes, slack)
        (self.forward, self.inverse, self.zoomPlace) = (forward, inverse, zoomPlace)
        let lost = (
            south: Self.losesLongitudes(at: -1, centralMeridian, forward),
            north: Self.losesLongitudes(at: 1, centralMeridian, forward)
        )
        reliable = (lost.south ? -Self.nearPole : -90)...(lost.north ? Self.nearPole : 90)
        grids = [Grid(cell: 4, tolerance: 10), Grid(cell: 1, tolerance: 0.05), Grid(cell: 0.25, tolerance: 0.000_5)]
    }

    /// A kilometre from the pole.
    private static let nearPole = 89.99

    /// True for a pole that is a line of the plane and that another datum has elsewhere, some metres away. Within those, all
    /// longitudes of the one are crowded around a single one of the other: lines to the pole would go all along it.
    ///
    /// - Parameters:
    ///   - sign: -1 for the South Pole, 1 for the North Pole.
    ///   - meridian: on which the projection is known to have places.
    ///   - forward: the projection.
    /// - Returns: false for poles that are points, and for those that are infinitely far away.
    private static func losesLongitudes(
        at sign: Double, _ meridian: Double, _ forward: ([Point]) -> [Point]
    ) -> Bool {
        let east = meridian > 0 ? meridian - 90 : meridian + 90
        let points = forward([
            Point(meridian, sign * 90), Point(east, sign * 90), Point(meridian, sign * nearPole),
            Point(east, sign * nearPole), Point(meridian, sign * (nearPole - 0.09)),
        ])
        let apart = points[2].distance(to: points[3])
        return points[0].distance(to: points[1]) < 0.01 * apart && apart > points[2].distance(to: points[4])
    }

    /// Its code in the register of EPSG; nil for others.
    package var epsg: Int? {
        definition.hasPrefix("EPSG:") ? Int(definition.dropFirst(5)) : nil
    }

    /// The same projection, with another longitude in the middle or with a plane that is stretched to the north.
    ///
    /// - Parameters:
    ///   - meridian: the central meridian in degrees, for a plane on which longitudes are even; nil for the one that it has.
    ///   - stretch: how much longer northward distances of the plane become.
    ///   - zoomPlace: whose scale zooms mean, in degrees; nil for the center of each map.
    /// - Returns: a projection that shares nothing with this one but what it is made of.
    package func adjusted(
        centralMeridian meridian: Double? = nil, stretch: Double = 1, zoomPlace: Point? = nil
    ) -> CartographicProjection {
        guard meridian != nil || stretch != 1 || zoomPlace != nil else { return self }
        let zooms = zoomPlace.map { ", zooms of \($0.x), \($0.y)" } ?? ""
        let (forward, inverse) = (forward, inverse)
        return CartographicProjection(
            definition: "\(definition) around \(meridian ?? centralMeridian), \(stretch) to the north\(zooms)",
            name: name,
            centralMeridian: meridian ?? centralMeridian, reach: reach, latitudes: latitudes, hemisphere: hemisphere,
            slack: slack * max(1, stretch), zoomPlace: zoomPlace,
            forward: { places in forward(places).map { Point($0.x, $0.y * stretch) } },
            inverse: { points in inverse(points.map { Point($0.x, $0.y / stretch) }) })
    }

    /// Returns whether maps can show points: what of them is on the Earth must be what the projection is for.
    ///
    /// - Parameters:
    ///   - points: of the plane.
    ///   - tolerance: how exact they are, in units of the plane.
    /// - Returns: false when a map of the points would show what cannot be cut.
    package func isGood(at points: [Point], tolerance: Double) -> Bool {
        guard let hemisphere else { return true }
        return places(at: points, tolerance: tolerance).allSatisfy { !$0.x.isFinite || hemisphere.contains($0) }
    }

    /// What is farther from the central meridian is cut off: rounding must not take it to the other side.
    private static let farthest = 180 - 1e-7

    /// The point of the plane at a place.
    ///
    /// - Parameters:
    ///   - east: degrees from the central meridian, -180...180.
    ///   - latitude: in degrees.
    ///   - tolerance: how far from the true point it may be, in units of the plane.
    /// - Returns: not a number where there is none.
    package func point(east: Double, latitude: Double, tolerance: Double) -> Point {
        let east = max(-Self.farthest, min(Self.farthest, east))
        let latitude = max(reliable.lowerBound, min(reliable.upperBound, latitude))
        for grid in grids where grid.tolerance <= tolerance || grid === grids[grids.count - 1] {
            let point = grid.patch(east, latitude, exact)._withUnsafeGuaranteedRef {
                $0.point(east: east, latitude: latitude)
            }
            if let point { return point }
        }
        return exact([Point(east, latitude)])[0]
    }

    /// The points of the plane at places, as the projection itself has them.
    package func exact(_ places: [Point]) -> [Point] {
        forward(
            places.map {
                Point(
                    centralMeridian + max(-Self.farthest, min(Self.farthest, $0.x)),
                    max(reliable.lowerBound, min(reliable.upperBound, $0.y)))
            })
    }

    /// The places that are shown at points of the plane.
    ///
    /// - Parameters:
    ///   - points: of the plane.
    ///   - tolerance: how far from each point the place may be, in units of the plane.
    /// - Returns: degrees east of the central meridian, and latitudes; not a number beyond the edge of the world.
    package func places(at points: [Point], tolerance: Double) -> [Point] {
        // What is far from everything is not asked for: some projections are inverted by iterations, which go astray there.
        let bounds = samples.bounds
        let near = bounds.map { bounds in points.filter(bounds.contains) } ?? points
        var found = inverse(near)[...]
        let places = points.map { point in
            guard bounds?.contains(point) ?? true, let place = found.popFirst() else { return Point(.nan, .nan) }
            let east = (place.x - centralMeridian).remainder(dividingBy: 360)
            return place.x.isFinite && latitudes.contains(place.y) && abs(east) <= reach
                ? Point(east, place.y) : Point(.nan, .nan)
        }
        // Beyond the edge of the world, many projections return a place somewhere on the other side.
        return zip(zip(places, exact(places)), points).map { found, wanted in
            found.1.distance(to: wanted) <= max(tolerance, slack) ? found.0 : Point(.nan, .nan)
        }
    }

    /// Places all over the part of the Earth that the projection is of use for.
    package var samples: Samples { world.load() ?? world.storeIfNil(Samples(self)) }

    /// See `samples`.
    package final class Samples: Sendable {
        /// In degrees east of the central meridian and of latitude.
        package let places: [Point]
        /// Of the plane; not a number where there is none.
        package let points: [Point]
        /// What holds all points of the plane, with some to spare; nil where it goes to infinity.
        let bounds: Rect?

        private static let steps = 36

        init(_ projection: CartographicProjection) {
            let (latitudes, reach) = (projection.latitudes, projection.reach)
            places = (0...Self.steps).flatMap { row in
                (0...Self.steps).map { column in
                    Point(
                        reach * (Double(column) / Double(Self.steps / 2) - 1),
                        latitudes.lowerBound + (latitudes.upperBound - latitudes.lowerBound) * Double(row)
                            / Double(Self.steps))
                }
            }
            points = projection.exact(places)
            let box = Rect(around: points)
            let isBounded = points.allSatisfy { $0.x.isFinite && $0.y.isFinite }
            bounds = isBounded ? box.inset(by: -0.1 * max(box.width, box.height)) : nil
        }
    }

    /// A grid of samples, made piece by piece.
    private final class Grid: Sendable {
        /// In degrees.
        let cell: Double
        /// How far interpolated points may be from the true ones, in units of the plane.
        let tolerance: Double
        private let slots: [Slot]
        private let columns: Int
        private let rows: Int

        /// Holds a patch once it is made, which lives as long.
        private final class Slot: Sendable {
            private let address = Atomic<UInt>(0)

            @inline(__always)
            var patch: Unmanaged<Patch>? { Self.patch(at: address.load(ordering: .acquiring)) }

            @inline(__always)
            private static func patch(at address: UInt) -> Unmanaged<Patch>? {
                UnsafeRawPointer(bitPattern: address).map(Unmanaged.fromOpaque)
            }

            /// The first patch of those that several threads make.
            func store(_ patch: Patch) -> Unmanaged<Patch> {
                let made = Unmanaged.passRetained(patch)
                let other = address.compareExchange(
                    expected: 0, desired: UInt(bitPattern: made.toOpaque()), ordering: .acquiringAndReleasing
                ).original
                guard let first = Self.patch(at: other) else { return made }
                made.release()
                return first
            }

            deinit { patch?.release() }
        }

        init(cell: Double, tolerance: Double) {
            (self.cell, self.tolerance) = (cell, tolerance)
            let side = cell * Double(Patch.cells)
            (columns, rows) = (Int((360 / side).rounded()), Int((180 / side).rounded()))
            slots = (0..<columns * rows).map { _ in Slot() }
        }

        @inline(__always)
        func patch(_ east: Double, _ latitude: Double, _ exact: ([Point]) -> [Point]) -> Unmanaged<Patch> {
            let side = cell * Double(Patch.cells)
            let column = min(columns - 1, Int((east + 180) / side))
            let row = min(rows - 1, Int((latitude + 90) / side))
            let slot = slots[row * columns + column]
            if let patch = slot.patch { return patch }
            let corner = Point(Double(column) * side - 180, Double(row) * side - 90)
            return slot.store(Patch(corner, cell: cell, tolerance: tolerance, exact))
        }
    }

    /// A square of a grid.
    private final class Patch: Sendable {
        /// Per side; 360 and 180 degrees are whole numbers of patches.
        static let cells = 15
        private static let nodes = cells + 1

        private let corner: Point
        private let perDegree: Double
        /// Empty where interpolation is not good enough.
        private let samples: [SIMD2<Double>]

        init(_ corner: Point, cell: Double, tolerance: Double, _ exact: ([Point]) -> [Point]) {
            (self.corner, perDegree) = (corner, 1 / cell)
            func places(_ count: Int, _ offset: Double) -> [Point] {
                (0..<count).flatMap { row in
                    (0..<count).map { column in
                        Point(
                            corner.x + (Double(column) + offset) * cell, corner.y + (Double(row) + offset) * cell)
                    }
                }
            }
            let samples = exact(places(Self.nodes, 0)).map { SIMD2($0.x, $0.y) }
            guard samples.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
                self.samples = []
                return
            }
            let middles = places(Self.cells, 0.5)
            let isGood = zip(middles, exact(middles)).allSatisfy { middle, truth in
                Self.interpolated(samples, (middle.x - corner.x) / cell, (middle.y - corner.y) / cell)
                    .distance(to: truth) <= tolerance
            }
            self.samples = isGood ? samples : []
        }

        @inline(__always)
        func point(east: Double, latitude: Double) -> Point? {
            guard !samples.isEmpty else { return nil }
            return Self.interpolated(samples, (east - corner.x) * perDegree, (latitude - corner.y) * perDegree)
        }

        /// Lagrange's cubic polynomials through the four nearest nodes of the patch: patches share those of their edges.
        @inline(__always)
        private static func interpolated(_ samples: [SIMD2<Double>], _ x: Double, _ y: Double) -> Point {
            let (column, row) = (first(x), first(y))
            let (u, v) = (weights(x - Double(column)), weights(y - Double(row)))
            var sum = SIMD2<Double>()
            samples.withUnsafeBufferPointer { samples in
                for line in 0..<4 {
                    let start = (row + line) * nodes + column
                    var along = samples[start] * u[0]
                    along += samples[start + 1] * u[1]
                    along += samples[start + 2] * u[2]
                    along += samples[start + 3] * u[3]
                    sum += along * v[line]
                }
            }
            return Point(sum.x, sum.y)
        }

        @inline(__always)
        private static func first(_ x: Double) -> Int { max(0, min(nodes - 4, Int(x) - 1)) }

        /// Of the nodes 0, 1, 2 and 3 at a position between them.
        @inline(__always)
        private static func weights(_ t: Double) -> SIMD4<Double> {
            let a = t - 1
            let b = t - 2
            let c = t - 3
            let (first, last) = (a * b, t * c)
            return SIMD4(first * c / -6, last * b / 2, last * a / -2, first * t / 6)
        }
    }
}

extension CartographicProjection: Hashable {
    package static func == (a: CartographicProjection, b: CartographicProjection) -> Bool {
        a === b || a.definition == b.definition
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(definition) }
}
