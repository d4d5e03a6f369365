// SPDX-License-Identifier: MIT
import MapCanvas

extension PropertyTable {
    /// Layers of the kind "background": what lies below all other layers.
    static let background: [PropertyRow] = [
        .layout(.visibility, .visibility),
        .paint(.backgroundColor, .color(.black, .dataConstant)),
        .paint(.backgroundPattern, .image(.crossFaded)),
        .paint(.backgroundOpacity, .number(1, from: 0, to: 1, .dataConstant)),
    ]
}
