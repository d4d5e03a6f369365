import MapCanvas
// SPDX-License-Identifier: MIT
import MapGeo
import MapPlane
import MapStyle

/// A symbol layer with all its features, before anything is placed.
struct SymbolLayer: Sendable {
    enum Placement: String, Sendable {
        case point, line
        case lineCenter = "line-center"
    }

    let id: String
    let placement: Placement
    /// Pixels between two labels on a line.
    let spacing: Double
    /// The sharpest bend that a label follows, in radians.
    let maxAngle: Double
    let keepsUpright: Bool
    /// True when text runs along the line.
    let textFollowsLine: Bool
    let iconFollowsLine: Bool
    /// The turn of icons and text that keep to the map, in radians.
    let textTurn: Double
    let iconTurn: Double
    /// True when a symbol that the picture's edge would cut is left out.
    let avoidsEdges: Bool
    /// True when symbols further down are drawn over those above.
    let ordersByY: Bool
    let textShift: Point
    let iconShift: Point
    let features: [SymbolFeature]

    init(_ style: StyleLayer, _ context: LayerContext, features: [SymbolFeature]) {
        let layout = context.layout()
        id = style.id
        placement = Placement(rawValue: style.property(.symbolPlacement).string(layout)) ?? .point
        spacing = max(1, style.property(.symbolSpacing).number(layout)) * context.scale
        maxAngle = style.property(.textMaxAngle).number(layout) * .pi / 180
        keepsUpright = style.property(.textKeepUpright).bool(layout)
        let onLine = placement != .point
        let text = style.property(.textRotationAlignment).string(layout)
        let icon = style.property(.iconRotationAlignment).string(layout)
        textFollowsLine = onLine && (text == "map" || text == "auto")
        iconFollowsLine = onLine && (icon == "map" || icon == "auto")
        let turn = -context.viewport.bearing * .pi / 180
        textTurn = !onLine && text == "map" ? turn : 0
        iconTurn = !onLine && icon == "map" ? turn : 0
        avoidsEdges = style.property(.symbolAvoidEdges).bool(layout)
        textShift = context.translation(style, .textTranslate, anchor: .textTranslateAnchor)
        iconShift = context.translation(style, .iconTranslate, anchor: .iconTranslateAnchor)
        let order = style.property(.symbolZOrder).string(layout)
        let overlapping = features.first.map {
            $0.look.text?.allowsOverlap == true || $0.look.icon?.allowsOverlap == true
        }
        ordersByY = order == "viewport-y" || (order == "auto" && !style.sets(.symbolSortKey) && overlapping == true)
        self.features =
            style.sets(.symbolSortKey)
            ? features.enumerated()
                .sorted { ($0.element.look.sortKey, $0.offset) < ($1.element.look.sortKey, $1.offset) }
                .map(\.element)
            : features
    }
}
