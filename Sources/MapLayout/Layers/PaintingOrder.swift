// SPDX-License-Identifier: MIT
import MapImages
import MapStyle

/// The painting order of layers: that of the style, except for heatmaps.
///
/// MapLibre paints opaque layers first and discards what they cover by depth. Heatmaps are exempt, so they show above
/// the opaque layers that directly follow them.
enum PaintingOrder {
    /// Indices into the layers, bottom to top.
    static func indices(of layers: [StyleLayer], _ context: LayerContext) -> [Int] {
        var order: [Int] = []
        var pending: [Int] = []
        for (position, layer) in layers.enumerated() {
            if layer.kind == .heatmap {
                pending.append(position)
            } else {
                if !pending.isEmpty, !isOpaque(layer, context) {
                    order += pending
                    pending = []
                }
                order.append(position)
            }
        }
        return order + pending
    }

    private static func isOpaque(_ layer: StyleLayer, _ context: LayerContext) -> Bool {
        let names: (color: PropertyName, opacity: PropertyName, pattern: PropertyName)
        switch layer.kind {
        case .background: names = (.backgroundColor, .backgroundOpacity, .backgroundPattern)
        case .fill: names = (.fillColor, .fillOpacity, .fillPattern)
        default: return false
        }
        let (color, opacity) = (layer.property(names.color), layer.property(names.opacity))
        guard !layer.sets(names.pattern), color.isFeatureConstant, opacity.isFeatureConstant else { return false }
        return color.color(context.paint()).isOpaque && opacity.number(context.paint()) >= 1
    }
}
