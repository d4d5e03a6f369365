// SPDX-License-Identifier: MIT
import MapCore

/// Gathers who made the parts of a map; each is named once.
package struct Attributions {
    private var parts: [String] = []

    package init() {}

    package mutating func add(_ text: String?) {
        guard let text = text.map(trimmed), !text.isEmpty else { return }
        // An archive often repeats what another one says among others.
        guard !parts.contains(where: { $0.contains(text) }) else { return }
        parts.removeAll { text.contains($0) }
        parts.append(text)
    }

    package var text: String { parts.joined(separator: " | ") }

    /// The makers by their initials, such as "© OSM | NE", for maps without room for their names.
    package var initials: String {
        parts.map { part in
            part.replacing("©", with: ",©").split(separator: ",")
                .filter { $0.contains { !$0.isWhitespace } }
                .map { Self.initials(of: String($0)) }.joined(separator: ", ")
        }.joined(separator: " | ")
    }

    /// The capitals of several words; one word stays. Remarks in parentheses are left out, and so are those who contribute.
    private static func initials(of maker: String) -> String {
        var words = maker.prefix { $0 != "(" }.split(whereSeparator: \.isWhitespace)
        let signs = words.prefix { $0.allSatisfy { !$0.isLetter } }
        words.removeFirst(signs.count)
        let capitals = words.joined().filter { $0.isUppercase || $0.isNumber }
        let name = words.count > 1 && capitals.count > 1 ? capitals : words.joined(separator: " ")
        return (signs.map(String.init) + [name == "OpenStreetMap" ? "OSM" : name]).joined(separator: "\u{A0}")
    }
}
