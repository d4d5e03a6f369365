// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane
import MapScene

/// The bubble around a callout: a rounded rectangle with a tail, its hairline edge and its shadow. Points.
struct CalloutBubble {
    static let tailHeight = 10.0
    /// From the tail's middle to where its foot has become the bubble's edge.
    static let tailFoot = 13.0
    /// How far the shadow reaches.
    static let shadowReach = 15.0

    var rect: Rect
    /// Where the tail points.
    var tip: Point
    var side: Callout.Placement

    func marks(_ look: CalloutLook, scale: Double) -> [Mark] {
        let drop = Point(0, 2)
        // At least one pixel, at most half a point.
        let hairline = max(1, (0.5 * scale).rounded(.down)) / scale
        return SoftShadow.roundedRectangle(
            rect.offset(by: drop), radius: CalloutBody.radius, blur: 12, color: look.shadow)
            + SoftShadow.around(
                tail.transformed(by: .translation(Point(0, 1))), blur: 4, color: look.shadow.opacity(0.35), steps: 4)
            + [
                .stroke(outline, StrokeStyle(width: 2 * hairline, join: .round), look.edge),
                .fill(outline, .nonZero, .color(look.ground)),
            ]
    }

    /// The tail's middle on the edge: under the tip, but off the round corners.
    private var foot: Double {
        let margin = CalloutBody.radius + Self.tailFoot
        return max(rect.minX + margin, min(rect.maxX - margin, tip.x))
    }

    /// The tail, closed through the bubble.
    private var tail: Path {
        var path = Path()
        let edge = side == .top ? rect.maxY : rect.minY
        path.move(to: Point(foot + Self.tailFoot, edge))
        addTail(to: &path)
        path.close()
        return path
    }

    /// From the foot at the right to the one at the left for a bubble above, the other way round for one below.
    private func addTail(to path: inout Path) {
        let isAbove = side == .top
        let edge = isAbove ? rect.maxY : rect.minY
        let height = abs(tip.y - edge)
        let up: Double = isAbove ? -1 : 1
        let first: Double = isAbove ? 1 : -1
        /// A place `along` the way from the foot to the tip, `off` its middle line.
        func at(_ off: Double, _ along: Double) -> Point {
            Point(foot + (tip.x - foot) * along + off, edge - up * height * along)
        }
        path.curve(at(first * 8.6, 0), at(first * 6.6, 0.16), to: at(first * 4.9, 0.42))
        path.curve(at(first * 3.3, 0.67), at(first * 2.2, 0.84), to: at(first * 1.5, 0.93))
        path.curve(at(first * 0.6, 1.023), at(-first * 0.6, 1.023), to: at(-first * 1.5, 0.93))
        path.curve(at(-first * 2.2, 0.84), at(-first * 3.3, 0.67), to: at(-first * 4.9, 0.42))
        path.curve(at(-first * 6.6, 0.16), at(-first * 8.6, 0), to: at(-first * Self.tailFoot, 0))
    }

    /// Bubble and tail.
    var outline: Path {
        let (r, c) = (rect, CalloutBody.radius)
        let k = c * (1 - 0.552_284_749_830_793_6)
        var path = Path()
        path.move(to: Point(r.minX + c, r.minY))
        if side == .bottom {
            path.line(to: Point(foot - Self.tailFoot, r.minY))
            addTail(to: &path)
        }
        path.line(to: Point(r.maxX - c, r.minY))
        path.curve(Point(r.maxX - k, r.minY), Point(r.maxX, r.minY + k), to: Point(r.maxX, r.minY + c))
        path.line(to: Point(r.maxX, r.maxY - c))
        path.curve(Point(r.maxX, r.maxY - k), Point(r.maxX - k, r.maxY), to: Point(r.maxX - c, r.maxY))
        if side == .top {
            path.line(to: Point(foot + Self.tailFoot, r.maxY))
            addTail(to: &path)
        }
        path.line(to: Point(r.minX + c, r.maxY))
        path.curve(Point(r.minX + k, r.maxY), Point(r.minX, r.maxY - k), to: Point(r.minX, r.maxY - c))
        path.line(to: Point(r.minX, r.minY + c))
        path.curve(Point(r.minX, r.minY + k), Point(r.minX + k, r.minY), to: Point(r.minX + c, r.minY))
        path.close()
        return path
    }
}
