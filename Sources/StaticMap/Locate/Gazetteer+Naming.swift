// SPDX-License-Identifier: MIT
import MapCanvas
public import MapGeo
import MapPlane

extension Gazetteer {
    /// The kind of item that a location takes its name from.
    public enum NameSource: String, Sendable {
        /// A place within 100 m.
        case place
        /// The smallest area that contains the location.
        case area
        /// A crossing of two lines within 100 m.
        case crossing
        /// A line within 100 m, such as a street.
        case line
        /// The township of the area that contains the location, or of the nearest place.
        case township
        /// The nearest place within `Gazetteer.maxDistance`.
        case nearest
    }

    /// How far away something may be whose name a place takes, in metres.
    private static let reach = 100.0

    /// Finds the best name for a location.
    ///
    /// In this order, it is the name of a place within 100 m, of the smallest area that contains the location, of the
    /// nearest crossing of two lines within 100 m, of the nearest line within 100 m, of the township, or of the nearest
    /// place within `Gazetteer.maxDistance`.
    ///
    /// - Parameter coordinate: the location, in degrees, in the gazetteer's datum.
    /// - Returns: the place that has the name, and which of these it is; nil if there is none.
    public func name(of coordinate: Coordinate) -> (place: Place, source: NameSource)? {
        let named = nearby(coordinate, count: places.count).filter { !$0.place.name.isEmpty }
        if let near = named.first, Double(near.distance) <= Self.reach { return (near.place, .place) }
        let around = areas.filter { $0.isArea && !$0.place.name.isEmpty && $0.contains(coordinate) }
        if let area = around.min(by: { $0.extent < $1.extent }) { return (area.place, .area) }
        let lines = areas.filter { !$0.isArea && !$0.place.name.isEmpty }.map { ($0, $0.meters(to: coordinate)) }
            .filter { $0.1 <= Self.reach }
        if let crossing = crossing(of: lines.map(\.0), near: coordinate) { return (crossing, .crossing) }
        if let line = lines.min(by: { $0.1 < $1.1 }) { return (line.0.place, .line) }
        if let township = township(at: coordinate) { return (township, .township) }
        return named.first.map { ($0.place, .nearest) }
    }
}

extension Gazetteer {
    /// Where two lines of different names meet, the nearest of all such places within reach.
    private func crossing(of lines: [Area], near coordinate: Coordinate) -> Place? {
        var best: (place: Place, meters: Double)?
        for (index, first) in lines.enumerated() {
            for second in lines.dropFirst(index + 1) where second.place.name != first.place.name {
                for meeting in first.meetings(with: second) {
                    let meters = metersBetween(meeting, coordinate)
                    guard meters <= Self.reach, meters < best?.meters ?? .infinity else { continue }
                    let names = first.place.name + " / " + second.place.name
                    best = (Place(name: names, coordinate: meeting), meters)
                }
            }
        }
        return best?.place
    }

    /// The property "township" of the smallest area around, else of the nearest place that has one.
    private func township(at coordinate: Coordinate) -> Place? {
        let around = areas.filter { $0.isArea && $0.place.text("township") != nil && $0.contains(coordinate) }
        let near = nearby(coordinate, count: places.count).first { $0.place.text("township") != nil }
        guard let found = around.min(by: { $0.extent < $1.extent })?.place ?? near?.place,
            let name = found.text("township")
        else { return nil }
        return Place(name: name, address: "", coordinate: coordinate, properties: found.properties)
    }
}

extension Gazetteer.Area {
    /// Where the segments of two lines cross or touch.
    fileprivate func meetings(with other: Gazetteer.Area) -> [Coordinate] {
        func segments(_ area: Gazetteer.Area) -> [(Point, Point)] {
            area.rings.flatMap { ring in
                let points = ring.map { Point($0.longitude, $0.latitude) }
                return Array(zip(points, points.dropFirst()))
            }
        }
        let others = segments(other)
        return segments(self).flatMap { a, b in
            others.compactMap { c, d in
                let (u, v, w) = (b - a, d - c, c - a)
                let cross = u.x * v.y - u.y * v.x
                guard cross != 0 else { return nil }
                let (s, t) = ((w.x * v.y - w.y * v.x) / cross, (w.x * u.y - w.y * u.x) / cross)
                guard (0...1).contains(s), (0...1).contains(t) else { return nil }
                return Coordinate(latitude: a.y + s * u.y, longitude: a.x + s * u.x)
            }
        }
    }

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
