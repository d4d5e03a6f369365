// SPDX-License-Identifier: MIT
import MapCore

/// The fonts that a style's layers name, in the order in which they do.
struct StyleFonts {
    private(set) var names: [String] = []
    /// What the style specification asks for where a layer names none.
    private static let usual = ["Open Sans Regular", "Arial Unicode MS Regular"]

    /// - Parameter style: the root object.
    init(_ style: JSONNode) {
        for layer in style["layers"]?.array ?? [] where layer["type"]?.string == "symbol" {
            guard let layout = layer["layout"], let text = layout["text-field"], text.string != "" else { continue }
            guard let fonts = layout["text-font"] else {
                add(Self.usual)
                continue
            }
            if let plain = Self.texts(fonts), plain.first != "get" { add(plain) } else { addFonts(in: fonts) }
            addSections(in: text)
        }
    }

    private static func texts(_ node: JSONNode) -> [String]? {
        guard let items = node.array, !items.isEmpty else { return nil }
        let texts = items.compactMap(\.string)
        return texts.count == items.count ? texts : nil
    }

    private mutating func add(_ fonts: [String]) {
        for font in fonts where !names.contains(font) { names.append(font) }
    }

    /// Fonts of expressions stand in literals, and those of functions in stops.
    private mutating func addFonts(in node: JSONNode) {
        if let items = node.array {
            if items.count == 2, items[0].string == "literal", let fonts = Self.texts(items[1]) { return add(fonts) }
            items.forEach { addFonts(in: $0) }
        } else if let stops = node["stops"]?.array {
            for stop in stops { add(stop.array?.last.flatMap(Self.texts) ?? []) }
        }
    }

    /// Parts of a text may have fonts of their own.
    private mutating func addSections(in node: JSONNode) {
        if let font = node["text-font"] { addFonts(in: font) }
        node.array?.forEach { addSections(in: $0) }
    }
}
