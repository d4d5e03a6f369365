// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages
import MapScene

/// The bubble of a callout: fill, hairline edge and shadow; in points.
struct CalloutBubble {
    /// The blur radius of the shadow and its downward offset.
    private static let (blur, drop) = (12.0, 2.0)

    var shape: CalloutShape

    func marks(_ palette: CalloutPalette, scale: Double) -> [Mark] {
        // One pixel, or as many whole pixels as fit into half a point.
        let hairline = max(1, (0.5 * scale).rounded(.down)) / scale
        let outline = shape.outline
        return SoftShadow.roundedRectangle(
            shape.rect.offset(by: Point(0, Self.drop)), radius: shape.radius, blur: Self.blur, color: palette.shadow)
            + (shape.tailShadowShape.map { shadow(of: $0, palette) } ?? [])
            + [
                .stroke(outline, StrokeStyle(width: 2 * hairline, join: .round), palette.edge),
                .fill(outline, .nonZero, .color(palette.ground)),
            ]
    }

    private func shadow(of tail: Path, _ palette: CalloutPalette) -> [Mark] {
        SoftShadow.blurred(
            tail.transformed(by: .translation(Point(0, 1))), blur: 4, color: palette.shadow.opacity(0.35), steps: 4)
    }
}

/// The outline of a bubble in points: a rectangle with the continuous corners of iOS, and a tail whose sides curve into
/// its edge.
struct CalloutShape {
    static let tailHeight = 10.0
    /// The distance from the tail's center to where it meets the bubble's straight edge.
    private static let tailFoot = 13.0
    /// The smallest corner radius and tail foot, where the tip is near the end of its edge.
    private static let (minRadius, minFoot) = (5.0, 6.0)
    /// The length of a continuous corner relative to its radius.
    private static let smoothCornerExtent = 1.528_665

    var rect: Rect
    var radius: Double
    /// The point of the tail and the side of the annotation that the bubble is on; nil for no tail.
    var tail: (tip: Point, side: Callout.Placement)?

    /// The least distance from the tip to the bubble's corner, in points.
    static let minTipInset = 6.0
    /// Below this distance from the tip, the corner itself tapers to the tip.
    private static let cornerMergeDistance = 17.0
    /// The height above the corner at which it starts to taper.
    private static let cornerMergeRise = 10.0
    /// The least distance of the tail's foot from a corner.
    private static let minTailInset = minRadius + minFoot

    var outline: Path { upright.path.transformed(by: upright.transform) }

    /// The part of the tail that casts a shadow; its feet would darken the bubble's own.
    var tailShadowShape: Path? {
        guard let tip = tail?.tip else { return nil }
        let (shape, transform) = (upright.shape, upright.transform)
        var path = Path()
        let edge = shape.box.maxY - 3
        path.addLines(
            [Point(shape.foot - 5, edge), Point(shape.foot + 5, edge), transform.inverted.apply(tip)], closed: true)
        return path.transformed(by: transform)
    }

    /// The bubble as if it were above the annotation, and the transform to its actual side.
    private var upright: (shape: Upright, transform: Transform, path: Path) {
        let transform =
            switch tail?.side {
            case nil, .top: Transform.identity
            case .bottom: Transform.scale(1, -1)
            case .left: Transform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
            case .right: Transform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
            }
        let back = transform.inverted
        let shape = Upright(box: back.apply(rect), radius: radius, tip: tail.map { back.apply($0.tip) })
        return (shape, transform, shape.path)
    }

    /// A bubble whose tail points down.
    private struct Upright {
        /// A corner on the tail's edge, with the adjacent half of the tail.
        struct End {
            var radius: Double
            /// 0 for a circular arc, 1 for a continuous corner.
            var smoothness: Double
            /// The distance from the tail's center to the end of its foot.
            var foot: Double
            /// True where the corner tapers to the tip.
            var isMergedCorner = false

            var length: Double { radius * (1 + (CalloutShape.smoothCornerExtent - 1) * smoothness) }

            /// - Parameters:
            ///   - radius: of the corner.
            ///   - distance: from the tail's center to the corner.
            init(radius: Double, distance: Double) {
                let (lower, upper) = (
                    CalloutShape.minTailInset, radius * CalloutShape.smoothCornerExtent + CalloutShape.tailFoot
                )
                let fraction = max(0, min(1, (distance - lower) / (upper - lower)))
                self.radius = CalloutShape.minRadius + (radius - CalloutShape.minRadius) * fraction
                smoothness = fraction
                foot = CalloutShape.minFoot + (CalloutShape.tailFoot - CalloutShape.minFoot) * fraction
            }
        }

        var box: Rect
        var tip: Point?
        /// The x of the tail's center on the edge.
        var foot: Double
        var left: End
        var right: End
        private var upper: End

