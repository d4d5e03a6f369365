// SPDX-License-Identifier: MIT
import Libc
import MapCore
package import MapGeometry
package import MapImages

/// The content of a fill; coordinates are output pixels.
package enum Paint: Sendable {
    case color(Color)
    case linearGradient(LinearGradient)
    case radialGradient(RadialGradient)
    /// An image that repeats in both directions; the transform maps image pixels to output pixels.
    case pattern(Bitmap, Transform, opacity: Double)
}

package struct GradientStop: Hashable, Sendable {
    /// 0 at the start, 1 at the end.
    package var offset: Double
    package var color: Color

    package init(_ offset: Double, _ color: Color) {
        self.offset = offset
        self.color = color
    }
}

package struct LinearGradient: Hashable, Sendable {
    package var from: Point
    package var to: Point
    package var stops: [GradientStop]

    package init(from: Point, to: Point, stops: [GradientStop]) {
        self.from = from
        self.to = to
        self.stops = stops
    }
}

/// Rings around a center; beyond the radius the last stop goes on.
package struct RadialGradient: Hashable, Sendable {
    package var center: Point
    package var radius: Double
    package var stops: [GradientStop]

    package init(center: Point, radius: Double, stops: [GradientStop]) {
        self.center = center
        self.radius = radius
        self.stops = stops
    }
}

/// A blend mode, named as in Core Graphics.
///
/// - SeeAlso: W3C *Compositing and Blending Level 1*, section 9, for the formulas.
public enum BlendMode: String, CaseIterable, Hashable, Sendable {
    /// The source over the backdrop.
    case normal
    /// Multiplies the colors: darker; white has no effect.
    case multiply
    /// Multiplies the complements: lighter; black has no effect.
    case screen
    /// Multiplies or screens, depending on the backdrop.
    case overlay
    /// The darker of both colors, per component.
    case darken
    /// The lighter of both colors, per component.
    case lighten
    /// Brightens the backdrop to reflect the source.
    case colorDodge
    /// Darkens the backdrop to reflect the source.
    case colorBurn
    /// Darkens or lightens depending on the source, more gently than `hardLight`.
    case softLight
    /// Multiplies or screens, depending on the source.
    case hardLight
    /// The absolute difference of both colors.
    case difference
    /// As `difference`, with lower contrast.
    case exclusion
    /// The hue of the source with the saturation and luminosity of the backdrop.
    case hue
    /// The saturation of the source with the hue and luminosity of the backdrop.
    case saturation
    /// The hue and saturation of the source with the luminosity of the backdrop.
    case color
    /// The luminosity of the source with the hue and saturation of the backdrop.
    case luminosity
    /// The sum of both colors.
    case plusLighter
}

/// Stroke parameters; lengths are in output pixels.
package struct StrokeStyle: Hashable, Sendable {
    package enum Cap: String, Sendable, CaseIterable { case butt, round, square }
    package enum Join: String, Sendable, CaseIterable { case miter, round, bevel }

    package var width: Double
    package var cap: Cap
    package var join: Join
    /// The maximum miter length, in line widths, before a join is beveled.
    package var miterLimit: Double
    /// Alternating dash and gap lengths; empty for a solid line.
    package var dash: [Double]
    /// The offset into the dash pattern at the start of the line.
    package var dashPhase: Double

    package init(
        width: Double, cap: Cap = .butt, join: Join = .miter, miterLimit: Double = 10, dash: [Double] = [],
        dashPhase: Double = 0
    ) {
        self.width = width
        self.cap = cap
        self.join = join
        self.miterLimit = miterLimit
        self.dash = dash
        self.dashPhase = dashPhase
    }

    /// The maximum distance of painted pixels from the path.
    package var outset: Double {
        let half = width / 2
        return max(half, join == .miter ? half * miterLimit : 0, cap == .square ? half * 1.4143 : 0)
    }
}

extension Path {
    /// The area that a stroke of the path covers, as one path of overlapping pieces, to be filled with the rule `nonZero`.
    ///
    /// - Parameters:
    ///   - style: of the stroke.
    ///   - frame: all that is seen of it, if that is known: where one piece covers that, it stands for all of them.
    /// - Returns: the pieces, or the frame.
    func strokeOutline(_ style: StrokeStyle, in frame: Rect? = nil) -> Path {
        var outline = Path()
        forEachStrokePiece(style, seenIn: frame.map { ConvexRegion($0.corners) }) { piece in
            guard let frame else {
                outline.addLines(piece, closed: true)
                return true
            }
            let coversAll = style.width > min(frame.width, frame.height) && ConvexRegion(piece).contains(frame)
            if coversAll { outline = .rectangle(frame) } else { outline.addLines(piece, closed: true) }
            return !coversAll
        }
        return outline
    }

    /// What is seen of a stroke that is wider than that, as overlapping areas; to be filled with the rule `nonZero`.
    ///
    /// - Parameters:
    ///   - style: of the stroke.
    ///   - frame: all that is seen, and some pixels more.
    /// - Returns: the parts of the frame that are covered; the frame where one dash covers it.
    package func strokeAreas(_ style: StrokeStyle, in frame: Rect) -> Path {
        var areas = Path()
        forEachStrokePiece(style, corners: 1024, seenIn: ConvexRegion(frame.corners)) { piece in
            let region = ConvexRegion(piece)
            let coversAll = region.contains(frame)
            let seen = coversAll ? [] : region.clipped(ring: frame.corners)
            if coversAll { areas = .rectangle(frame) } else if !seen.isEmpty { areas.addLines(seen, closed: true) }
            return !coversAll
        }
        return areas
    }

