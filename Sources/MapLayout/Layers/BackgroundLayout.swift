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

    /// The image, up to the horizon of a tilted map.
    private static func area(of viewport: Viewport) -> Path {
        guard let perspective = viewport.perspective else { return .rectangle(viewport.pixelRect) }
        var path = Path()
        path.addLines(perspective.visibleImage(), closed: true)
        return path
    }
}
