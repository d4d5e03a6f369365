// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapGeometry
import MapScene
import MapText

/// Lays out overlays that code has drawn.
package struct DrawingLayout {
    let viewport: Viewport
    let fonts: FontLibrary
    let images: [ImageAsset: AnnotationImage]
    /// By the index of the overlay.
    let recordings: [Int: VectorDrawing]

    /// The distance in pixels from the map within which paths are drawn as they are; cairo's coordinates end at 2^23.
    private static let margin = 4096.0

    /// The marks of an overlay; nil when it has drawn nothing that is visible.
    func paint(_ index: Int) -> OverlayMarks? {
        guard let recording = recordings[index] else { return nil }
        var output = OverlayMarks()
        var shapes: [HitShape] = []
        for element in recording.elements {
            guard let mark = element.mark(fonts: fonts, images: images)?.placed(scale: viewport.scale, at: .zero)
            else { continue }
            for copy in worldCopies(of: mark) {
                for visible in clipped(copy) {
                    output.marks.append(visible)
                    output.bounds = output.bounds.union(visible.bounds)
                    shapes.append(hitShape(of: visible))
                }
            }
        }
        output.hitShapes = [shapes.isEmpty ? nil : .any(shapes)]
        return output.marks.isEmpty ? nil : output
    }

    /// The mark on each copy of the world on which it is visible. What is wider than the world is not repeated: it would
    /// overlap itself.
    private func worldCopies(of mark: Mark) -> [Mark] {
        let bounds = mark.bounds
        guard !bounds.isNull else { return [] }
        // Points of a tilted map are already those of one copy.
        guard viewport.perspective == nil else { return [mark] }
        let (box, view) = (viewport.groundToMercator.apply(bounds), viewport.mercatorBounds)
        let (first, last) = ((view.minX - box.maxX).rounded(.up), (view.maxX - box.minX).rounded(.down))
        guard box.width < 1 else { return [mark] }
        // The lowest zoom shows fewer than a hundred copies of the world.
        guard first <= last, last - first < 4200 else { return [] }
        let world = viewport.mercatorToGround.applyToVector(Point(1, 0))
        return (Int(first)...Int(last)).compactMap { worlds in
            let copy = worlds == 0 ? mark : mark.moved(by: world * Double(worlds))
            return copy.bounds.intersection(viewport.pixelRect).isNull ? nil : copy
        }
    }

    /// The mark without what lies so far outside that it cannot be painted.
    private func clipped(_ mark: Mark) -> [Mark] {
        let window = viewport.pixelRect.inset(by: -Self.margin)
        guard !window.contains(mark.bounds) else { return [mark] }
        switch mark {
        case .fill(let path, let rule, let paint):
            var inside = Path()
            for figure in path.flatFigures { inside.addLines(clippedRing(figure.points, to: window), closed: true) }
            return inside.isEmpty ? [] : [.fill(inside, rule, paint)]
        case .stroke(let path, let style, let color):
            let window = viewport.pixelRect.inset(by: -(style.outset + 4))
            return path.flatFigures.flatMap { visibleSegments(of: $0.points, in: window) }.map { segment in
                var (line, style) = (Path(), style)
                line.addLines(segment.points, closed: false)
                style.dashPhase += segment.start
                return .stroke(line, style, color)
            }
        default: return [mark]
        }
    }

    /// Fills are hit where they are, lines near by, texts and images in their bounds.
    private func hitShape(of mark: Mark) -> HitShape {
        switch mark {
        case .fill(let path, let rule, _): .area(path, rule)
        case .stroke(let path, let style, _):
            .line(path, tolerance: max(style.width / 2, StrokeLayout.minReach * viewport.scale))
        default: .box(mark.bounds)
        }
    }
}
