// SPDX-License-Identifier: MIT

/// What is known of a thing of the map beside its looks, for `data-…`.
package struct PartMetadata: Sendable {
    /// Names of attributes, each once, and their values as they are.
    private(set) var attributes: [(name: String, value: String)] = []

    /// What is kept of what users and their files say of one thing, so that no data can blow up a picture.
    package enum Limit {
        package static let properties = 32
        /// Characters; what is longer ends in "…".
        package static let value = 256
        package static let name = 64
    }

    package init() {}

    /// True when there is nothing to say.
    package var isEmpty: Bool { attributes.isEmpty }

    /// Adds `data-name`, with one of our words as its name; nothing is said of nil.
    package mutating func note(_ name: String, _ value: String?) {
        if let value { attributes.append(("data-" + name, value.shortened(to: Limit.value))) }
    }

    /// Adds `data-x-name` for names that are not ours.
    package mutating func note(properties: some Sequence<(name: String, value: String)>) {
        var names: Set<String> = []
        for (name, value) in properties {
            guard names.count < Limit.properties else { return }
            let valid = "data-x-" + name.asPartOfAttribute(limit: Limit.name)
            if names.insert(valid).inserted { attributes.append((valid, value.shortened(to: Limit.value))) }
        }
    }

    /// A space, and attributes with values that are safe between their quotes.
    var svg: String {
        attributes.map { " \($0.name)=\"\(XMLText.escaped($0.value))\"" }.joined()
    }
}

extension String {
    fileprivate func shortened(to limit: Int) -> String {
        utf8.count <= limit ? self : count <= limit ? self : prefix(limit - 1) + "…"
    }

    /// What may follow `data-x-`: small letters of ASCII, digits, hyphens and full stops stay, capitals become small,
    /// blanks hyphens; others stand as their number between underscores.
    ///
    /// - SeeAlso: HTML, §3.2.6.6: such names have no capitals; XML 1.0, §2.3 for what may stand in a name at all.
    fileprivate func asPartOfAttribute(limit: Int) -> String {
        var name = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9", "-", ".": name.unicodeScalars.append(scalar)
            case "A"..."Z", "_": name += String(scalar).lowercased()
            case " ", ":", "/": name += "-"
            default: name += "_" + String(scalar.value, radix: 16)
            }
            if name.utf8.count >= limit { break }
        }
        return name.isEmpty ? "_" : String(name.prefix(limit))
    }
}
