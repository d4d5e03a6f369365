// SPDX-License-Identifier: MIT
import MapCore

/// What the value of an SVG attribute or property has to be.
enum SVGValueKind {
    /// Numbers up to a limit, with percent signs or without.
    case numbers(limit: Double)
    /// Lengths up to the limit of `SVGValueScanner`, or `auto` or `normal`.
    case lengths
    /// A few words.
    case words
    /// A color, `none`, or a gradient of the same document.
    case paint
    /// `none` or an element of the same document.
    case reference
    /// `#` and the id of an element of the same document.
    case target
    /// An id, or the name of fonts or of a filter's result.
    case name
    case transform
    case path
}

/// The elements, attributes and properties of SVG that are drawn.
///
/// - SeeAlso: SVG 1.1 (2nd edition), appendix K; Filter Effects 1.
enum SVGVocabulary {
    /// Elements that are drawn, or that others refer to.
    static let elements: Set<String> = [
        "svg", "g", "defs", "symbol", "use", "switch", "a", "path", "rect", "circle", "ellipse", "line", "polyline",
        "polygon", "text", "tspan", "linearGradient", "radialGradient", "stop", "clipPath", "mask", "filter",
        "feGaussianBlur", "feOffset", "feFlood", "feColorMatrix", "feComposite", "feBlend", "feMerge", "feMergeNode",
        "feDropShadow", "feComponentTransfer", "feFuncR", "feFuncG", "feFuncB", "feFuncA",
    ]

    /// Elements that would be visible, but are not drawn: they load other data, or take time without limit.
    static func isRefused(_ element: String) -> Bool {
        ["image", "pattern", "marker", "tref", "textPath"].contains(element)
            || element.hasPrefix("fe") && !elements.contains(element)
    }

    /// Properties that would be visible, but are not drawn.
    static let refusedProperties: Set<String> = [
        "marker", "marker-start", "marker-mid", "marker-end", "font", "d",
    ]

    /// Presentation attributes and properties of style sheets.
    static func kind(ofProperty name: String) -> SVGValueKind? {
        switch name {
        case "fill", "stroke", "stop-color", "flood-color", "color": .paint
        case "opacity", "fill-opacity", "stroke-opacity", "stop-opacity", "flood-opacity": .numbers(limit: 1000)
        case "stroke-miterlimit": .numbers(limit: 1000)
        case "stroke-width", "stroke-dasharray", "stroke-dashoffset", "font-size", "letter-spacing": .lengths
        case "fill-rule", "clip-rule", "stroke-linecap", "stroke-linejoin", "display", "visibility", "overflow",
            "text-anchor", "font-style", "font-weight", "font-variant", "font-stretch", "text-decoration",
            "shape-rendering", "text-rendering", "mix-blend-mode", "isolation", "color-interpolation",
            "color-interpolation-filters", "mask-type", "paint-order", "vector-effect", "writing-mode", "direction",
            "unicode-bidi":
            .words
        case "font-family": .name
        case "clip-path", "mask", "filter": .reference
        default: nil
        }
    }

    /// Attributes that are not properties.
    static func kind(ofAttribute name: String) -> SVGValueKind? {
        switch name {
        case "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2", "fx", "fy", "fr", "dx",
            "dy", "offset", "points", "viewBox":
            .lengths
        case "values", "k1", "k2", "k3", "k4", "tableValues", "slope", "intercept", "amplitude", "exponent",
            "stdDeviation":
            .numbers(limit: 10_000)
        case "gradientUnits", "spreadMethod", "clipPathUnits", "maskUnits", "maskContentUnits", "filterUnits",
            "primitiveUnits", "operator", "mode", "type", "edgeMode", "preserveAspectRatio", "xml:space":
            .words
        case "id", "in", "in2", "result": .name
        case "href": .target
        case "transform", "gradientTransform": .transform
        case "d": .path
        default: nil
        }
    }
}

extension SVGValueKind {
    /// The value as it may be drawn; nil for one that has no effect.
    /// - Throws: for values that are out of range or point to other files.
    func checked(_ value: String, _ name: String) throws(Diagnostic) -> String? {
        guard value.utf8.count <= (isList ? 1 << 20 : 400) else {
            throw SVGDocument.problem("\(name) is too long")
        }
        guard isValid(value) else { return nil }
        guard !["inherit", "none", "normal", "auto"].contains(value) else { return value }
        switch self {
        case .paint, .reference:
            guard !value.contains("url(") || svgLocalReference(value) != nil else {
                throw SVGDocument.problem("\(name): expected a reference to the same document")
            }
            return value
        case .words, .name: return value
        case .target:
            guard value.hasPrefix("#") else {
                throw SVGDocument.problem("\(name): expected a reference to the same document")
            }
            return value
        case .numbers(let limit):
            guard let numbers = try SVGLength.list(value) else { return nil }
            guard numbers.allSatisfy({ abs($0.value) <= limit }) else {
                throw SVGDocument.problem("\(name): expected numbers up to \(formatted(limit))")
            }
            return value
        case .lengths:
            guard let lengths = try SVGLength.list(value) else { return nil }
            return name == "font-size" && lengths.contains { $0.value < 0 } ? nil : value
        case .transform: return try svgTransform(value) == nil ? nil : value
        case .path:
            let count = try SVGPathReader(value).validCount
            return String(decoding: value.utf8.prefix(count), as: UTF8.self)
        }
    }

    private var isList: Bool {
        switch self {
        case .path, .lengths, .transform, .numbers: true
        default: false
        }
    }

    /// False for values with characters that such a value never has.
    private func isValid(_ value: String) -> Bool {
        switch self {
        case .words: value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x2D || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) }
        default: value.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" || $0 == "\r" }
        }
    }
}
