// SPDX-License-Identifier: MIT
import MapCanvas

extension PropertyTable {
    /// Layers of the kind "hillshade": shaded relief out of elevation tiles.
    static let hillshade: [PropertyRow] = [
        .layout(.visibility, .visibility),
        .paint(.hillshadeIlluminationDirection, .numberArray(335, from: 0, to: 359), transition: false),
        .paint(.hillshadeIlluminationAltitude, .numberArray(45, from: 0, to: 90), transition: false),
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
