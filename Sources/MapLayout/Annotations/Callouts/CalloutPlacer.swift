// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapScene

/// Positions open callouts within the output, off each other and off the annotations, as close as possible to the
/// center of the requested side. A bubble that would be cut off or hidden is omitted. In points.
struct CalloutPlacer {
    struct Bubble {
        var rect: Rect
        var tip: Point
        var side: Callout.Placement

        /// The bubble with its tail.
        var box: Rect {
            var box = rect
            box.extend(to: tip)
            return box
        }
    }

    private static let maxRounds = 4

    /// The distance of bubbles to the output's edge and to each other.
    static let margin = 6.0

    /// The area that bubbles stay within.
    private let bounds: Rect
    /// The frames that bubbles should not cover.
    private var annotations: BoxGrid
    /// What is painted above bubbles.
    private let obstacles: [Rect]

    init(bounds: Rect, annotations boxes: [Rect], obstacles: [Rect] = []) {
        self.bounds = bounds
        self.obstacles = obstacles
        annotations = BoxGrid(covering: bounds.inset(by: -400), cell: 64)
        for (index, box) in boxes.enumerated() { annotations.insert(box, index) }
    }

    /// What becomes of a callout.
    enum Placement {
        case bubble(Bubble)
        case omitted(Omission.Reason)
    }

    /// The placement of each callout; `requests` are in order of precedence. Those that are omitted leave their room to
    /// the others.
    func placements(for requests: [Request]) -> [Placement] {
        var placements = [Placement](repeating: .omitted(.noRoom), count: requests.count)
        var candidates = Array(requests.indices)
        for _ in 0..<Self.maxRounds {
            let bubbles = bubbles(for: candidates.map { requests[$0] })
            var accepted = BoxGrid(covering: bounds.inset(by: -400), cell: 96)
            var remaining: [Int] = []
            for (index, bubble) in zip(candidates, bubbles) {
                if let reason = reasonToOmit(bubble, of: requests[index], accepted) {
                    placements[index] = .omitted(reason)
                } else {
                    placements[index] = .bubble(bubble)
                    accepted.insert(bubble.rect, 2 * index)
                    if requests[index].hasTail { accepted.insert(bubble.tail.inset(by: 1), 2 * index + 1) }
                    remaining.append(index)
                }
            }
            if remaining.count == candidates.count { break }
            candidates = remaining
        }
        return placements
    }

    /// Nil for a bubble that can be seen as a whole.
    private func reasonToOmit(_ bubble: Bubble, of request: Request, _ accepted: BoxGrid) -> Omission.Reason? {
        let tolerance = 0.5
        guard bounds.inset(by: -tolerance).contains(bubble.rect) else {
            return bounds.contains(request.anchor) ? .noRoom : .outside
        }
        let core = bubble.rect.inset(by: tolerance)
        var isHidden = obstacles.contains { $0.intersects(core) }
        accepted.forEach(overlapping: core) { _, _ in isHidden = true }
        if request.hasTail { accepted.forEach(overlapping: bubble.tail.inset(by: 1)) { _, _ in isHidden = true } }
        return isHidden ? .noRoom : nil
    }

    /// Places each bubble in turn, then repeats with all others in place until none moves.
    private func bubbles(for requests: [Request]) -> [Bubble] {
        var bubbles: [Bubble] = []
        var others = BoxGrid(covering: bounds.inset(by: -400), cell: 96)
        var frames = BoxGrid(covering: bounds.inset(by: -400), cell: 64)
        for (index, request) in requests.enumerated() { frames.insert(request.frame, index) }
        let best = { (index: Int, others: BoxGrid) in self.best(requests[index], index, frames, others) }
        for index in requests.indices {
            bubbles.append(best(index, others))
            others.insert(bubbles[index].rect.inset(by: -Self.margin / 2), index)
        }
        guard requests.count > 1 else { return bubbles }
        for _ in 0..<Self.maxRounds {
            let before = bubbles.map(\.rect)
            for index in requests.indices {
                others.remove(index)
                bubbles[index] = best(index, others)
                others.insert(bubbles[index].rect.inset(by: -Self.margin / 2), index)
            }
            if bubbles.map(\.rect) == before { break }
        }
        return bubbles
    }

    /// The candidate of least cost.
    ///
    /// - Parameters:
    ///   - request: the callout to place.
    ///   - index: of the request.
    ///   - frames: of the annotations whose callouts are open.
    ///   - others: all bubbles but this one.
    /// - Returns: the bubble.
    private func best(_ request: Request, _ index: Int, _ frames: BoxGrid, _ others: BoxGrid) -> Bubble {
        let isVisible = bounds.contains(request.anchor)
        var best: (cost: Double, bubble: Bubble)?
        for (side, penalty) in request.sides {
            // Skips sides whose penalty alone exceeds the best cost.
            if let best, best.cost <= penalty { continue }
            for bubble in candidates(request, side) {
                var cost = cost(of: bubble, isVisible: isVisible, others) + penalty
                // Overlap with the callout's own annotation is set by the scene and costs nothing.
                cost -= bubble.rect.intersection(request.frame).area
                // A bubble over an annotation with an open callout hides what that callout points at.
                frames.forEach(overlapping: bubble.rect) { other, frame in
                    if other != index { cost += 5 * bubble.rect.intersection(frame).area }
                }
                if best.map({ cost < $0.cost - 1e-6 }) ?? true { best = (cost, bubble) }
            }
        }
        return best?.bubble ?? request.bubble(.top, shift: 0)
    }

