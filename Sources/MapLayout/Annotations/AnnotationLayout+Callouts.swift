// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapPlane
import MapScene

extension AnnotationLayout {
    /// Adds the open callouts of visible annotations above everything else.
    ///
    /// `stack` is in painting order; callouts are placed from the topmost annotation down.
    func placeCallouts(of stack: [PlacedAnnotation], _ output: inout Output) {
        let open = stack.compactMap { placed in placed.annotation.openCallout.map { (placed, $0) } }
        guard !open.isEmpty else { return }
        let bodies = open.map { builder.body($0.1) }
        let requests = zip(open, bodies).map { pair, body in
            builder.request(pair.1, body, pair.0.artwork, at: pair.0.position)
        }
        let bubbles = CalloutPlacer(bounds: bounds, annotations: stack.map(\.frame)).bubbles(for: requests.reversed())
        for ((pair, body), bubble) in zip(zip(open, bodies), bubbles.reversed()) {
            let (placed, callout) = pair
            let rect = bubble.rect.pixelAligned(viewport.scale)
            let shape = CalloutShape(
                rect: rect, radius: body.radius, tail: callout.tail ? (bubble.tip, bubble.side) : nil)
            let palette = CalloutPalette(callout, scene: builder.appearance)
            let outline = shape.outline.transformed(by: .scale(viewport.scale, viewport.scale))
            output.items += items(
                CalloutBubble(shape: shape).marks(palette, scale: viewport.scale), placed.id + "/callout", .callout,
                at: .zero, placed.target(.area(outline, .nonZero), part: "callout"))
            output.items += items(body.parts, of: placed, at: Point(rect.minX, rect.minY) * viewport.scale)
            output.boxes.append(pixelRect(rect, at: .zero))
        }
    }

    /// The items of a callout's parts, each with a hit target; `corner` is the origin of their points, in pixels.
    func items(_ parts: [CalloutBody.Part], of placed: PlacedAnnotation, at corner: Point) -> [DrawingItem] {
        parts.flatMap { part in
            let target = placed.target(
                .box(pixelRect(part.rect, at: corner)), part: "callout/\(part.name)",
                placed.annotation.callout?.accessory(named: part.name))
            return items(part.marks, target.path, .callout, at: corner, target)
        }
    }
}

extension Rect {
    /// The rectangle in points with its corner rounded, and its size rounded up, to whole pixels.
    fileprivate func pixelAligned(_ scale: Double) -> Rect {
        Rect(
            x: (minX * scale).rounded() / scale, y: (minY * scale).rounded() / scale,
            width: (width * scale - 1e-6).rounded(.up) / scale, height: (height * scale - 1e-6).rounded(.up) / scale)
    }
}
