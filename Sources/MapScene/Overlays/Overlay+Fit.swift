// SPDX-License-Identifier: MIT
import MapGeo
import MapPlane

extension Overlay {
    /// What a fitting camera must show of it.
    var fitItems: [FitItem] {
        switch content {
        case .polyline(let line):
            let path = line.geodesic ? geodesicLine(line.coordinates, tolerance: 0.001) : unwrapped(line.coordinates)
            return items(path, margin: (line.style.points + 2 * (line.style.casing?.width ?? 0)) / 2)
        case .polygon(let polygon):
            let ring = unwrappedRing(polygon.coordinates)
            return items(ring + ring.prefix(1), margin: (polygon.style?.points ?? 0) / 2)
        case .circle(let circle):
            let ring = unwrappedRing(circle.center.circle(radius: circle.radius, count: 64))
            return items(ring + ring.prefix(1), margin: (circle.style?.points ?? 0) / 2)
        case .fog(let fog):
            return fog.reveal.flatMap { reveal -> [FitItem] in
                guard case .line(let line) = reveal.track else { return [] }
                return items(unwrapped(line), margin: 0)
            }
        case .drawing(let drawing):
            guard let box = drawing.bounds else { return [] }
            return items(box.corners, margin: 0)
        case .tiles, .data, .graticule: return []
        }
    }

    /// The corners, and places between them where they are far apart: so that the gap in which a fit cuts the world is
    /// never inside of a line.
    private func items(_ line: [Coordinate], margin: Double) -> [FitItem] {
        let extent = Rect(minX: -margin, minY: -margin, maxX: margin, maxY: margin)
        var items: [FitItem] = []
        var last: Coordinate?
        for c in line {
            if let last {
                let steps = min(72, (abs(c.longitude - last.longitude) / 10).rounded(.down))
                var step = 1.0
                while step <= steps {
                    let fraction = step / (steps + 1)
                    items.append(
                        FitItem(
                            coordinate: Coordinate(
                                latitude: last.latitude + (c.latitude - last.latitude) * fraction,
                                longitude: last.longitude + (c.longitude - last.longitude) * fraction), extent: extent))
                    step += 1
                }
            }
            items.append(FitItem(coordinate: c, extent: extent))
            last = c
        }
        return items
    }

    /// True when all of its numbers are.
    var isFinite: Bool {
        switch content {
        case .polyline(let line): line.coordinates.allSatisfy(\.isFinite)
        case .polygon(let polygon): (polygon.holes + [polygon.coordinates]).joined().allSatisfy(\.isFinite)
        case .circle(let circle): circle.center.isFinite && circle.radius.isFinite && circle.radius > 0
        case .fog(let fog):
            fog.reveal.allSatisfy {
                if case .line(let line) = $0.track { line.allSatisfy(\.isFinite) } else { true }
            }
        case .drawing(let drawing): drawing.bounds?.corners.allSatisfy(\.isFinite) ?? true
        case .tiles, .data, .graticule: true
        }
    }
}

extension LineStyle {
    fileprivate var points: Double { if case .points(let points) = lineWidth { points } else { 0 } }
}
