// SPDX-License-Identifier: MIT
import MapCore

/// The name of a paint or layout property.
package enum PropertyName: String, Sendable, CaseIterable {
    // Of several kinds of layer.
    case visibility
    case resampling

    // background
    case backgroundColor = "background-color"
    case backgroundPattern = "background-pattern"
    case backgroundOpacity = "background-opacity"

    // fill
    case fillSortKey = "fill-sort-key"
    case fillAntialias = "fill-antialias"
    case fillOpacity = "fill-opacity"
    case fillLayerOpacity = "fill-layer-opacity"
    case fillColor = "fill-color"
    case fillOutlineColor = "fill-outline-color"
    case fillTranslate = "fill-translate"
    case fillTranslateAnchor = "fill-translate-anchor"
    case fillPattern = "fill-pattern"

    // line
    case lineCap = "line-cap"
    case lineJoin = "line-join"
    case lineMiterLimit = "line-miter-limit"
    case lineRoundLimit = "line-round-limit"
    case lineSortKey = "line-sort-key"
    case lineOpacity = "line-opacity"
    case lineLayerOpacity = "line-layer-opacity"
    case lineColor = "line-color"
    case lineTranslate = "line-translate"
    case lineTranslateAnchor = "line-translate-anchor"
    case lineWidth = "line-width"
    case lineGapWidth = "line-gap-width"
    case lineOffset = "line-offset"
    case lineBlur = "line-blur"
    case lineDasharray = "line-dasharray"
    case linePattern = "line-pattern"
    case lineGradient = "line-gradient"

    // symbol
    case symbolPlacement = "symbol-placement"
    case symbolSpacing = "symbol-spacing"
    case symbolAvoidEdges = "symbol-avoid-edges"
    case symbolSortKey = "symbol-sort-key"
    case symbolZOrder = "symbol-z-order"
    case iconAllowOverlap = "icon-allow-overlap"
    case iconOverlap = "icon-overlap"
    case iconIgnorePlacement = "icon-ignore-placement"
    case iconOptional = "icon-optional"
    case iconRotationAlignment = "icon-rotation-alignment"
    case iconSize = "icon-size"
    case iconTextFit = "icon-text-fit"
    case iconTextFitPadding = "icon-text-fit-padding"
    case iconImage = "icon-image"
    case iconRotate = "icon-rotate"
    case iconPadding = "icon-padding"
    case iconKeepUpright = "icon-keep-upright"
    case iconOffset = "icon-offset"
    case iconAnchor = "icon-anchor"
    case iconPitchAlignment = "icon-pitch-alignment"
    case textPitchAlignment = "text-pitch-alignment"
    case textRotationAlignment = "text-rotation-alignment"
    case textField = "text-field"
    case textFont = "text-font"
    case textSize = "text-size"
    case textMaxWidth = "text-max-width"
    case textLineHeight = "text-line-height"
    case textLetterSpacing = "text-letter-spacing"
    case textJustify = "text-justify"
    case textRadialOffset = "text-radial-offset"
    case textVariableAnchor = "text-variable-anchor"
    case textVariableAnchorOffset = "text-variable-anchor-offset"
    case textAnchor = "text-anchor"
    case textMaxAngle = "text-max-angle"
    case textWritingMode = "text-writing-mode"
    case textRotate = "text-rotate"
    case textPadding = "text-padding"
    case textKeepUpright = "text-keep-upright"
    case textTransform = "text-transform"
    case textOffset = "text-offset"
    case textAllowOverlap = "text-allow-overlap"
    case textOverlap = "text-overlap"
    case textIgnorePlacement = "text-ignore-placement"
    case textOptional = "text-optional"
    case iconOpacity = "icon-opacity"
    case iconColor = "icon-color"
    case iconHaloColor = "icon-halo-color"
    case iconHaloWidth = "icon-halo-width"
    case iconHaloBlur = "icon-halo-blur"
    case iconTranslate = "icon-translate"
    case iconTranslateAnchor = "icon-translate-anchor"
    case textOpacity = "text-opacity"
    case textColor = "text-color"
    case textHaloColor = "text-halo-color"
    case textHaloWidth = "text-halo-width"
    case textHaloBlur = "text-halo-blur"
    case textTranslate = "text-translate"
    case textTranslateAnchor = "text-translate-anchor"

    // circle
    case circleSortKey = "circle-sort-key"
    case circleRadius = "circle-radius"
    case circleColor = "circle-color"
    case circleBlur = "circle-blur"
    case circleOpacity = "circle-opacity"
    case circleTranslate = "circle-translate"
    case circleTranslateAnchor = "circle-translate-anchor"
    case circlePitchScale = "circle-pitch-scale"
    case circlePitchAlignment = "circle-pitch-alignment"
    case circleStrokeWidth = "circle-stroke-width"
    case circleStrokeColor = "circle-stroke-color"
    case circleStrokeOpacity = "circle-stroke-opacity"

    // raster
    case rasterOpacity = "raster-opacity"
    case rasterHueRotate = "raster-hue-rotate"
    case rasterBrightnessMin = "raster-brightness-min"
    case rasterBrightnessMax = "raster-brightness-max"
    case rasterSaturation = "raster-saturation"
    case rasterContrast = "raster-contrast"
    case rasterResampling = "raster-resampling"
    case rasterFadeDuration = "raster-fade-duration"

    // heatmap
    case heatmapRadius = "heatmap-radius"
    case heatmapWeight = "heatmap-weight"
    case heatmapIntensity = "heatmap-intensity"
    case heatmapColor = "heatmap-color"
    case heatmapOpacity = "heatmap-opacity"

    // hillshade
    case hillshadeIlluminationDirection = "hillshade-illumination-direction"
    case hillshadeIlluminationAltitude = "hillshade-illumination-altitude"
    case hillshadeIlluminationAnchor = "hillshade-illumination-anchor"
    case hillshadeExaggeration = "hillshade-exaggeration"
    case hillshadeShadowColor = "hillshade-shadow-color"
    case hillshadeHighlightColor = "hillshade-highlight-color"
    case hillshadeAccentColor = "hillshade-accent-color"
    case hillshadeMethod = "hillshade-method"

    // color-relief
    case colorReliefOpacity = "color-relief-opacity"
    case colorReliefColor = "color-relief-color"

    // fill-extrusion
    case fillExtrusionRoundedCornerDistance = "fill-extrusion-rounded-corner-distance"
    case fillExtrusionOpacity = "fill-extrusion-opacity"
    case fillExtrusionColor = "fill-extrusion-color"
    case fillExtrusionTranslate = "fill-extrusion-translate"
    case fillExtrusionTranslateAnchor = "fill-extrusion-translate-anchor"
    case fillExtrusionPattern = "fill-extrusion-pattern"
    case fillExtrusionHeight = "fill-extrusion-height"
    case fillExtrusionBase = "fill-extrusion-base"
    case fillExtrusionVerticalGradient = "fill-extrusion-vertical-gradient"
}

