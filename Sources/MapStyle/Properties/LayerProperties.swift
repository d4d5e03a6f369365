// SPDX-License-Identifier: MIT
import MapImages

extension PropertyTable {
    /// Layers of the kind "background": what lies below all other layers.
    static let background: [PropertyRow] = [
        .layout(.visibility, .visibility),
        .paint(.backgroundColor, .color(.black, .dataConstant)),
        .paint(.backgroundPattern, .image(.crossFaded)),
        .paint(.backgroundOpacity, .number(1, from: 0, to: 1, .dataConstant)),
    ]
}

extension PropertyTable {
    /// Layers of the kind "fill": polygons.
    static let fill: [PropertyRow] = [
        .layout(.fillSortKey, .sortKey),
        .layout(.visibility, .visibility),
        .paint(.fillAntialias, .boolean(true)),
        .paint(.fillOpacity, .number(1, from: 0, to: 1, .dataDriven)),
        .paint(.fillLayerOpacity, .number(1, from: 0, to: 1, .dataConstant)),
        .paint(.fillColor, .color(.black, .dataDriven)),
        .paint(.fillOutlineColor, .color(nil, .dataDriven)),
        .paint(.fillTranslate, .numbers([0, 0], .dataConstant)),
        .paint(.fillTranslateAnchor, .frame(of: "map")),
        .paint(.fillPattern, .image(.crossFadedDataDriven)),
    ]
}

extension PropertyTable {
    /// Layers of the kind "line": strokes along lines and outlines.
    static let line: [PropertyRow] = [
        .layout(.lineCap, .choice("butt", of: ["butt", "round", "square"], .dataDriven)),
        .layout(.lineJoin, .choice("miter", of: ["bevel", "round", "miter"], .dataDriven)),
        .layout(.lineMiterLimit, .number(2, .dataDriven)),
        .layout(.lineRoundLimit, .number(1.05, .dataDriven)),
        .layout(.lineSortKey, .sortKey),
        .layout(.visibility, .visibility),
        .paint(.lineOpacity, .number(1, from: 0, to: 1, .dataDriven)),
        .paint(.lineLayerOpacity, .number(1, from: 0, to: 1, .dataConstant)),
        .paint(.lineColor, .color(.black, .dataDriven)),
        .paint(.lineTranslate, .numbers([0, 0], .dataConstant)),
        .paint(.lineTranslateAnchor, .frame(of: "map")),
        .paint(.lineWidth, .number(1, from: 0, .dataDriven)),
        .paint(.lineGapWidth, .number(0, from: 0, .dataDriven)),
        .paint(.lineOffset, .number(0, .dataDriven)),
        .paint(.lineBlur, .number(0, from: 0, .dataDriven)),
        .paint(.lineDasharray, .dashes),
        .paint(.linePattern, .image(.crossFadedDataDriven)),
        .paint(.lineGradient, .colorRamp, transition: false),
    ]
}

extension PropertyTable {
    /// Layers of the kind "circle": discs at points.
    static let circle: [PropertyRow] = [
        .layout(.circleSortKey, .sortKey),
        .layout(.visibility, .visibility),
        .paint(.circleRadius, .number(5, from: 0, .dataDriven)),
        .paint(.circleColor, .color(.black, .dataDriven)),
        .paint(.circleBlur, .number(0, .dataDriven)),
        .paint(.circleOpacity, .number(1, from: 0, to: 1, .dataDriven)),
        .paint(.circleTranslate, .numbers([0, 0], .dataConstant)),
        .paint(.circleTranslateAnchor, .frame(of: "map")),
        .paint(.circlePitchScale, .frame(of: "map")),
        .paint(.circlePitchAlignment, .frame(of: "viewport")),
        .paint(.circleStrokeWidth, .number(0, from: 0, .dataDriven)),
        .paint(.circleStrokeColor, .color(.black, .dataDriven)),
        .paint(.circleStrokeOpacity, .number(1, from: 0, to: 1, .dataDriven)),
    ]
}

