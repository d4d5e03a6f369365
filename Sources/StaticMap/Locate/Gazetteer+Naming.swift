// SPDX-License-Identifier: MIT
import MapCanvas
public import MapGeo
import MapPlane

extension Gazetteer {
    /// What a place was named after.
    public enum NameSource: String, Sendable {
        /// A place within reach.
        case place
        /// An area that it lies in.
        case area
        /// A line within reach, such as a street.
        case line
        /// The nearest place, however far.
        case nearest
    }

    /// How far away something may be whose name a place takes, in metres.
    private static let reach = 100.0

    /// A name for a place, the best that there is: of a place nearby, else of the smallest area around, else of a line
    /// nearby, else of the nearest place at all.
    public func name(of coordinate: Coordinate) -> (place: Place, source: NameSource)? {
        let named = nearby(coordinate, count: places.count).filter { !$0.place.name.isEmpty }
        if let near = named.first, Double(near.distance) <= Self.reach { return (near.place, .place) }
        let around = areas.filter { $0.isArea && !$0.place.name.isEmpty && $0.contains(coordinate) }
        if let area = around.min(by: { $0.extent < $1.extent }) { return (area.place, .area) }
        let lines = areas.filter { !$0.isArea && !$0.place.name.isEmpty }.map { ($0, $0.meters(to: coordinate)) }
        if let line = lines.min(by: { $0.1 < $1.1 }), line.1 <= Self.reach { return (line.0.place, .line) }
        return named.first.map { ($0.place, .nearest) }
    }
}

extension Gazetteer.Area {
    private var path: Path {
        var path = Path()
        for ring in rings { path.addLines(ring.map { Point($0.longitude, $0.latitude) }, closed: true) }
        return path
    }

    fileprivate func contains(_ c: Coordinate) -> Bool {
        HitShape.area(path, .evenOdd).contains(Point(c.longitude, c.latitude))
    }

    /// Square degrees of the box around it.
    fileprivate var extent: Double { path.bounds.width * path.bounds.height }

    /// From the nearest corner or side, on a plane around the place.
    fileprivate func meters(to c: Coordinate) -> Double {
        let unit = metersBetween(c, Coordinate(latitude: c.latitude, longitude: c.longitude + 0.001)) / 0.001
        let tall = metersBetween(c, Coordinate(latitude: c.latitude + 0.001, longitude: c.longitude)) / 0.001
        let flat = rings.map { ring in
            Figure(
                points: ring.map {
                    Point(($0.longitude - c.longitude) * unit, ($0.latitude - c.latitude) * tall)
                }, isClosed: isArea)
        }
        return flat.map { $0.distance(to: .zero) }.min() ?? .infinity
    }
}
