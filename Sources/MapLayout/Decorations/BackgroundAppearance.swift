// SPDX-License-Identifier: MIT
import MapCanvas
import MapScene
import MapStyle

/// Whether what lies on a map has to be light or dark, judged by the map's ground.
enum BackgroundAppearance {
    /// The luma (ITU-R BT.601) below which a ground is dark: dark styles lie around 0.2, blue seas above 0.5.
    private static let threshold = 0.4

    /// Light where there is no ground of one color.
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
