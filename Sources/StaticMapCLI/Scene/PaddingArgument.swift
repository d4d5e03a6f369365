// SPDX-License-Identifier: MIT
import ArgumentParser
import StaticMap

/// One, two or four lengths in the order of CSS, such as `24`, `10%` or `20,40,60,40`.
struct PaddingArgument: ExpressibleByArgument {
    /// As the scene's `padding` has them.
    let json: JSONNode

    init?(argument: String) {
        let lengths = argument.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.split(separator: " ").joined() }
        guard [1, 2, 4].contains(lengths.count) else { return nil }
        let nodes = lengths.compactMap { length -> JSONNode? in
            let number = Double(length.hasSuffix("%") ? String(length.dropLast()) : length)
            guard let number, number.isFinite, number >= 0 else { return nil }
            return length.hasSuffix("%") ? .text(length) : .number(number)
        }
        guard nodes.count == lengths.count else { return nil }
        json = nodes.count == 1 ? nodes[0] : .list(nodes)
    }
}
