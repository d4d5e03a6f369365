// SPDX-License-Identifier: MIT

/// Gathers who made the parts of a map; each is named once.
package struct Attributions {
    private var parts: [String] = []

    package init() {}

    package mutating func add(_ text: String?) {
        guard let text = text?.trimmingSpace, !text.isEmpty else { return }
        // An archive often repeats what another one says among others.
        guard !parts.contains(where: { $0.contains(text) }) else { return }
        parts.removeAll { text.contains($0) }
        parts.append(text)
    }

    package var text: String { parts.joined(separator: " | ") }
}

extension String {
    fileprivate var trimmingSpace: String {
        var text = Substring(self)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
