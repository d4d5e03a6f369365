// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapPlane
import MapScene

extension AnnotationLayout {
    /// Puts the open callouts of shown annotations over everything; the one of the topmost annotation chooses first.
    func placeCallouts(of stack: [PlacedAnnotation], _ placed: inout Placed) {
        let open = stack.compactMap { standing in standing.annotation.openCallout.map { (standing, $0) } }
        guard !open.isEmpty else { return }
        let bodies = open.map { signs.body($0.1) }
        let requests = zip(open, bodies).map { pair, body in
            signs.request(pair.1, body, pair.0.sign, at: pair.0.place)
        }
        let places = CalloutPlacer(picture: picture, signs: stack.map(\.frame)).places(for: requests.reversed())
        for ((pair, body), place) in zip(zip(open, bodies), places.reversed()) {
            let (standing, callout) = pair
            let snapped = place.rect.snapped(viewport.scale)
            let shape = CalloutShape(
                rect: snapped, radius: body.radius, tail: callout.tail ? (place.tip, place.side) : nil)
            let look = CalloutPalette(callout, scene: signs.appearance)
            let outline = shape.outline.transformed(by: .scale(viewport.scale, viewport.scale))
            placed.items += items(
                CalloutBubble(shape: shape).marks(look, scale: viewport.scale), standing.id + "/callout", .callout,
                at: .zero, standing.target(.area(outline, .nonZero), part: "callout"))
            placed.items += items(body.parts, of: standing, at: Point(snapped.minX, snapped.minY) * viewport.scale)
            placed.boxes.append(onPicture(snapped, at: .zero))
        }
    }

    /// The parts of a callout; `corner` is the pixel that they are placed from.
    func items(_ parts: [CalloutBody.Part], of standing: PlacedAnnotation, at corner: Point) -> [DrawingItem] {
        parts.flatMap { part in
            let target = standing.target(
                .box(onPicture(part.rect, at: corner)), part: "callout/\(part.name)",
                standing.annotation.callout?.accessory(named: part.name))
            return items(part.marks, target.path, .callout, at: corner, target)
        }
    }
}

extension Rect {
    /// Moved so that its corner lies on a whole pixel, and its sides grown to whole pixels; points.
    fileprivate func snapped(_ scale: Double) -> Rect {
        Rect(
            x: (minX * scale).rounded() / scale, y: (minY * scale).rounded() / scale,
            width: (width * scale - 1e-6).rounded(.up) / scale, height: (height * scale - 1e-6).rounded(.up) / scale)
    }
}
