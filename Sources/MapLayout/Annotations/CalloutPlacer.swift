// SPDX-License-Identifier: MIT
import MapPlane
import MapScene

/// Finds places for open callouts: inside of the picture, off each other, off the annotations; as near as can be to the
/// middle of the side that was asked for. Points.
struct CalloutPlacer {
    /// A callout to place.
    struct Request {
        var size: Size
        /// Where the annotation stands: one outside of the picture is left alone.
        var anchor: Point
        /// The tail's tip for a bubble above, and for one below.
        var above: Point
        var below: Point
        var preferred: Callout.Placement
    }

    struct Place {
        var rect: Rect
        var tip: Point
        var side: Callout.Placement
    }

    /// Bubbles keep this far from the picture's edge and from each other.
    static let margin = 6.0

    /// What bubbles stay inside of.
    var picture: Rect
    /// What they should not hide, such as pins.
    var signs: [Rect]

    /// Places each in turn, then looks twice at each again, now that the others stand.
    func places(for requests: [Request]) -> [Place] {
        var places: [Place] = []
        for request in requests { places.append(best(request, others: places.map(\.rect))) }
        guard requests.count > 1 else { return places }
        for _ in 0..<2 {
            for (index, request) in requests.enumerated() {
                let others = places.indices.filter { $0 != index }.map { places[$0].rect }
                places[index] = best(request, others: others)
            }
        }
        return places
    }

    private func best(_ request: Request, others: [Rect]) -> Place {
        let sides = request.preferred == .top ? [Callout.Placement.top, .bottom] : [.bottom, .top]
        var best: (cost: Double, place: Place)?
        for side in sides {
            for place in candidates(request, side) {
                let cost =
                    cost(of: place, isSeen: picture.contains(request.anchor), others)
                    + (side == request.preferred ? 0 : 400)
                if best.map({ cost < $0.cost - 1e-6 }) ?? true { best = (cost, place) }
            }
        }
        return best?.place ?? CalloutPlacer.place(request, .top, shift: 0)
    }

    /// Centered, pushed into the picture, and shifted in steps as far as the tail reaches.
    private func candidates(_ request: Request, _ side: Callout.Placement) -> [Place] {
        let reach = max(0, request.size.width / 2 - CalloutBody.radius - CalloutBubble.tailFoot)
        let steps = [0, 0.2, -0.2, 0.4, -0.4, 0.6, -0.6, 0.8, -0.8, 1, -1].map { $0 * reach }
        var shifts = steps
        if picture.contains(request.anchor) {
            let centered = CalloutPlacer.place(request, side, shift: 0).rect
            let room = picture.inset(by: Self.margin)
            shifts = steps.map { step in
                let (least, most) = (room.minX - centered.minX, room.maxX - centered.maxX)
                return least > most ? (least + most) / 2 : max(least, min(most, step))
            }
        }
        return shifts.map { CalloutPlacer.place(request, side, shift: $0) }
    }

    static func place(_ request: Request, _ side: Callout.Placement, shift: Double) -> Place {
        let size = request.size
        let tip = side == .top ? request.above : request.below
        let y = side == .top ? tip.y - CalloutBubble.tailHeight - size.height : tip.y + CalloutBubble.tailHeight
        let rect = Rect(x: tip.x - size.width / 2 + shift, y: y, width: size.width, height: size.height)
        return Place(rect: rect, tip: tip, side: side)
    }

    /// Square points that are hidden or lost, weighed; a long shift counts a little.
    private func cost(of place: Place, isSeen: Bool, _ others: [Rect]) -> Double {
        let grown = place.rect.inset(by: -Self.margin / 2)
        let body = place.rect.union(Rect(minX: place.tip.x, minY: place.tip.y, maxX: place.tip.x, maxY: place.tip.y))
        let lost = isSeen ? body.area - body.intersection(picture).area : 0
        let hidden = others.reduce(0) { $0 + grown.intersection($1.inset(by: -Self.margin / 2)).area }
        let covered = signs.reduce(0) { $0 + place.rect.intersection($1).area }
        return 30 * lost + 8 * hidden + covered + abs(place.rect.center.x - place.tip.x) * 1.5
    }
}

extension Rect {
    fileprivate var area: Double { isNull ? 0 : width * height }
}