    /// The centered bubble moved into the bounds, and shifts to both sides as far as the tail allows.
    private func candidates(_ request: Request, _ side: Callout.Placement) -> [Bubble] {
        let isUpright = side == .top || side == .bottom
        let length = isUpright ? request.size.width : request.size.height
        let maxShift = max(0, length / 2 - (request.hasTail ? CalloutShape.minTipInset : 0))
        let steps = [0, 0.2, -0.2, 0.4, -0.4, 0.6, -0.6, 0.8, -0.8, 1, -1].map { $0 * maxShift }
        guard bounds.contains(request.anchor) else { return steps.map { request.bubble(side, shift: $0) } }
        let centered = request.bubble(side, shift: 0).rect
        let limits = bounds.inset(by: Self.margin)
        let (lower, upper) =
            isUpright
            ? (limits.minX - centered.minX, limits.maxX - centered.maxX)
            : (limits.minY - centered.minY, limits.maxY - centered.maxY)
        return steps.map { step in
            request.bubble(side, shift: lower > upper ? (lower + upper) / 2 : max(lower, min(upper, step)))
        }
    }

    /// The weighted area, in square points, that is clipped or overlaps; long shifts add a little.
    private func cost(of bubble: Bubble, isVisible: Bool, _ others: BoxGrid) -> Double {
        let grown = bubble.rect.inset(by: -Self.margin / 2)
        let clippedArea = isVisible ? bubble.box.area - bubble.box.intersection(bounds).area : 0
        let marginArea =
            isVisible ? bubble.rect.area - bubble.rect.intersection(bounds.inset(by: Self.margin - 2)).area : 0
        var (overlapArea, coveredArea) = (0.0, 0.0)
        others.forEach(overlapping: grown.union(bubble.box)) { _, other in
            // Checked separately: the box around bubble and tail overstates the overlap where only the tail crosses a
            // bubble.
            overlapArea += grown.intersection(other).area + bubble.tail.intersection(other).area
        }
        // Obstacles are painted above bubbles.
        let hiddenArea = obstacles.reduce(0) { $0 + bubble.box.intersection($1).area }
        annotations.forEach(overlapping: bubble.rect) { _, annotation in
            coveredArea += bubble.rect.intersection(annotation).area
        }
        let middle = bubble.rect.center
        let isUpright = bubble.side == .top || bubble.side == .bottom
        let shift = isUpright ? abs(middle.x - bubble.tip.x) : abs(middle.y - bubble.tip.y)
        return 30 * (clippedArea + hiddenArea) + 3 * marginArea + 8 * overlapArea + coveredArea + shift * 1.5
    }
}

extension CalloutPlacer {
    /// A callout to place.
    struct Request {
        var size: Size
        /// The annotation's position; callouts outside the output are not moved.
        var anchor: Point
        /// The annotation's frame.
        var frame: Rect
        var alignmentY: Double
        var offset: Point
        var overlap: Double
        var preferred: Callout.Placement
        var hasTail: Bool

        /// All sides in order of preference, each with its penalty.
        var sides: [(Callout.Placement, penalty: Double)] {
            let opposite = preferred.opposite
            let remaining = Callout.Placement.allCases.filter { $0 != preferred && $0 != opposite }
            return [(preferred, 0), (opposite, 400)] + remaining.reversed().map { ($0, 1200) }
        }

        /// The point that the tail points at from a side.
        func tip(_ side: Callout.Placement) -> Point {
            let edge =
                switch side {
                case .top: Point(frame.center.x, frame.minY + overlap)
                case .bottom: Point(frame.center.x, frame.maxY - overlap)
                case .left: Point(frame.minX + overlap, alignmentY)
                case .right: Point(frame.maxX - overlap, alignmentY)
                }
            if side == preferred { return edge + offset }
            let out = preferred.outwards
            let distance = offset.x * out.x + offset.y * out.y
            // The offset is mirrored on the opposite side; on the others only its distance applies.
            let lateral = side == preferred.opposite ? offset - out * distance : .zero
            return edge + lateral + side.outwards * distance
        }

        /// The bubble at a side, its center shifted along the edge.
        func bubble(_ side: Callout.Placement, shift: Double) -> Bubble {
            let (tip, gap) = (tip(side), hasTail ? CalloutShape.tailHeight : 0)
            let out = side.outwards
            let middle = Point(
                tip.x + out.x * (gap + size.width / 2) + (out.x == 0 ? shift : 0),
                tip.y + out.y * (gap + size.height / 2) + (out.y == 0 ? shift : 0))
            return Bubble(rect: Rect(center: middle, size: size), tip: tip, side: side)
        }
    }
}

extension CalloutPlacer.Bubble {
    /// A strip along the tail.
    fileprivate var tail: Rect {
        let half = 5.0
        return switch side {
        case .top: Rect(minX: tip.x - half, minY: rect.maxY, maxX: tip.x + half, maxY: tip.y)
        case .bottom: Rect(minX: tip.x - half, minY: tip.y, maxX: tip.x + half, maxY: rect.minY)
        case .left: Rect(minX: rect.maxX, minY: tip.y - half, maxX: tip.x, maxY: tip.y + half)
        case .right: Rect(minX: tip.x, minY: tip.y - half, maxX: rect.minX, maxY: tip.y + half)
        }
    }
}

extension Callout.Placement {
    var opposite: Self {
        switch self {
        case .top: .bottom
        case .bottom: .top
        case .left: .right
        case .right: .left
        }
    }

    /// The direction from the annotation to the callout.
    var outwards: Point {
        switch self {
        case .top: Point(0, -1)
        case .bottom: Point(0, 1)
        case .left: Point(-1, 0)
        case .right: Point(1, 0)
        }
    }
}

extension Rect {
    fileprivate var area: Double { isNull ? 0 : width * height }
}
