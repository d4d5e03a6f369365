// SPDX-License-Identifier: MIT
import MapGeo
import MapPlane

/// Lines or rings in the unit Mercator square, x going on beyond it where they cross the antimeridian.
struct MercatorShape {
    private(set) var lines: [[Point]]
    private let box: Rect

    /// - Parameter lines: unrolled.
    init(_ lines: [[Coordinate]]) {
        self.lines = lines.map { $0.map(WebMercator.project) }
        var box = Rect.null
        for p in self.lines.joined() { box.extend(to: p) }
        self.box = box
    }

    /// The lines in pixels, once for each copy of the world in which some of them may be seen.
    ///
    /// - Parameters:
    ///   - viewport: what is seen.
    ///   - reach: how far from the lines something is painted, in pixels.
    /// - Returns: for each copy its lines, in the order of `lines`.
    func copies(in viewport: Viewport, reach: Double) -> [[[Point]]] {
        guard !box.isNull else { return [] }
        let view = viewport.pixelToMercator.apply(viewport.pixelRect.inset(by: -reach))
        let (first, last) = ((view.minX - box.maxX).rounded(.up), (view.maxX - box.minX).rounded(.down))
        // The smallest zoom shows less than a hundred copies of the world, a line goes round it twice at most.
        guard first <= last, last - first < 4200, view.minY <= box.maxY, view.maxY >= box.minY else { return [] }
        return (0...Int(last - first)).map { step in
            let toPixel = Transform.translation(Point(first + Double(step), 0)).then(viewport.mercatorToPixel)
            return lines.map { $0.map(toPixel.apply) }
        }
    }
}
