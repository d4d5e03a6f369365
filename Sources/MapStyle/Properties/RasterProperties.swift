// SPDX-License-Identifier: MIT

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
