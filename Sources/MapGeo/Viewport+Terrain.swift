// SPDX-License-Identifier: MIT
package import MapPlane

extension Viewport {
    /// Pixels of the ground per metre at the center.
    package var pixelsPerMeter: Double { scale / metersPerPoint }

    /// How far the ground at a point, in its pixels, lies above that at the center, in pixels; 0 on a level map.
    package func groundHeight(at p: Point) -> Double {
        guard let terrain else { return 0 }
        return (terrain.height(at: groundToMercator.apply(p)) - centerHeight) * pixelsPerMeter
    }

    /// How the camera sees the plane at the ground's height at a point, in pixels of the ground; nil on a flat map.
    package func perspective(at p: Point) -> Perspective? {
        terrain == nil ? perspective : perspective?.raised(by: groundHeight(at: p))
    }

    /// The lowest and the highest ground, in pixels above the center; at most what the camera can see.
    package var groundHeights: ClosedRange<Double> {
        guard let terrain else { return 0...0 }
        let range = terrain.range
        // Nothing is seen from below.
        let top = lens.distance * lens.cosPitch * 0.95
        let low = (range.lowerBound - centerHeight) * pixelsPerMeter
        let high = (range.upperBound - centerHeight) * pixelsPerMeter
        return min(0, low)...max(0, min(top, high))
    }

    /// Around the picture, in pixels: what the box around a globe holds besides what is seen.
    private static let globeSlack = 8.0

    /// A convex outline of the ground that the picture and a margin around it may show, in its pixels: the footprint, and
    /// those at the heights of the lowest and of the highest ground.
    package func groundCorners(margin: Double) -> [Point] {
        guard let perspective else { return pixelRect.inset(by: -margin).corners }
        if isGlobe, margin <= Self.globeSlack { return globeCorners }
        guard terrain != nil else { return perspective.footprint(margin: margin).corners }
        let heights = groundHeights
        let corners = [heights.lowerBound, 0, heights.upperBound].flatMap {
            perspective.raised(by: $0).footprint(margin: margin).corners
        }
        return convexHull(corners)
    }

    /// The ground that is seen at a pixel of a map with a terrain, behind which hills may hide other ground; nil where the sky
    /// is seen, and on maps without a terrain.
    func groundSeen(atPixel pixel: Point) -> Point? {
        guard terrain != nil, let perspective else { return nil }
        let (heights, depths) = (groundHeights, perspective.depths)
        func isBelow(_ depth: Double) -> Bool {
            let (p, height) = perspective.position(at: pixel, depth: depth)
            return height <= heights.upperBound && height <= groundHeight(at: p)
        }
        var (near, far) = (depths.lowerBound, depths.lowerBound)
        while !isBelow(far) {
            guard far < depths.upperBound else { return nil }
            (near, far) = (far, min(depths.upperBound, far * Self.stride))
        }
        for _ in 0..<40 {
            let middle = (near + far) / 2
            if isBelow(middle) { far = middle } else { near = middle }
        }
        return perspective.position(at: pixel, depth: (near + far) / 2).ground
    }

    /// How much farther the next ground is looked for.
    private static let stride = 1.004

    /// True when a hill hides what stands at a point of the ground, in its pixels.
    package func isHidden(at p: Point) -> Bool {
        guard terrain != nil, let perspective else { return false }
        let camera = perspective.focus + Point(0, perspective.distance * perspective.sinPitch)
        let cameraHeight = perspective.distance * perspective.cosPitch
        let (way, height) = (camera - p, groundHeight(at: p))
        let length = way.length
        let (top, rise) = (groundHeights.upperBound, cameraHeight - height)
        guard length > 0, rise > 0 else { return rise <= 0 }
        // What is hidden by less than this is not: MapLibre's depth has as little precision.
        let tolerance = max(2, length / 100)
        var distance = tolerance
        while distance < length {
            let ray = height + rise * distance / length
            guard ray < top else { return false }
            if groundHeight(at: p + way * (distance / length)) > ray + tolerance / 4 { return true }
            distance += max(1, min(distance, length - distance) / 64)
        }
        return false
    }
}
