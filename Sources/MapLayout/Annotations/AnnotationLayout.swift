// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapGeo
package import MapPlane
package import MapScene

/// Pins and markers with their titles, in the order of MapKit: those further south over those further north.
package struct AnnotationLayout: Sendable {
    private let viewport: Viewport
    private let fonts: FontLibrary

    package init(viewport: Viewport, fonts: FontLibrary) {
        self.viewport = viewport
        self.fonts = fonts
    }

    /// What an annotation covers around its coordinate, in points, y downwards; for cameras that fit their content.
    package static func extent(of annotation: Annotation, fonts: FontLibrary) -> Rect {
        let sign = annotation.view == .pin ? PinLayout.extent : MarkerLayout.extent
        guard let title = titleBlock(annotation, scale: 1, fonts: fonts) else { return sign }
        return sign.union(titleRect(title, tip: .zero, scale: 1))
    }

    /// All annotations as drawing items, and the boxes that labels of the map must stay out of.
    func items(_ annotations: [Annotation]) -> [DrawingItem] {
        let ordered = annotations.enumerated().sorted { a, b in
            if a.element.coordinate.latitude != b.element.coordinate.latitude {
                return a.element.coordinate.latitude > b.element.coordinate.latitude
            }
            return a.offset < b.offset
        }
        let placed = ordered.map { index, annotation in
            (annotation, "annotation/\(annotation.id ?? String(index))", viewport.pixel(for: annotation.coordinate))
        }
        // All titles lie under all signs, so that no sign is covered by a neighbour's words.
        return placed.flatMap { titleItem($0, id: $1, tip: $2) } + placed.flatMap { signItem($0, id: $1, tip: $2) }
    }

    /// The boxes of signs and titles, in pixels.
    func boxes(_ annotations: [Annotation]) -> [Rect] {
        annotations.map { annotation in
            let extent = AnnotationLayout.extent(of: annotation, fonts: fonts)
            return Transform.scale(viewport.scale, viewport.scale).apply(extent)
                .offset(by: viewport.pixel(for: annotation.coordinate))
        }
    }

    private func signItem(_ annotation: Annotation, id: String, tip: Point) -> [DrawingItem] {
        let scale = viewport.scale
        let tint = annotation.tint ?? .systemRed
        let marks: [Mark]
        let extent: Rect
        switch annotation.view {
        case .pin: (marks, extent) = (PinLayout(tip: tip, tint: tint, scale: scale).marks, PinLayout.extent)
        case .marker: (marks, extent) = (MarkerLayout(tip: tip, tint: tint, scale: scale).marks, MarkerLayout.extent)
        }
        let bounds = Transform.scale(scale, scale).apply(extent.inset(by: -8)).offset(by: tip)
        return [DrawingItem(id: id, role: .annotation, bounds: bounds, mark: .group(Group(marks: marks)))]
    }

    private func titleItem(_ annotation: Annotation, id: String, tip: Point) -> [DrawingItem] {
        guard let block = AnnotationLayout.titleBlock(annotation, scale: viewport.scale, fonts: fonts) else {
            return []
        }
        let rect = AnnotationLayout.titleRect(block, tip: tip, scale: viewport.scale)
        let runs = block.runs(
            anchor: .zero, at: Point(rect.minX, rect.minY), colors: [Color(rgb: 0x1C1C1E)],
            halo: GlyphRun.Halo(color: Color.white.opacity(0.92), width: 1.6 * viewport.scale))
        return runs.map { DrawingItem(id: id, role: .annotation, bounds: $0.paintedBounds, mark: .glyphs($0)) }
    }

    private static let titleSize = 11.5

    private static func titleBlock(_ annotation: Annotation, scale: Double, fonts: FontLibrary) -> TextBlock? {
        guard annotation.view == .marker, let title = annotation.title, !title.isEmpty else { return nil }
        let size = titleSize * scale
        return fonts.layout(
            [TextSection(title, font: .interface(weight: 600))],
            options: TextBlockOptions(size: size, maxWidth: 130 * scale, lineHeight: size * 1.15, justify: .center))
    }

    private static func titleRect(_ block: TextBlock, tip: Point, scale: Double) -> Rect {
        Rect(x: tip.x - block.width / 2, y: tip.y + 4 * scale, width: block.width, height: block.height)
    }
}

extension FontRequest {
    /// The font of everything that is not the map: titles, callouts, attribution.
    static func interface(weight: Int) -> FontRequest {
        FontRequest(families: ["Inter", "Noto Sans"], weight: weight)
    }
}
