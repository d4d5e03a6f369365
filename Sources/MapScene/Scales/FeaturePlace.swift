// SPDX-License-Identifier: MIT
import MapData
import MapGeo

extension [GeoJSONGeometry] {
    /// Where a circle or a text stands for all of a feature: its first point, the middle of its longest line, or a place within
    /// its largest area.
    var middle: Coordinate? {
        var (largest, area) = ([[Coordinate]](), 0.0)
        var (longest, length) = ([Coordinate](), -1.0)
        var point: Coordinate?
        for geometry in self {
            switch geometry {
            case .points(let points): point = point ?? points.first
            case .lines(let lines):
                for line in lines {
                    let own = line.planeLength
                    if own > length { (longest, length) = (line, own) }
                }
            case .polygons(let polygons):
                for rings in polygons {
                    let own = abs((rings.first ?? []).centroid.area)
                    if own > area { (largest, area) = (rings, own) }
                }
            }
        }
        if area > 0 { return largest.placeWithin }
        if length > 0 { return longest.halfway }
        return point ?? longest.first
    }
}

extension [Coordinate] {
    /// The length in degrees.
    fileprivate var planeLength: Double {
        zip(self, dropFirst()).reduce(0) { sum, ends in
            let (x, y) = (ends.1.longitude - ends.0.longitude, ends.1.latitude - ends.0.latitude)
            return sum + (x * x + y * y).squareRoot()
        }
    }

    /// The place at half of the length.
    fileprivate var halfway: Coordinate? {
        var rest = planeLength / 2
        for (start, end) in zip(self, dropFirst()) {
            let own = [start, end].planeLength
            guard own < rest else {
                let part = own > 0 ? rest / own : 0
                return Coordinate(
                    latitude: start.latitude + (end.latitude - start.latitude) * part,
                    longitude: start.longitude + (end.longitude - start.longitude) * part)
            }
            rest -= own
        }
        return last
    }

    /// The signed area of a ring in square degrees, and its center of mass.
    fileprivate var centroid: (area: Double, place: Coordinate) {
        guard let origin = first else { return (0, Coordinate(latitude: 0, longitude: 0)) }
        var (area, x, y) = (0.0, 0.0, 0.0)
        for (a, b) in zip(self, dropFirst() + prefix(1)) {
            let (ax, ay) = (a.longitude - origin.longitude, a.latitude - origin.latitude)
            let (bx, by) = (b.longitude - origin.longitude, b.latitude - origin.latitude)
            let cross = ax * by - bx * ay
            area += cross / 2
            x += (ax + bx) * cross / 6
            y += (ay + by) * cross / 6
        }
        guard area != 0 else { return (0, origin) }
        return (area, Coordinate(latitude: origin.latitude + y / area, longitude: origin.longitude + x / area))
    }
}

extension [[Coordinate]] {
    /// The center of mass of a polygon, or, where that lies outside, the middle of the widest part at its latitude.
    fileprivate var placeWithin: Coordinate? {
        guard let outer = first, let start = outer.first else { return nil }
        let center = outer.centroid.place
        var crossings: [Double] = []
        for ring in self {
            for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1))
            where (a.latitude > center.latitude) != (b.latitude > center.latitude) {
                let part = (center.latitude - a.latitude) / (b.latitude - a.latitude)
                crossings.append(a.longitude + (b.longitude - a.longitude) * part)
            }
        }
        crossings.sort()
        let spans = stride(from: 0, to: crossings.count - 1, by: 2).map { (crossings[$0], crossings[$0 + 1]) }
        guard let widest = spans.max(by: { $0.1 - $0.0 < $1.1 - $1.0 }) else { return start }
        if spans.contains(where: { $0.0 <= center.longitude && center.longitude <= $0.1 }) { return center }
        return Coordinate(latitude: center.latitude, longitude: (widest.0 + widest.1) / 2)
    }
}
