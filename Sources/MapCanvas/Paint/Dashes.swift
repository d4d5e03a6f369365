// SPDX-License-Identifier: MIT
import MapCore
package import MapGeometry

extension Path {
    /// The path divided into dashes: open figures, except where one dash covers a whole closed figure.
    ///
    /// Cairo restarts its dash count where a line leaves the surface, which would make bands differ.
    ///
    /// - Parameters:
    ///   - pattern: alternates dash and gap lengths, none negative and not all zero.
    ///   - phase: the offset into it at the start of each figure.
    ///   - view: dashes that cannot be seen in it may be missing.
    /// - Returns: the dashes; a figure with too many of them is drawn solid.
    func dashed(_ pattern: [Double], phase: Double, in view: StrokeView?) -> Path {
        // An odd number of lengths swaps dashes and gaps in every period.
        let lengths = pattern.count % 2 == 0 ? pattern : pattern + pattern
        let period = lengths.reduce(0, +)
        var dashes = Path()
        PathReader.read(self) { figures in
            while let figure = figures.next() {
                guard figure.bounds(under: .identity).width < .infinity else { continue }
                let line = figure.flattened
                let periods = line.length / period
                guard periods < Dasher.maxPeriods, RenderBudget.spend(Int(periods), .dashes) else {
                    dashes.addLines(line.points, closed: line.isClosed)
                    continue
                }
                var dasher = Dasher(lengths, phase: phase, period: period, view: view)
                dasher.walk(line, into: &dashes)
            }
        }
        return dashes
    }
}

extension Path {
    /// The figures with curves flattened to within 1/20 of a unit; closed ones end where they began.
    package var flatFigures: [FlatFigure] {
        var flat: [FlatFigure] = []
        PathReader.read(self) { figures in
            while let figure = figures.next() { flat.append(figure.flattened) }
        }
        return flat
    }
}

/// A flattened figure; a closed one ends where it began.
package struct FlatFigure {
    package var points: [Point] = []
    package var isClosed = false

    var length: Double { points.lineLength }

    fileprivate mutating func addCurve(_ a: Point, _ b: Point, _ end: Point) {
        let start = points.last ?? a
        let bend = max((start - a * 2 + b).length, (a - b * 2 + end).length)
        // The deviation of a chord is at most 6·bend / (8·n²): here 1/20 pixel.
        let steps = max(1, min(500, (15 * bend).squareRoot().rounded(.up)))
        for step in 1...Int(steps) {
            let t = Double(step) / steps
            let u = 1 - t
            let outer = start * (u * u * u) + end * (t * t * t)
            points.append(outer + a * (3 * u * u * t) + b * (3 * u * t * t))
        }
    }
}

extension PathReader.Figure {
    /// The figure with curves flattened to within 1/20 pixel.
    fileprivate var flattened: FlatFigure {
        var flat = FlatFigure()
        flat.points.reserveCapacity(points.count + 1)
        var rest = points.makeIterator()
        func next() -> Point { rest.next() ?? .zero }
        for verb in verbs {
            switch verb {
            case .move, .line: flat.points.append(next())
            case .curve:
                let (a, b, end) = (next(), next(), next())
                flat.addCurve(a, b, end)
            case .close:
                guard let first = flat.points.first else { continue }
                flat.points.append(first)
                flat.isClosed = true
            }
        }
        return flat
    }
}

/// A part of the plane, and how far a stroke's dashes reach into it from its line.
struct StrokeView {
    private let corners: [Point]
    /// Half the width of the stroke.
    private let half: Double
    /// True when dashes reach beyond their ends.
    private let hasCaps: Bool

    /// - Parameters:
    ///   - region: what is seen.
    ///   - style: of the stroke.
    init(_ region: ConvexRegion, _ style: StrokeStyle) {
        corners = region.corners
        half = style.width / 2
        hasCaps = style.cap != .butt
    }

    /// Straight dashes that begin and end within this distance from a point are not seen.
    ///
    /// - Parameters:
    ///   - p: a point of the line.
    ///   - direction: of the line there; of length 1.
    /// - Returns: the distance along the line, which may be infinite; 0 where a dash could be seen.
    func unseenLength(from p: Point, along direction: Point) -> Double {
        var (nearest, farthest) = (Double.infinity, -Double.infinity)
        var (left, right) = (Double.infinity, -Double.infinity)
        for corner in corners {
            let d = corner - p
            let (along, across) = (d.x * direction.x + d.y * direction.y, d.y * direction.x - d.x * direction.y)
            (nearest, farthest) = (min(nearest, along), max(farthest, along))
            (left, right) = (min(left, across), max(right, across))
        }
        guard left <= half, right >= -half else { return .infinity }
        let cap = hasCaps ? half : 0
        return farthest + cap < 0 ? .infinity : max(0, nearest - cap)
    }
}

/// Steps along a line through the dash pattern.
private struct Dasher {
    /// Lines with more periods are drawn solid: the pattern is a mistake, and slow.
    static let maxPeriods = 100_000.0

    private let lengths: [Double]
    private let period: Double
    private let view: StrokeView?
    private var index = 0
    /// The remainder of the length at `index`.
    private var remaining: Double
    private var dash: [Point] = []
    /// The first dash of a closed figure is deferred, as the last one may join it.
    private var firstDash: [Point]?
    private var isFirst = true

