// SPDX-License-Identifier: MIT
import MapCanvas

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
