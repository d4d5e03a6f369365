// SPDX-License-Identifier: MIT

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
