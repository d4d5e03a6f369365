// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapGeometry
import MapImages
import MapStyle

/// The `background` layer.
enum BackgroundLayout {
    static func item(_ style: StyleLayer, _ context: LayerContext) -> DrawingItem? {
        let paint = context.paint()
        let opacity = style.property(.backgroundOpacity).number(paint)
        guard opacity > 0 else { return nil }
        let ground: Paint
        if style.sets(.backgroundPattern) {
            let name = style.property(.backgroundPattern).value(paint)
            guard let image = context.images.image(name, context, layer: style.id) else { return nil }
            let pattern = context.patternPaint(image, opacity: opacity)
            ground = GroundPatterns(context.viewport)?.projected(pattern, in: context.viewport.pixelRect) ?? pattern
        } else {
            let color = style.property(.backgroundColor).color(paint).opacity(opacity)
            guard !color.isInvisible else { return nil }
            ground = .color(color)
        }
        let rect = context.viewport.pixelRect
        return DrawingItem(
            id: "layer/\(style.id)", role: .background, bounds: rect,
            mark: .fill(area(of: context.viewport), .nonZero, ground))
    }

    /// The image, up to the horizon of a tilted map. As in MapLibre, a map that is turned or tilted ends at the northern and southern
    /// edge of the world; one from straight above may be higher than the world.
    private static func area(of viewport: Viewport) -> Path {
        guard let part = viewport.partOfWorld ?? viewport.perspective?.visibleImage() else {
            return .rectangle(viewport.pixelRect)
        }
        return Path(part, closed: true)
    }
}

extension Viewport {
    /// The part of the image in which a turned or tilted plane is part of the world; nil where it is all of it.
    fileprivate var partOfWorld: [Point]? {
        guard !isCurved, drape == nil, bearing != 0 || !tilt.isFlat else { return nil }
        let seen = groundCorners(margin: 0).map(groundToMercator.apply)
        let box = Rect(around: seen)
        guard !box.isNull, box.minY < 0 || box.maxY > 1 else { return nil }
        let world = Rect(minX: box.minX - 1, minY: 0, maxX: box.maxX + 1, maxY: 1)
        return ConvexRegion(world.corners).clipped(ring: seen).map(mercatorToGround.apply)
            .map { perspective?.apply($0) ?? $0 }
    }
}