    init(_ lengths: [Double], phase: Double, period: Double, view: StrokeView?) {
        self.lengths = lengths
        self.period = period
        self.view = view
        let rest = phase.truncatingRemainder(dividingBy: period)
        var offset = rest < 0 ? rest + period : rest
        // A dash without a length is a dot, at the start too.
        while index < lengths.count - 1, offset > lengths[index] || (offset == lengths[index] && offset > 0) {
            offset -= lengths[index]
            index += 1
        }
        remaining = max(0, lengths[index] - offset)
    }

    private var isOn: Bool { index % 2 == 0 }

    mutating func walk(_ line: FlatFigure, into dashes: inout Path) {
        guard var current = line.points.first else { return }
        let startsOn = isOn
        if isOn { dash = [current] }
        for end in line.points.dropFirst() {
            var distance = current.distance(to: end)
            guard distance > 0 else { continue }
            let direction = (end - current) * (1 / distance)
            while distance > remaining {
                current = current + direction * remaining
                distance -= remaining
                toggle(at: current, direction, line.isClosed && startsOn, &dashes)
                guard !isOn, distance > period, let view else { continue }
                // In a gap, so that only straight and whole dashes are left out.
                let unseen = min(distance, view.unseenLength(from: current, along: direction))
                let skipped = (unseen / period).rounded(.down) * period
                current = current + direction * skipped
                distance -= skipped
            }
            remaining -= distance
            current = end
            if isOn { dash.append(end) }
        }
        finish(line, &dashes)
    }

    /// Ends the current dash, or begins one.
    private mutating func toggle(at p: Point, _ direction: Point, _ keepsFirst: Bool, _ dashes: inout Path) {
        if isOn {
            dash.append(p)
            if isFirst && keepsFirst {
                firstDash = dash
            } else {
                emit(dash, direction, &dashes)
            }
            dash = []
            isFirst = false
        }
        index = (index + 1) % lengths.count
        remaining = lengths[index]
        if isOn { dash = [p] }
    }

    private mutating func finish(_ line: FlatFigure, _ dashes: inout Path) {
        guard line.isClosed, let firstDash else {
            if line.isClosed && isFirst && dash.count == line.points.count {
                dashes.addLines(dash.dropLast(), closed: true)
            } else if isOn {
                emit(dash, Point(1, 0), &dashes)
            }
            return
        }
        emit(isOn ? dash + firstDash.dropFirst() : firstDash, Point(1, 0), &dashes)
    }

    /// A zero-length dash still has caps; a short segment gives them their direction.
    private func emit(_ dash: [Point], _ direction: Point, _ dashes: inout Path) {
        guard let first = dash.first, let last = dash.last else { return }
        if dash.count == 2, first == last {
            dashes.addLines([first, first + direction * (1.0 / 32)], closed: false)
        } else if dash.count > 1 {
            dashes.addLines(dash, closed: false)
        }
    }
}

/// The dashes along a ribbon.
package struct DashPattern: Hashable, Sendable {
    /// The ranges of the dashes within one period, ascending, in pixels.
    package private(set) var dashes: [Range<Float>] = []
    package private(set) var period: Float
    /// Half the line's width for round caps, by which each dash is longer at both ends; 0 for butt caps.
    package private(set) var radius: Float

    /// Creates a pattern from alternating dash and gap lengths; nil when that leaves no gap.
    ///
    /// Zero-length dashes are dots with round caps, and omitted with butt caps. With an odd number of lengths the
    /// last dash joins the first one of the next period.
    package init?(_ lengths: [Double], radius: Double) {
        let period = lengths.reduce(0, +)
        guard lengths.count > 1, StrokeStyle(width: 1, dash: lengths).isDashed else { return nil }
        self.period = Float(period)
        self.radius = Float(radius)
        var position = 0.0
        for (i, length) in lengths.enumerated() {
            defer { position += length }
            guard i % 2 == 0, length > 0 || radius > 0 else { continue }
            if let last = dashes.last, last.upperBound == Float(position) {
                dashes[dashes.count - 1] = last.lowerBound..<Float(position + length)
            } else {
                dashes.append(Float(position)..<Float(position + length))
            }
        }
        if dashes.count == 1, dashes[0] == 0..<Float(period) { return nil }
    }

    func magnified(by factor: Float) -> DashPattern {
        var pattern = self
        pattern.dashes = dashes.map { $0.lowerBound * factor..<$0.upperBound * factor }
        pattern.period *= factor
        pattern.radius *= factor
        return pattern
    }

    /// The coverages, 0...1, at distances along the line and distances from its center, in pixels, with a ramp one
    /// pixel wide.
    @inline(__always)
    func coverage(_ along: SIMD4<Float>, _ across: SIMD4<Float>) -> SIMD4<Float> {
        var inside = SIMD4<Float>(repeating: -.infinity)
        for dash in dashes {
            let half = (dash.upperBound - dash.lowerBound) / 2
            // From the center of the dash in the nearest period.
            let offset = along - (dash.lowerBound + half)
            var here = half - (offset - (offset / period).nearestIntegers * period).magnitude
            if radius > 0 {
                let rounded = radius - (here * here + across * across).squareRoot()
                here = rounded.replacing(with: 1, where: here .>= 0)
            }
            inside = .greater(here, inside)
        }
        let t = SIMD4.lesser(.greater(inside + 0.5, .zero), SIMD4(repeating: 1))
        return t * t * (3 - 2 * t)
    }
}
