// SPDX-License-Identifier: MIT
import MapCanvas

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
