// SPDX-License-Identifier: MIT
import MapPlane
import MapScene

/// Finds places for open callouts: inside of the picture, off each other, off the annotations; as near as can be to the
/// middle of the side that was asked for. Points.
struct CalloutPlacer {
    struct Place {
        var rect: Rect
        var tip: Point
        var side: Callout.Placement

        /// Bubble and tail.
        var box: Rect {
            var box = rect
            box.extend(to: tip)
            return box
        }
    }

    private static let rounds = 4

    /// Bubbles keep this far from the picture's edge and from each other.
    static let margin = 6.0

    /// What bubbles stay inside of.
    private let picture: Rect
    /// What they should not hide, such as pins.
    private var signs: BoxGrid

    init(picture: Rect, signs boxes: [Rect]) {
        self.picture = picture
        signs = BoxGrid(covering: picture.inset(by: -400), cell: 64)
        for (index, box) in boxes.enumerated() { signs.insert(box, index) }
    }

    /// Places each in turn, then looks at each again, now that the others stand, until none moves.
    func places(for requests: [Request]) -> [Place] {
        var places: [Place] = []
        var others = BoxGrid(covering: picture.inset(by: -400), cell: 96)
        var own = BoxGrid(covering: picture.inset(by: -400), cell: 64)
        for (index, request) in requests.enumerated() { own.insert(request.frame, index) }
        let best = { (index: Int, others: BoxGrid) in self.best(requests[index], index, own, others) }
        for index in requests.indices {
            places.append(best(index, others))
            others.insert(places[index].rect.inset(by: -Self.margin / 2), index)
        }
        guard requests.count > 1 else { return places }
        for _ in 0..<Self.rounds {
            let before = places.map(\.rect)
            for index in requests.indices {
                others.remove(index)
                places[index] = best(index, others)
                others.insert(places[index].rect.inset(by: -Self.margin / 2), index)
            }
            if places.map(\.rect) == before { break }
        }
        return places
    }

    /// `own` are the frames of all annotations whose callouts are open, `others` the bubbles of all but this one.
    private func best(_ request: Request, _ index: Int, _ own: BoxGrid, _ others: BoxGrid) -> Place {
        let isSeen = picture.contains(request.anchor)
        var best: (cost: Double, place: Place)?
        for (side, penalty) in request.sides {
            // A side that cannot be better is not looked at.
            if let best, best.cost <= penalty { continue }
            for place in candidates(request, side) {
                var cost = cost(of: place, isSeen: isSeen, others) + penalty
                // How far it reaches over its own annotation, the scene says.
                cost -= place.rect.intersection(request.frame).area
                // Under a bubble, nobody sees what another one points at.
                own.forEach(overlapping: place.rect) { other, frame in
                    if other != index { cost += 5 * place.rect.intersection(frame).area }
                }
                if best.map({ cost < $0.cost - 1e-6 }) ?? true { best = (cost, place) }
            }
        }
        return best?.place ?? request.place(.top, shift: 0)
    }

    /// Centered, pushed into the picture, and shifted in steps as far as the tail reaches.
    private func candidates(_ request: Request, _ side: Callout.Placement) -> [Place] {
        let isUpright = side == .top || side == .bottom
        let length = isUpright ? request.size.width : request.size.height
        let reach = max(0, length / 2 - (request.hasTail ? CalloutShape.nearestTip : 0))
        let steps = [0, 0.2, -0.2, 0.4, -0.4, 0.6, -0.6, 0.8, -0.8, 1, -1].map { $0 * reach }
        guard picture.contains(request.anchor) else { return steps.map { request.place(side, shift: $0) } }
        let centered = request.place(side, shift: 0).rect
        let room = picture.inset(by: Self.margin)
        let (least, most) =
            isUpright
            ? (room.minX - centered.minX, room.maxX - centered.maxX)
            : (room.minY - centered.minY, room.maxY - centered.maxY)
        return steps.map { step in
            request.place(side, shift: least > most ? (least + most) / 2 : max(least, min(most, step)))
        }
    }

    /// Square points that are hidden or lost, weighed; a long shift counts a little.
    private func cost(of place: Place, isSeen: Bool, _ others: BoxGrid) -> Double {
        let grown = place.rect.inset(by: -Self.margin / 2)
        let lost = isSeen ? place.box.area - place.box.intersection(picture).area : 0
        let tight = isSeen ? place.rect.area - place.rect.intersection(picture.inset(by: Self.margin - 2)).area : 0
        var (hidden, covered) = (0.0, 0.0)
        others.forEach(overlapping: grown.union(place.box)) { _, other in
            // Where only a tail crosses another bubble, the box around both says too much.
            hidden += grown.intersection(other).area + place.tail.intersection(other).area
        }
        signs.forEach(overlapping: place.rect) { _, sign in covered += place.rect.intersection(sign).area }
        let middle = place.rect.center
        let isUpright = place.side == .top || place.side == .bottom
        let shift = isUpright ? abs(middle.x - place.tip.x) : abs(middle.y - place.tip.y)
        return 30 * lost + 3 * tight + 8 * hidden + covered + shift * 1.5
    }
}

extension CalloutPlacer {
    /// A callout to place.
    struct Request {
        var size: Size
        /// Where the annotation stands: one outside of the picture is left alone.
        var anchor: Point
        /// The annotation's frame, and the height that callouts at its sides point at.
        var frame: Rect
        var level: Double
        var offset: Point
        var overlap: Double
        var preferred: Callout.Placement
        var hasTail: Bool

        /// All sides, the better ones first, with what is lost by not standing at the preferred one.
        var sides: [(Callout.Placement, penalty: Double)] {
            let opposite = preferred.opposite
            let rest = Callout.Placement.allCases.filter { $0 != preferred && $0 != opposite }
            return [(preferred, 0), (opposite, 400)] + rest.reversed().map { ($0, 1200) }
        }

        /// Where the tail points at a side.
        func tip(_ side: Callout.Placement) -> Point {
            let edge =
                switch side {
                case .top: Point(frame.center.x, frame.minY + overlap)
                case .bottom: Point(frame.center.x, frame.maxY - overlap)
                case .left: Point(frame.minX + overlap, level)
                case .right: Point(frame.maxX - overlap, level)
                }
            if side == preferred { return edge + offset }
            let out = preferred.outwards
            let away = offset.x * out.x + offset.y * out.y
            // Mirrored at the opposite side; at the others only the distance is kept.
            let aside = side == preferred.opposite ? offset - out * away : .zero
            return edge + aside + side.outwards * away
        }

        /// The bubble at a side, its middle moved along the edge.
        func place(_ side: Callout.Placement, shift: Double) -> Place {
            let (tip, gap) = (tip(side), hasTail ? CalloutShape.tailHeight : 0)
            let out = side.outwards
            let middle = Point(
                tip.x + out.x * (gap + size.width / 2) + (out.x == 0 ? shift : 0),
                tip.y + out.y * (gap + size.height / 2) + (out.y == 0 ? shift : 0))
            let rect = Rect(
                x: middle.x - size.width / 2, y: middle.y - size.height / 2, width: size.width, height: size.height)
            return Place(rect: rect, tip: tip, side: side)
        }
    }
}

extension CalloutPlacer.Place {
    /// A strip around the tail.
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

    /// From the annotation to the callout.
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