extension PropertyTable {
    /// Layers of the kind "fill-extrusion": buildings.
    static let fillExtrusion: [PropertyRow] = [
        .layout(.visibility, .visibility),
        .layout(.fillExtrusionRoundedCornerDistance, .number(0, from: 0, .constant)),
        .paint(.fillExtrusionOpacity, .number(1, from: 0, to: 1, .dataConstant)),
        .paint(.fillExtrusionColor, .color(.black, .dataDriven)),
        .paint(.fillExtrusionTranslate, .numbers([0, 0], .dataConstant)),
        .paint(.fillExtrusionTranslateAnchor, .frame(of: "map")),
        .paint(.fillExtrusionPattern, .image(.crossFadedDataDriven)),
        .paint(.fillExtrusionHeight, .number(0, from: 0, .dataDriven)),
        .paint(.fillExtrusionBase, .number(0, from: 0, .dataDriven)),
        .paint(.fillExtrusionVerticalGradient, .boolean(true)),
    ]
}

extension PropertyTable {
    /// Layers of the kind "heatmap": the density of points.
    static let heatmap: [PropertyRow] = [
        .layout(.visibility, .visibility),
        .paint(.heatmapRadius, .number(30, from: 1, .dataDriven)),
        .paint(.heatmapWeight, .number(1, from: 0, .dataDriven), transition: false),
        .paint(.heatmapIntensity, .number(1, from: 0, .dataConstant)),
        .paint(.heatmapColor, .colorRamp, transition: false),
        .paint(.heatmapOpacity, .number(1, from: 0, to: 1, .dataConstant)),
    ]
}

extension PropertyTable {
    /// Layers of the kind "raster": image tiles.
    static let raster: [PropertyRow] = [
        .layout(.visibility, .visibility),
        .paint(.rasterOpacity, .number(1, from: 0, to: 1, .dataConstant)),
        .paint(.rasterHueRotate, .number(0, .dataConstant)),
        .paint(.rasterBrightnessMin, .number(0, from: 0, to: 1, .dataConstant)),
        .paint(.rasterBrightnessMax, .number(1, from: 0, to: 1, .dataConstant)),
        .paint(.rasterSaturation, .number(0, from: -1, to: 1, .dataConstant)),
        .paint(.rasterContrast, .number(0, from: -1, to: 1, .dataConstant)),
        .paint(.resampling, .choice("linear", of: ["linear", "nearest"], .dataConstant)),
        .paint(.rasterResampling, .choice("linear", of: ["linear", "nearest"], .dataConstant)),
        .paint(.rasterFadeDuration, .number(300, from: 0, .dataConstant), transition: false),
    ]
}

extension PropertyTable {
    /// Layers of the kind "hillshade": shaded relief out of elevation tiles.
    static let hillshade: [PropertyRow] = [
        .layout(.visibility, .visibility),
        .paint(.hillshadeIlluminationDirection, .numberArray(335, to: 359), transition: false),
        .paint(.hillshadeIlluminationAltitude, .numberArray(45, to: 90), transition: false),
        .paint(.hillshadeIlluminationAnchor, .frame(of: "viewport")),
        .paint(.hillshadeExaggeration, .number(0.5, from: 0, to: 1, .dataConstant)),
        .paint(.hillshadeShadowColor, .colorArray(.black)),
        .paint(.hillshadeHighlightColor, .colorArray(.white)),
        .paint(.hillshadeAccentColor, .color(.black, .dataConstant)),
        .paint(
            .hillshadeMethod,
            .choice("standard", of: ["standard", "basic", "combined", "igor", "multidirectional"], .dataConstant)),
        .paint(.resampling, .choice("linear", of: ["linear", "nearest"], .dataConstant)),
    ]
}

extension PropertyTable {
    /// Layers of the kind "color-relief": elevation as color.
    static let colorRelief: [PropertyRow] = [
        .layout(.visibility, .visibility),
        .paint(.colorReliefOpacity, .number(1, from: 0, to: 1, .dataConstant)),
        .paint(.colorReliefColor, .colorRamp, transition: false),
        .paint(.resampling, .choice("linear", of: ["linear", "nearest"], .dataConstant)),
    ]
}

