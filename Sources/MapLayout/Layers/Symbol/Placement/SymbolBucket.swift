// SPDX-License-Identifier: MIT
import MapGeo
import MapGeometry
import MapStyle
import MapText

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
    /// True for points that name seas and lakes.
    let namesWater: Bool
    /// True for lines that name rivers.
    let namesRivers: Bool
    /// The rotation of point symbols that are aligned with the map, in radians.
    let textRotation: Double
    let iconRotation: Double
    let viewport: Viewport
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
        namesRivers = onLine && style.sourceLayer == "waterway"
        namesWater = !onLine && style.sourceLayer == "water_name"
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
        // In another projection than Web Mercator, the image is the plane that symbols are laid out on: letters keep their shapes.
        let isBent = context.viewport.perspective?.projected != nil
        textIsOnGround =
            !isBent && isOnGround(.textPitchAlignment, alignment == "map" || (alignment == "auto" && onLine))
        iconIsOnGround = !isBent && isOnGround(.iconPitchAlignment, Self.iconFollowsMap(style, layout))
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

extension SymbolProperties {
    /// A radius around the anchor in pixels, which contains the symbol at any of its possible positions.
    private var radius: Double {
        var textRadius = 0.0
        if let text {
            let options = text.options + [text.verticalOption].compactMap(\.self)
            let block = options.map { option in
                let farthest = option.block.bounds.isNull ? 0 : option.block.bounds.corners.map(\.length).max() ?? 0
                let shift = max(option.anchorOffset.length, text.drawnAnchorOffset(option).length)
                return farthest + option.offset.length + shift
            }.max()
            textRadius = (block ?? 0) * max(1, text.layoutScale) + text.padding + text.size + (text.halo?.width ?? 0)
        }
        guard let icon else { return textRadius }
        let frame = icon.frame.isNull ? 0 : icon.frame.corners.map(\.length).max() ?? 0
        let insets = (icon.contentInsets.max() ?? 0) + (icon.halo?.width ?? 0)
        let iconRadius = (frame + icon.offset.length + insets) * icon.scale * max(1, icon.layoutScale)
        return iconRadius + (icon.padding.max() ?? 0) + textRadius
    }

    /// When the symbol is placed on a grid of tiles. It is the same in each cell that shows some of it.
    func turn(on grid: BlockGrid, at anchor: SymbolAnchor, in layer: SymbolBucket) -> BlockGrid.Turn {
        let radius = radius + layer.textTranslation.length + layer.iconTranslation.length + 2
        let neighborhood = Rect(
            x: anchor.position.x - radius, y: anchor.position.y - radius, width: 2 * radius, height: 2 * radius)
        guard grid.isCrossed(by: neighborhood) else {
            return BlockGrid.Turn(step: .inside, cell: grid.cell(at: anchor.position))
        }
        return grid.turn(of: extent(at: anchor, in: layer), anchor: anchor.position)
    }

    /// The box around the anchor and all that the symbol may paint or keep free, at any of its possible positions.
    private func extent(at anchor: SymbolAnchor, in layer: SymbolBucket) -> Rect {
        var box = Rect(x: anchor.position.x, y: anchor.position.y, width: 0, height: 0)
        let iconAnchor = anchor.moved(by: layer.iconTranslation)
        let texts = text.map { $0.candidates(at: anchor.moved(by: layer.textTranslation), in: layer) } ?? []
        for candidate in texts {
            for shape in candidate.shapes { box = box.union(shape.bounds) }
            for mark in text?.marks(of: candidate) ?? [] { box = box.union(mark.bounds) }
        }
        if let icon {
            for text in texts.isEmpty ? [nil] : texts.map(Optional.some) {
                let placed = icon.placed(around: text, of: self.text, at: iconAnchor, layer)
                box = box.union(placed.shape.bounds).union(placed.mark.bounds)
            }
        }
        return box.inset(by: -1)
    }
}

extension TextProperties {
    /// The text at all of its possible positions.
    fileprivate func candidates(at anchor: SymbolAnchor, in layer: SymbolBucket) -> [TextCandidate] {
        guard layer.textFollowsLine, let line = anchor.line else {
            return options.map { placed($0, at: anchor, in: layer) }
        }
        let along = placed(
            along: line, at: anchor.distance, keepsUpright: layer.keepsUpright,
            glyphsFaceViewport: layer.glyphsFaceViewport)
        return along.map { [$0] } ?? []
    }
}
