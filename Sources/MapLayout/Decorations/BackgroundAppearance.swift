// SPDX-License-Identifier: MIT
import MapCanvas
import MapScene
import MapStyle

/// Derives the appearance of everything above the map from the style's background.
enum BackgroundAppearance {
    /// The luma (ITU-R BT.601) below which a background is dark: dark styles have about 0.2, blue seas more than 0.5.
    private static let threshold = 0.4

    /// Light for styles without a plain background color.
    static func of(_ layers: [StyleLayer], _ context: LayerContext) -> Appearance {
        guard let ground = layers.first(where: { $0.kind == .background }), !ground.sets(.backgroundPattern) else {
            return .light
        }
        let paint = context.paint()
        let color = ground.property(.backgroundColor).color(paint)
        let opacity = color.alpha * ground.property(.backgroundOpacity).number(paint)
        let luma = 0.299 * color.red + 0.587 * color.green + 0.114 * color.blue
        return opacity > 0.5 && luma < threshold ? .dark : .light
    }
}
