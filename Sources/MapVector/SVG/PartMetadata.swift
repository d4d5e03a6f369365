// SPDX-License-Identifier: MIT
import MapCore

/// Metadata of a part, written as `data-…` attributes.
package struct PartMetadata: Sendable {
    /// Unique attribute names and their unescaped values.
    private(set) var attributes: [(name: String, value: String)] = []

    /// Limits for metadata from users and their files, which keep documents small.
    package enum Limit {
        package static let properties = 32
        /// In characters; longer values are truncated with "…".
        package static let value = 256
        package static let name = 64
    }

    package init() {}

    /// True when there are no attributes.
    package var isEmpty: Bool { attributes.isEmpty }

    /// Adds a `data-` attribute with a predefined name; nil values are omitted.
    package mutating func note(_ name: String, _ value: String?) {
        if let value { attributes.append(("data-" + name, value.shortened(to: Limit.value))) }
    }

    /// Adds `data-x-` attributes for names from user data.
    package mutating func note(properties: some Sequence<(name: String, value: String)>) {
        var names: Set<String> = []
        for (name, value) in properties {
            guard names.count < Limit.properties else { return }
            let valid = "data-x-" + name.asPartOfAttribute(limit: Limit.name)
            if names.insert(valid).inserted { attributes.append((valid, value.shortened(to: Limit.value))) }
        }
    }

    /// The attributes with escaped values, each preceded by a space.
    var svg: String {
        attributes.map { " \($0.name)=\"\(markupEscaped($0.value))\"" }.joined()
    }
}

extension String {
    fileprivate func shortened(to limit: Int) -> String {
        utf8.count <= limit ? self : count <= limit ? self : prefix(limit - 1) + "…"
    }

    /// A valid suffix for `data-x-`: ASCII letters (lowercased), digits, hyphens and periods are kept, spaces become
    /// hyphens, and other characters their hexadecimal code after an underscore.
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

/// Names in SVG documents.
package enum SVGName {
    /// An element id derived injectively from an item's id: `layer/road label` becomes `layer-road__20label`. The
    /// first slash becomes a hyphen, others a period.
    package static func id(_ name: String) -> String {
        var id = ""
        var isFirstSlash = true
        var last: UInt8 = 0
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                id.unicodeScalars.append(Unicode.Scalar(byte))
            // Two underscores begin an escape.
            case UInt8(ascii: "_") where last != UInt8(ascii: "_"): id += "_"
            case UInt8(ascii: "/"):
                id += isFirstSlash ? "-" : "."
                isFirstSlash = false
            default:
                let hex = String(byte, radix: 16)
                id += "__" + (hex.utf8.count == 1 ? "0" + hex : hex)
            }
            last = byte
        }
        return id
    }
}
