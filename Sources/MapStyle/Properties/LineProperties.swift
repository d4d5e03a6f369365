// SPDX-License-Identifier: MIT
import MapCanvas

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
