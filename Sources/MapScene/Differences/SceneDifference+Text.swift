// SPDX-License-Identifier: MIT
import MapDiagnostics

extension SceneDifference: CustomStringConvertible {
    /// One line per change; empty if there is none.
    public var description: String { changes.map { "\($0)\n" }.joined() }

    /// The changes as JSON: whether the scenes are the same, and a list of changes with the keys `change`, `item`, `path`,
    /// `before`, `after` and `meters`, without those that have no value.
    public var json: String {
        JSONNode.members(["same": JSONNode(.bool(isEmpty)), "changes": .list(changes.map(\.jsonNode))]).lines + "\n"
    }
}

extension SceneChange: CustomStringConvertible {
    /// One line such as `changed annotation/hotel title: "Hotel" → "Grand Hotel"`. Long values are only named.
    public var description: String {
        let name = [item, member.isEmpty ? nil : member].compactMap(\.self).joined(separator: " ")
        switch kind {
        case .added: return "added \(name)\(title(after)) [\(path)]"
        case .removed: return "removed \(name)\(title(before)) [\(path)]"
        case .moved:
            return "moved \(item ?? member) by \(meters.map(Self.length) ?? "?"): \(short(before)) → \(short(after))"
        case .changed, .reordered: return "\(kind.rawValue) \(name): \(short(before)) → \(short(after))"
        }
    }

    /// The title of an item, or what kind of item it is.
    private func title(_ json: String?) -> String {
        let node = json.flatMap(Self.node)
        guard let text = node?["title"]?.string ?? node?["type"]?.string else { return "" }
        return " " + JSONNode.text(text).summary
    }

    private func short(_ json: String?) -> String {
        guard let json else { return "none" }
        return json.utf8.count <= 60 ? json : Self.node(json)?.summary ?? json
    }

    private static func node(_ json: String) -> JSONNode? {
        try? JSONDocument(file: "value", text: Array(json.utf8)).root
    }

    /// Two significant digits below 100 m, then whole metres, then kilometres.
    private static func length(_ meters: Double) -> String {
        if meters < 1 { return "\(formatted((meters * 100).rounded() / 100)) m" }
        if meters < 100 { return "\(formatted((meters * 10).rounded() / 10)) m" }
        if meters < 10_000 { return "\(formatted(meters.rounded())) m" }
        return "\(formatted((meters / 100).rounded() / 10)) km"
    }

    fileprivate var jsonNode: JSONNode {
        .members([
            "change": .word(kind), "item": item.map(JSONNode.text), "path": .text(path),
            "before": before.flatMap(Self.node), "after": after.flatMap(Self.node),
            "meters": meters.map { .number(($0 * 1000).rounded() / 1000) },
        ])
    }
}
