import MapDiagnostics
// SPDX-License-Identifier: MIT
import MapGeo
import MapPlane
import MapRuntime

/// Lines or rings in the unit Mercator square; x continues beyond it across the antimeridian.
struct MercatorShape {
    private(set) var lines: [[Point]]
    private let box: Rect

    /// - Parameters:
    ///   - lines: unwrapped across the antimeridian.
    ///   - viewport: of the map; a globe reaches to the poles.
    init(_ lines: [[Coordinate]], in viewport: Viewport) {
        let project = viewport.isGlobe ? WebMercator.projectToPole : WebMercator.project
        self.lines = lines.map { $0.map(project) }
        var box = Rect.null
        for p in self.lines.joined() { box.extend(to: p) }
        self.box = box
    }

    /// The lines in pixels of the ground, once per copy of the world that may be visible.
    ///
    /// - Parameters:
    ///   - viewport: of the map.
    ///   - reach: how far from the lines paint extends, in pixels.
    /// - Returns: the lines of each copy, in the order of `lines`.
    func copies(in viewport: Viewport, reach: Double) -> [[[Point]]] {
        guard !box.isNull else { return [] }
        let view = viewport.groundToMercator.apply(viewport.groundRect.inset(by: -reach))
        let (first, last) = ((view.minX - box.maxX).rounded(.up), (view.maxX - box.minX).rounded(.down))
        // The lowest zoom shows fewer than a hundred copies of the world, and a line spans a bounded number of them.
        guard first <= last, last - first < 4200, view.minY <= box.maxY, view.maxY >= box.minY else { return [] }
        let count = lines.reduce(0) { $0 + $1.count }
        guard RenderBudget.spend(count * (Int(last - first) + 1), .vertices, at: "overlays") else { return [] }
        // A globe has one world.
        let copies =
            viewport.isGlobe
            ? [(WebMercator.project(viewport.center).x - box.center.x).rounded()]
            : (0...Int(last - first)).map { first + Double($0) }
        return copies.map { worlds in
            let toPixel = Transform.translation(Point(worlds, 0)).then(viewport.mercatorToGround)
            return lines.map { $0.map(toPixel.apply) }
        }
    }
}
