// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeo
import MapPlane
import MapStyle

/// A symbol layer's features with its layout properties, ready for placement.
struct SymbolBucket: Sendable {
    enum Placement: String, Sendable {
        case point, line
        case lineCenter = "line-center"

        init(_ style: StyleLayer, _ layout: EvaluationContext) {
            self = Placement(rawValue: style.property(.symbolPlacement).string(layout)) ?? .point
        }
    }

    let id: String
    /// `text-keep-upright`.
    let keepsUpright: Bool
    let iconKeepsUpright: Bool
    /// True when text follows the line.
    let textFollowsLine: Bool
    /// True for `text-rotation-alignment: viewport-glyph`.
    let glyphsFaceViewport: Bool
    let iconFollowsLine: Bool
    /// The rotation of point symbols that are aligned with the map, in radians.
    let textRotation: Double
    let iconRotation: Double
    private let viewport: Viewport
    /// True for texts and icons that lie on the ground of a tilted map; others face the camera.
    let textIsOnGround: Bool
    let iconIsOnGround: Bool
    /// True for point symbols that are aligned with the map.
    let textTurnsWithMap: Bool
    let iconTurnsWithMap: Bool
    /// `symbol-avoid-edges`.
    let avoidsEdges: Bool
    /// True for points whose text is placed inside the output where that is possible. Styles with glyph files or
    /// `symbol-avoid-edges` are laid out as in MapLibre.
    let keepsLabelsInside: Bool
    /// True to leave out labels that would stand out of a globe. MapLibre draws them, as do styles with its glyph files.
    let keepsLabelsOnGlobe: Bool
    /// True when symbols further down are placed first.
    let placesByY: Bool
    /// True when symbols further down are painted above others.
    let ordersByY: Bool
    /// True when icon and text of a symbol are painted together, rather than all text above all icons.
    let ordersByKey: Bool
    let textTranslation: Point
    let iconTranslation: Point
    /// Output pixels per point.
    let scale: Double
    /// `symbol-spacing` in pixels.
    let spacing: Double
    /// `text-max-angle` in radians.
    let maxAngle: Double
    let features: [SymbolFeature]

    init(_ style: StyleLayer, _ context: LayerContext, features: [SymbolFeature]) {
        let layout = context.layout()
        id = style.id
        keepsUpright = style.property(.textKeepUpright).bool(layout)
        iconKeepsUpright = style.property(.iconKeepUpright).bool(layout)
        textFollowsLine = Self.textFollowsLine(style, layout)
        glyphsFaceViewport = style.property(.textRotationAlignment).string(layout) == "viewport-glyph"
        let onLine = Placement(style, layout) != .point
        iconFollowsLine = onLine && Self.iconFollowsMap(style, layout)
        let rotation = -context.viewport.bearing * .pi / 180
        textRotation = !onLine && style.property(.textRotationAlignment).string(layout) == "map" ? rotation : 0
        iconRotation = !onLine && Self.iconFollowsMap(style, layout) ? rotation : 0
        viewport = context.viewport
        let alignment = style.property(.textRotationAlignment).string(layout)
        textTurnsWithMap = !onLine && alignment == "map"
        iconTurnsWithMap = !onLine && Self.iconFollowsMap(style, layout)
        let isOnGround = { (name: PropertyName, turns: Bool) in
            let pitch = style.property(name).string(layout)
            return pitch == "map" || (pitch == "auto" && turns)
        }
        textIsOnGround = isOnGround(.textPitchAlignment, alignment == "map" || (alignment == "auto" && onLine))
        iconIsOnGround = isOnGround(.iconPitchAlignment, Self.iconFollowsMap(style, layout))
        avoidsEdges = style.property(.symbolAvoidEdges).bool(layout)
        keepsLabelsOnGlobe = context.glyphs == nil
        keepsLabelsInside = context.glyphs == nil && !onLine && !avoidsEdges && textRotation == 0
        textTranslation = context.translation(style, .textTranslate, anchor: .textTranslateAnchor)
        iconTranslation = context.translation(style, .iconTranslate, anchor: .iconTranslateAnchor)
        scale = context.scale
        spacing = max(1, style.property(.symbolSpacing).number(layout)) * context.scale
        maxAngle = style.property(.textMaxAngle).number(layout) * .pi / 180
        let order = style.property(.symbolZOrder).string(layout)
        ordersByKey = order != "viewport-y" && style.sets(.symbolSortKey)
        let overlapping =
            style.overlap(.textOverlap, .textAllowOverlap, layout) != .never
            || style.overlap(.iconOverlap, .iconAllowOverlap, layout) != .never
            || style.property(.textIgnorePlacement).bool(layout) || style.property(.iconIgnorePlacement).bool(layout)
        ordersByY = (order == "viewport-y" || (order == "auto" && !ordersByKey)) && overlapping
        placesByY = order == "viewport-y" && overlapping
        self.features =
            ordersByKey
            ? features.enumerated()
                .sorted { ($0.element.properties.sortKey, $0.offset) < ($1.element.properties.sortKey, $1.offset) }
                .map(\.element)
            : features
    }

    /// How the camera sees the plane at the ground's height at a point, in pixels of the ground; nil on a flat map.
    func perspective(at p: Point) -> Perspective? { viewport.perspective(at: p) }

    /// True when text follows lines.
    static func textFollowsLine(_ style: StyleLayer, _ layout: EvaluationContext) -> Bool {
        let alignment = style.property(.textRotationAlignment).string(layout)
        return Placement(style, layout) != .point && ["map", "auto", "viewport-glyph"].contains(alignment)
    }

    /// True when texts have several anchors to be tried.
    static func hasVariableAnchors(_ style: StyleLayer, _ layout: EvaluationContext) -> Bool {
        Placement(style, layout) == .point
            && (style.sets(.textVariableAnchor) || style.sets(.textVariableAnchorOffset))
    }

    /// True when icons rotate with the map or a line.
    static func iconFollowsMap(_ style: StyleLayer, _ layout: EvaluationContext) -> Bool {
        let alignment = style.property(.iconRotationAlignment).string(layout)
        return alignment == "map" || (alignment == "auto" && Placement(style, layout) != .point)
    }
}