extension PropertyName {
    package var spec: PropertySpec {
        PropertyTable.rowsByProperty[self]?.spec ?? PropertySpec(kind: .string)
    }

    /// True for a paint property, false for a layout property.
    package var isPaint: Bool { PropertyTable.rowsByProperty[self]?.group == .paint }

    /// The kinds of layer that have the property.
    package var layerKinds: [StyleLayer.Kind] {
        StyleLayer.Kind.allCases.filter { kind in
            PropertyTable.rows(of: kind).contains { $0.name == self }
        }
    }

    /// By the case: to hash the name takes ten times as long.
    package func hash(into hasher: inout Hasher) { hasher.combine(byte) }

    /// For dictionaries: the number itself. Cases are few, and a hash of it takes longer than all else of a look-up.
    package func _rawHashValue(seed: Int) -> Int { Int(byte) }

    /// What the property is when a layer does not set it; null where the specification has no default.
    package var defaultProperty: StyleProperty { Self.defaults[Int(byte)] }

    /// A number for the case.
    private var byte: UInt8 { withUnsafeBytes(of: self) { $0[0] } }

    /// By the numbers of cases: to look for a case in a dictionary takes four times as long.
    private static let defaults: [StyleProperty] = {
        var defaults = [StyleProperty](repeating: StyleProperty(StyleExpression(constant: .null)), count: 256)
        for name in allCases {
            let ramp = name == .heatmapColor ? heatmapRamp : nil
            defaults[Int(name.byte)] = StyleProperty(ramp ?? StyleExpression(constant: name.spec.defaultValue ?? .null))
        }
        return defaults
    }()

    /// The one default that is an expression: from clear blue at density 0 to red at 1.
    private static let heatmapRamp: StyleExpression? = {
        let stops: [(Double, String)] = [
            (0, "rgba(0, 0, 255, 0)"), (0.1, "royalblue"), (0.3, "cyan"), (0.5, "lime"), (0.7, "yellow"), (1, "red"),
        ]
        let words = { (word: String) in JSONNode(.string(word)) }
        let head = [
            words("interpolate"), JSONNode(.array([words("linear")])), JSONNode(.array([words("heatmap-density")])),
        ]
        let ramp = head + stops.flatMap { [JSONNode(.number($0.0)), words($0.1)] }
        return try? StyleExpression.compile(JSONNode(.array(ramp)), spec: .colorRamp)
    }()
}