        init(box: Rect, radius: Double, tip: Point?) {
            self.box = box
            self.tip = tip
            let half = min(box.width, box.height) / 2
            let radius = min(radius, half)
            upper = End(radius: radius, distance: .infinity)
            upper.smoothness = min(1, max(0, (half / max(radius, 1e-6) - 1) / (CalloutShape.smoothCornerExtent - 1)))
            guard let tip else {
                (foot, left, right) = (box.center.x, upper, upper)
                return
            }
            let margin = min(CalloutShape.minTailInset, box.width / 2)
            foot = max(box.minX + margin, min(box.maxX - margin, tip.x))
            left = End(radius: radius, distance: foot - box.minX)
            right = End(radius: radius, distance: box.maxX - foot)
            left.smoothness = min(left.smoothness, upper.smoothness)
            right.smoothness = min(right.smoothness, upper.smoothness)
            left.isMergedCorner = tip.x - box.minX < CalloutShape.cornerMergeDistance
            right.isMergedCorner = box.maxX - tip.x < CalloutShape.cornerMergeDistance
        }

        var path: Path {
            var path = Path()
            path.move(to: Point(box.minX + upper.length, box.minY))
            corner(&path, upper, at: Point(box.maxX, box.minY), from: Point(-1, 0), to: Point(0, 1))
            if !right.isMergedCorner {
                corner(&path, right, at: Point(box.maxX, box.maxY), from: Point(0, -1), to: Point(-1, 0))
            }
            if tip != nil { addTail(to: &path) }
            if !left.isMergedCorner {
                corner(&path, left, at: Point(box.minX, box.maxY), from: Point(1, 0), to: Point(0, -1))
            }
            corner(&path, upper, at: Point(box.minX, box.minY), from: Point(0, 1), to: Point(1, 0))
            path.close()
            return path
        }

        /// Adds a line to a corner and the corner; `from` and `to` point from it along its edges.
        private func corner(_ path: inout Path, _ end: End, at corner: Point, from: Point, to: Point) {
            let r = end.radius
            func at(_ a: Double, _ b: Double) -> Point { corner + from * (a * r) + to * (b * r) }
            // A circular quarter and Apple's continuous corner, each as three cubic curves, interpolated.
            let s = end.smoothness
            func mix(_ arc: (Double, Double), _ bend: (Double, Double)) -> Point {
                at(arc.0 + (bend.0 - arc.0) * s, arc.1 + (bend.1 - arc.1) * s)
            }
            path.line(to: mix((1, 0), (1.528_665, 0)))
            path.curve(
                mix((0.874, 0), (1.088_493, 0)), mix((0.749, 0.023_8), (0.868_407, 0)),
                to: mix((0.631_9, 0.070_2), (0.631_494, 0.074_911)))
            path.curve(
                mix((0.375_2, 0.171_8), (0.372_824, 0.169_06)), mix((0.171_8, 0.375_2), (0.169_06, 0.372_824)),
                to: mix((0.070_2, 0.631_9), (0.074_911, 0.631_494)))
            path.curve(
                mix((0.023_8, 0.749), (0, 0.868_407)), mix((0, 0.874), (0, 1.088_493)),
                to: mix((0, 1), (0, 1.528_665)))
        }

        /// Adds the tail from its right foot to its left foot.
        private func addTail(to path: inout Path) {
            guard let tip else { return }
            let height = tip.y - box.maxY
            let (r, l) = (right.foot / CalloutShape.tailFoot, left.foot / CalloutShape.tailFoot)
            // Keeps the rounded tip straight where the two halves differ in width.
            let asymmetry = 0.412_5 * (r - l)
            /// The point at the fraction `along` of the way from foot to tip, `off` points beside that line.
            func at(_ off: Double, _ along: Double) -> Point {
                Point(foot + (tip.x - asymmetry - foot) * along + off, box.maxY + height * along)
            }
            /// The curve from a side of the box to the tip's rounded end.
            func mergedCorner(_ edge: Double, _ end: Point) -> (start: Point, Point, Point) {
                let start = Point(edge, box.maxY - CalloutShape.cornerMergeRise)
                return (
                    start, Point(edge, box.maxY - 0.1 * CalloutShape.cornerMergeRise),
                    Point(end.x + (edge - end.x) * 0.3, end.y - height * 0.4)
                )
            }
            let (rightEnd, leftEnd) = (at(r * 1.5, 0.93), at(-l * 1.5, 0.93))
            if right.isMergedCorner {
                let (start, a, b) = mergedCorner(box.maxX, rightEnd)
                path.line(to: start)
                path.curve(a, b, to: rightEnd)
            } else {
                path.line(to: Point(foot + right.foot, box.maxY))
                path.curve(at(r * 8.6, 0), at(r * 6.6, 0.16), to: at(r * 4.9, 0.42))
                path.curve(at(r * 3.3, 0.67), at(r * 2.2, 0.84), to: rightEnd)
            }
            path.curve(at(r * 0.6, 1.023), at(-l * 0.6, 1.023), to: leftEnd)
            if left.isMergedCorner {
                let (start, a, b) = mergedCorner(box.minX, leftEnd)
                path.curve(b, a, to: start)
            } else {
                path.curve(at(-l * 2.2, 0.84), at(-l * 3.3, 0.67), to: at(-l * 4.9, 0.42))
                path.curve(at(-l * 6.6, 0.16), at(-l * 8.6, 0), to: at(-left.foot, 0))
            }
        }
    }
}

extension Transform {
    /// The inverse of a rotation or reflection.
    fileprivate var inverted: Transform { Transform(a: a, b: c, c: b, d: d, tx: 0, ty: 0) }
}
