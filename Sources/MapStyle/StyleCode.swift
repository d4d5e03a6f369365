// SPDX-License-Identifier: MIT
import MapCore

/// Codes for styles, their sources and sprites, and of a scene's changes to a style.
package enum StyleCode: String, DiagnosticCode {
    // Any part of a style.
    case wrongType = "style.wrong-type"
    case outOfRange = "style.out-of-range"
    case unknownValue = "style.unknown-value"
    case missingProperty = "style.missing-property"
    case unknownProperty = "style.unknown-property"
    /// An array, padding or list of stops has the wrong number of elements.
    case wrongLength = "style.wrong-length"
    case unsupportedVersion = "style.unsupported-version"
    /// A member of an earlier version of the specification.
    case deprecated = "style.deprecated"

    // Expressions, functions and filters.
    case invalidExpression = "style.invalid-expression"
    /// A valid expression that the property does not support, or in a form that it does not support.
    case unsupportedExpression = "style.unsupported-expression"
    case invalidFunction = "style.invalid-function"
    case invalidFilter = "style.invalid-filter"

    // Layers.
    case missingLayerType = "style.missing-layer-type"
    case unknownLayer = "style.unknown-layer"
    case duplicateLayer = "style.duplicate-layer"
    /// The member `ref`, or what must not stand beside it.
    case invalidReference = "style.invalid-reference"
    case unknownSource = "style.unknown-source"
    case duplicateSource = "style.duplicate-source"
    /// A layer whose source is of a type that it cannot draw.
    case sourceMismatch = "style.source-mismatch"
    case missingSourceLayer = "style.missing-source-layer"
    case lineGradientWithoutMetrics = "style.line-gradient-without-metrics"
    case redundantProperty = "style.redundant-property"

    /// A layer that a flat map cannot draw as the style means it.
    case unsupportedLayer = "style.unsupported-layer"

    // Addresses.
    case missingTiles = "style.missing-tiles"
    case unsupportedSource = "style.unsupported-source"
    case invalidAddress = "style.invalid-address"
    /// An address on another machine: maps are drawn without a network.
    case remoteAddress = "style.remote-address"
    /// `glyphs` without `{fontstack}` or `{range}`.
    case missingGlyphToken = "style.missing-glyph-token"
    /// Glyph files that are not there: text is drawn in installed fonts.
    case missingGlyphs = "style.missing-glyphs"

    // Sprites.
    case missingSprite = "style.missing-sprite"
    case duplicateSprite = "style.duplicate-sprite"
    case invalidSprite = "style.invalid-sprite"
}
