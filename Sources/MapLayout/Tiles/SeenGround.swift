// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapGeometry
import MapTiles

/// A tile's square in the image.
enum SeenSquare: Sendable {
    /// Its corners, which adjacent tiles share exactly; more or fewer than four where a tilted view ends.
    case polygon([Point])
    /// On a ball it has no corners, and may not be convex.
    case area(Path)

    var corners: [Point]? {
        if case .polygon(let corners) = self { corners } else { nil }
    }

    /// A point rounded to 1/256, so that tiles share it.
    static func rounded(_ p: Point) -> Point { Point((p.x * 256).rounded() / 256, (p.y * 256).rounded() / 256) }
}

/// The ground as a camera sees it that is tilted, or that sees a ball.
struct SeenGround: Sendable {
    let ground: GroundProjection
    /// Around what is seen, in pixels of the ground.
    private let corners: [Point]
    private let labels: Labels
    /// How much smaller a ball is than its Mercator projection, at least: at the equator.
    let enlargement: Double

    /// Where labels are placed, with a margin around the image.
    private enum Labels: Sendable {
        /// Pixels of the ground.
        case ground(ConvexRegion)
        /// Pixels of the image, with a ball.
        case image(Rect)
    }

    /// Around the image, in its pixels: more than antialiased edges reach; and how far labels reach into it, in points.
    private static let (margin, labelMargin) = (8.0, 100.0)

    /// Nil for a flat map seen from straight above.
    init?(_ viewport: Viewport) {
        guard let perspective = viewport.perspective else { return nil }
        ground = GroundProjection(perspective, margin: Self.margin)
        corners = viewport.groundCorners(margin: Self.margin)
        let labelMargin = Self.labelMargin * viewport.scale
        switch perspective {
        case .plane:
            labels = .ground(ConvexRegion(viewport.groundCorners(margin: labelMargin)))
            enlargement = 1
        case .sphere, .projected:
            labels = .image(viewport.pixelRect.inset(by: -labelMargin))
            enlargement = max(0.1, cosine(viewport.center.latitude * .pi / 180))
        }
    }

    /// The box around what is seen, in a tile's units.
    ///
    /// - Parameters:
    ///   - toUnit: from the ground to tile units.
    ///   - zoom: of the tile.
    ///   - world: the width of the world in tile units.
    /// - Returns: tile units.
    func box(under toUnit: Transform, zoom: Int, world: Double) -> Rect {
        var box = corners.reduce(into: Rect.null) { $0.extend(to: toUnit.apply($1)) }
        // The copies of the world are apart in another projection.
        let isSphere = ground.perspective.sphere != nil
        if isSphere, zoom <= 1 || box.width > 0.9 * world {
            // The tile may go around the globe to the other side of the view.
            (box.minX, box.maxX) = (box.minX - world, box.maxX + world)
        }
        return box
    }

    func square(_ quad: [Point]) -> SeenSquare {
        let rings = ground.rings(quad).map { $0.map(SeenSquare.rounded) }
        switch ground.perspective {
        case .plane: return .polygon(rings.first ?? [])
        case .sphere, .projected:
            return .area(Path(rings: rings))
        }
    }

    func showsLabel(at p: Point) -> Bool {
        switch labels {
        case .ground(let region): region.contains(p)
        case .image(let rect): ground.point(p).map(rect.contains) ?? false
        }
    }

    /// The box of a tile's units within which labels have their anchors.
    func labelBox(under toUnit: Transform) -> Rect {
        switch labels {
        case .ground(let region): region.corners.reduce(into: Rect.null) { $0.extend(to: toUnit.apply($1)) }
        case .image: .everything
        }
    }
}