    /// Calls `body` with convex pieces, which overlap, of the area that a stroke covers: one for each segment, join and cap.
    ///
    /// All run clockwise on screen. Dashes are pieces of their own; there may be more of them than fit into memory at once.
    ///
    /// - Parameters:
    ///   - style: of the stroke.
    ///   - corners: the most that a circle has.
    ///   - region: all that is seen, if that is known: dashes far outside of it may be missing.
    ///   - body: takes the corners of a piece; false when no more of them are wanted.
    func forEachStrokePiece(
        _ style: StrokeStyle, corners: Int = 64, seenIn region: ConvexRegion? = nil, _ body: ([Point]) -> Bool
    ) {
        guard style.width > 0 else { return }
        var goesOn = true
        withoutActuallyEscaping(body) { body in
            let pieces = StrokePieces(style, corners: corners) { if goesOn { goesOn = body($0) } }
            for figure in style.dashes(of: self, seenIn: region).flatFigures {
                guard !WorkContext.isCancelled, goesOn else { return }
                pieces.add(figure.points, isClosed: figure.isClosed)
            }
        }
    }
}

private struct StrokePieces {
    private let style: StrokeStyle
    private let half: Double
    /// The corners of a polygon that deviates from a circle of the pen by less than 1/20 pixel at twice the size.
    private let circle: [Point]
    /// With half such a width in pixels, a circle may cover all that is seen.
    private static let widePen = 512.0
    private let body: ([Point]) -> Void

    init(_ style: StrokeStyle, corners: Int, _ body: @escaping ([Point]) -> Void) {
        self.style = style
        self.body = body
        half = style.width / 2
        let count = max(8, min(corners, Int((10 * half.squareRoot()).rounded(.up))))
        circle = (0..<count).map { index in
            let angle = 2 * Double.pi * Double(index) / Double(count)
            return Point(cosine(angle), sine(angle)) * (style.width / 2)
        }
    }

    func add(_ line: [Point], isClosed: Bool) {
        var points: [Point] = []
        for p in line where points.last != p { points.append(p) }
        if isClosed, points.count > 1, points.first == points.last { points.removeLast() }
        guard points.count > 1 else {
            if let only = points.first, style.cap == .round { add(circle.map { $0 + only }) }
            return
        }
        let ends = isClosed && points.count > 2 ? points + [points[0]] : points
        for (a, b) in zip(ends, ends.dropFirst()) {
            let side = normal(a, b)
            add([a + side, b + side, b - side, a - side])
        }
        for (index, corner) in points.enumerated() {
            let isEnd = !(isClosed && points.count > 2) && (index == 0 || index == points.count - 1)
            if isEnd {
                cap(corner, from: points[index == 0 ? 1 : index - 1])
            } else {
                let before = points[(index + points.count - 1) % points.count]
                join(before, corner, points[(index + 1) % points.count])
            }
        }
    }

    /// Half the width to the right of a segment.
    private func normal(_ a: Point, _ b: Point) -> Point {
        let d = b - a
        return Point(-d.y, d.x) * (half / d.length)
    }

    private func cap(_ p: Point, from inner: Point) {
        switch style.cap {
        case .butt: break
        case .round: add(circle.map { $0 + p })
        case .square:
            let side = normal(inner, p)
            let ahead = Point(side.y, -side.x)
            add([p + side, p + side + ahead, p - side + ahead, p - side])
        }
    }

    private func join(_ a: Point, _ p: Point, _ b: Point) {
        let (before, after) = (normal(a, p), normal(p, b))
        let turn = before.x * after.y - before.y * after.x
        let sum = before + after
        let isStraight = abs(turn) <= 1e-9 * half * half
        if style.join == .round, half < Self.widePen {
            if !isStraight || sum.length < half { add(sector(p, before, after, turn)) }
            return
        }
        if style.join == .round || isStraight && sum.length <= half {
            add(circle.map { $0 + p })
            return
        }
        // The outer side is the one that the line turns away from.
        let (from, to) = turn > 0 ? (-before, -after) : (before, after)
        var piece = [p, p + from, p + to]
        // The miter's length in line widths is 1 / cos of half the turn.
        let cosine = sum.length / (2 * half)
        if style.join == .miter, cosine > 1e-6, 1 / cosine <= style.miterLimit {
            piece.insert(p + (from + to) * (1 / (2 * cosine * cosine)), at: 2)
        }
        add(piece)
    }

    /// What a round join adds to its segments: the part of the circle that is nearer to the corner than to either of them. The whole
    /// circle would cover the same, and has many more corners.
    private func sector(_ p: Point, _ before: Point, _ after: Point, _ turn: Double) -> [Point] {
        let angle = atan2(abs(turn), before.x * after.x + before.y * after.y) * (turn >= 0 ? 1 : -1)
        let start = turn >= 0 ? -before : before
        let parts = max(1, (abs(angle) * Double(circle.count) / (2 * .pi)).rounded(.up))
        let arc = (0...Int(parts)).map { part in
            Transform.rotation(angle * Double(part) / parts).applyToVector(start) + p
        }
        return [p] + arc
    }

    private func add(_ piece: [Point]) {
        body(signedArea(piece) < 0 ? piece.reversed() : piece)
    }
}
