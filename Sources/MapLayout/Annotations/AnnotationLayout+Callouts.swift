// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo
import MapPlane
import MapScene

extension AnnotationLayout {
    /// An open callout and the bubble that it is drawn in.
    struct PlacedCallout {
        var annotation: PlacedAnnotation
        var callout: Callout
        var body: CalloutBody
        var bubble: CalloutPlacer.Bubble
    }

    /// A narrower bubble would show a few letters of a title.
    private static let minCalloutWidth = 100.0

    /// Places the open callouts of annotations from the topmost down. Those without room are closed and reported.
    ///
    /// - Parameters:
    ///   - stack: in painting order.
    ///   - obstacles: in points.
    ///   - output: takes the omissions.
    /// - Returns: the callouts in painting order.
    func placedCallouts(
        of stack: inout [PlacedAnnotation], avoiding obstacles: [Rect], _ output: inout Output
    ) -> [PlacedCallout] {
        let open = stack.indices.filter { stack[$0].annotation.openCallout != nil }
        guard !open.isEmpty else { return [] }
        let maxWidth = max(Self.minCalloutWidth, bounds.width - 2 * CalloutPlacer.margin)
        let callouts = open.compactMap { index in stack[index].annotation.openCallout.map { (index, $0) } }
        let bodies = callouts.map { builder.body($0.1, maxWidth: maxWidth) }
        let requests = zip(callouts, bodies).map { callout, body in
            builder.request(callout.1, body, stack[callout.0].artwork, at: stack[callout.0].position)
        }
        let placements = CalloutPlacer(bounds: bounds, annotations: stack.map(\.frame), obstacles: obstacles)
            .placements(for: requests.reversed())
        var placed: [PlacedCallout] = []
        for ((callout, body), placement) in zip(zip(callouts, bodies), placements.reversed()) {
            let annotation = stack[callout.0]
            switch placement {
            case .bubble(let bubble):
                placed.append(
                    PlacedCallout(annotation: annotation, callout: callout.1, body: body, bubble: bubble))
            case .omitted(let reason):
                // The marker's title is drawn instead.
                stack[callout.0].annotation.canShowCallout = false
                output.omissions.append(
                    Omission(id: annotation.id + "/callout", text: callout.1.title, reason: reason))
            }
        }
        reportOmittedCallouts(placements)
        return placed
    }

    private func reportOmittedCallouts(_ placements: [CalloutPlacer.Placement]) {
        let count = placements.count {
            if case .omitted(.noRoom) = $0 { true } else { false }
        }
        guard count > 0 else { return }
        builder.text.diagnostics?.add(
            Diagnostic(
                .warning, code: LayoutCode.omittedCallouts, path: "annotations",
                "\(count) of \(placements.count) callouts \(count == 1 ? "has" : "have") no room and \(count == 1 ? "is" : "are") not drawn",
                hint: "increase the size of the map, zoom in, or select fewer annotations"))
    }

    /// Adds bubbles and their parts above everything else.
    func addItems(of callouts: [PlacedCallout], _ output: inout Output) {
        for placed in callouts {
            let (annotation, bubble) = (placed.annotation, placed.bubble)
            let rect = bubble.rect.pixelAligned(viewport.scale)
            let shape = CalloutShape(
                rect: rect, radius: placed.body.radius, tail: placed.callout.tail ? (bubble.tip, bubble.side) : nil)
            let palette = CalloutPalette(placed.callout, scene: builder.appearance)
            let outline = shape.outline.transformed(by: .scale(viewport.scale, viewport.scale))
            output.items += items(
                CalloutBubble(shape: shape).marks(palette, scale: viewport.scale), annotation.id + "/callout", .callout,
                at: .zero, annotation.target(.area(outline, .nonZero), part: "callout"))
            output.items += items(placed.body.parts, of: annotation, at: Point(rect.minX, rect.minY) * viewport.scale)
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
