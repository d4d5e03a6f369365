// SPDX-License-Identifier: MIT
import MapCanvas

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
