// SPDX-License-Identifier: MIT

/// The parameters of an address in the order in which they were sent, decoded.
package struct Query: Hashable, Sendable {
    package struct Item: Hashable, Sendable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package var items: [Item]

    package init(items: [Item] = []) {
        self.items = items
    }

    /// Reads `a=1&b=2`.
    package init(_ text: Substring) {
        items = text.split(separator: "&").map { part in
            guard let equals = part.firstIndex(of: "=") else {
                return Item(percentDecoded(part, plusIsSpace: true), "")
            }
            return Item(
                percentDecoded(part[..<equals], plusIsSpace: true),
                percentDecoded(part[part.index(after: equals)...], plusIsSpace: true))
        }
    }

    /// The first value of a name.
    package subscript(_ name: String) -> String? {
        items.first { $0.name == name }?.value
    }

    /// All values of a name, also of the form `name[]`, which PHP and qs use for lists.
    package func all(_ name: String) -> [String] {
        items.filter { $0.name == name || $0.name == name + "[]" }.map(\.value)
    }

    /// Names in lowercase, for protocols whose parameters have no case.
    package var lowercased: Query {
        Query(items: items.map { Item($0.name.lowercased(), $0.value) })
    }
}