extension PropertyTable {
    /// Layers of the kind "symbol": icons and labels.
    static let symbol: [PropertyRow] = [
        .layout(.symbolPlacement, .choice("point", of: ["point", "line", "line-center"], .dataConstant)),
        .layout(.symbolSpacing, .number(250, from: 1, .dataConstant)),
        .layout(.symbolAvoidEdges, .boolean(false)),
        .layout(.symbolSortKey, .sortKey),
        .layout(.symbolZOrder, .choice("auto", of: ["auto", "viewport-y", "source"], .dataConstant)),
        .layout(.iconAllowOverlap, .boolean(false)),
        .layout(.iconOverlap, .choice(nil, of: ["never", "always", "cooperative"], .dataConstant)),
        .layout(.iconIgnorePlacement, .boolean(false)),
        .layout(.iconOptional, .boolean(false)),
        .layout(.iconRotationAlignment, .choice("auto", of: ["map", "viewport", "auto"], .dataConstant)),
        .layout(.iconSize, .number(1, from: 0, .dataDriven)),
        .layout(.iconTextFit, .choice("none", of: ["none", "width", "height", "both"], .dataConstant)),
        .layout(.iconTextFitPadding, .numbers([0, 0, 0, 0], .dataConstant)),
        .layout(.iconImage, .image(.dataDriven, tokens: true)),
        .layout(.iconRotate, .number(0, .dataDriven)),
        .layout(.iconPadding, .padding(2)),
        .layout(.iconKeepUpright, .boolean(false)),
        .layout(.iconOffset, .numbers([0, 0], .dataDriven)),
        .layout(.iconAnchor, .choice("center", of: PropertySpec.anchors, .dataDriven)),
        .layout(.iconPitchAlignment, .choice("auto", of: ["map", "viewport", "auto"], .dataConstant)),
        .layout(.textPitchAlignment, .choice("auto", of: ["map", "viewport", "auto"], .dataConstant)),
        .layout(
            .textRotationAlignment, .choice("auto", of: ["map", "viewport", "viewport-glyph", "auto"], .dataConstant)),
        .layout(.textField, .text),
        .layout(.textFont, .fonts(["Open Sans Regular", "Arial Unicode MS Regular"])),
        .layout(.textSize, .number(16, from: 0, .dataDriven)),
        .layout(.textMaxWidth, .number(10, from: 0, .dataDriven)),
        .layout(.textLineHeight, .number(1.2, .dataConstant)),
        .layout(.textLetterSpacing, .number(0, .dataDriven)),
        .layout(.textJustify, .choice("center", of: ["auto", "left", "center", "right"], .dataDriven)),
        .layout(.textRadialOffset, .number(0, .dataDriven)),
        .layout(.textVariableAnchor, .choices(of: PropertySpec.anchors)),
        .layout(.textVariableAnchorOffset, .anchorOffsets),
        .layout(.textAnchor, .choice("center", of: PropertySpec.anchors, .dataDriven)),
        .layout(.textMaxAngle, .number(45, .dataConstant)),
        .layout(.textWritingMode, .choices(of: ["horizontal", "vertical"])),
        .layout(.textRotate, .number(0, .dataDriven)),
        .layout(.textPadding, .number(2, from: 0, .dataConstant)),
        .layout(.textKeepUpright, .boolean(true)),
        .layout(.textTransform, .choice("none", of: ["none", "uppercase", "lowercase"], .dataDriven)),
        .layout(.textOffset, .numbers([0, 0], .dataDriven)),
        .layout(.textAllowOverlap, .boolean(false)),
        .layout(.textOverlap, .choice(nil, of: ["never", "always", "cooperative"], .dataConstant)),
        .layout(.textIgnorePlacement, .boolean(false)),
        .layout(.textOptional, .boolean(false)),
        .layout(.visibility, .visibility),
        .paint(.iconOpacity, .number(1, from: 0, to: 1, .dataDriven)),
        .paint(.iconColor, .color(.black, .dataDriven)),
        .paint(.iconHaloColor, .color(.transparent, .dataDriven)),
        .paint(.iconHaloWidth, .number(0, from: 0, .dataDriven)),
        .paint(.iconHaloBlur, .number(0, from: 0, .dataDriven)),
        .paint(.iconTranslate, .numbers([0, 0], .dataConstant)),
        .paint(.iconTranslateAnchor, .frame(of: "map")),
        .paint(.textOpacity, .number(1, from: 0, to: 1, .dataDriven)),
        .paint(.textColor, .color(.black, .dataDriven)),
        .paint(.textHaloColor, .color(.transparent, .dataDriven)),
        .paint(.textHaloWidth, .number(0, from: 0, .dataDriven)),
        .paint(.textHaloBlur, .number(0, from: 0, .dataDriven)),
        .paint(.textTranslate, .numbers([0, 0], .dataConstant)),
        .paint(.textTranslateAnchor, .frame(of: "map")),
    ]
}
