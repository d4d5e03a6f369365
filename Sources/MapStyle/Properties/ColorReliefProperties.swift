// SPDX-License-Identifier: MIT

extension PropertyTable {
    /// Layers of the kind "color-relief": elevation as color.
    static let colorRelief: [PropertyRow] = [
        .layout(.visibility, .visibility),
        .paint(.colorReliefOpacity, .number(1, from: 0, to: 1, .dataConstant)),
        .paint(.colorReliefColor, .colorRamp, transition: false),
        .paint(.resampling, .choice("linear", of: ["linear", "nearest"], .dataConstant)),
    ]
}
