// SPDX-License-Identifier: MIT
package import MapCanvas

/// The value of an expression. Colors are not premultiplied.
package enum Value: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case color(Color)
    case array([Value])
    case object([String: Value])
    case formatted(Formatted)
    case image(ResolvedImage)
    /// Top, right, bottom, left.
    case padding([Double])
    case numberArray([Double])
    case colorArray([Color])
    case variableAnchorOffsets([AnchorOffset])
    indirect case projection(from: String, to: String, transition: Double)
    indirect case collator(Collator)
}

/// Text in sections, each with its own style (the `format` operator).
package struct Formatted: Sendable, Hashable {
    package struct Section: Sendable, Hashable {
        package var text: String
        package var image: ResolvedImage?
        package var scale: Double?
        /// A font stack, joined by commas as in `text-font`.
        package var fontStack: String?
        package var textColor: Color?
        package var verticalAlign: String?

        package init(text: String) { self.text = text }
    }

    package var sections: [Section]

    package init(sections: [Section]) { self.sections = sections }

    /// The text of all sections.
    package var text: String { sections.map(\.text).joined() }
}

/// A sprite image by name.
package struct ResolvedImage: Sendable, Hashable {
    package var name: String
    package var available: Bool

    package init(name: String, available: Bool) {
        self.name = name
        self.available = available
    }
}

/// One entry of `text-variable-anchor-offset`; the offset in ems.
package struct AnchorOffset: Sendable, Hashable {
    package var anchor: String
    package var x: Double
    package var y: Double

    package init(anchor: String, x: Double, y: Double) {
        self.anchor = anchor
        self.x = x
        self.y = y
    }
}

/// Options for comparing strings (the `collator` operator).
package struct Collator: Sendable, Hashable {
    package var caseSensitive: Bool
    package var diacriticSensitive: Bool
    package var locale: String?

    package init(caseSensitive: Bool, diacriticSensitive: Bool, locale: String?) {
        self.caseSensitive = caseSensitive
        self.diacriticSensitive = diacriticSensitive
        self.locale = locale
    }
}
