// SPDX-License-Identifier: MIT
import MapCore

/// What differs between two scenes.
///
/// ```swift
/// let difference = SceneDifference(from: old, to: new)
/// for change in difference.changes { print(change) }
/// ```
///
/// Scenes are compared by what they mean, not by how they are written: the order of keys, other names for a key and
/// defaults that are written out make no difference. Annotations, overlays, decorations, clusters, layers and features are
/// compared by their ids; those without one with an item that is equal, has the same location, or else differs by its
/// location alone. Files that scenes refer to are not opened.
public struct SceneDifference: Sendable {
    /// The scene that is compared.
    public let old: Scene
    /// The scene that it is compared with.
    public let new: Scene
    /// The differences, in the order of the new scene's JSON; what was removed comes after the rest of its list.
    public let changes: [SceneChange]

    /// True if both scenes mean the same.
    public var isEmpty: Bool { changes.isEmpty }

    /// Compares two scenes.
    public init(from old: Scene, to new: Scene) {
        self.old = old
        self.new = new
        var comparison = NodeComparison()
        comparison.compare(old.jsonNode.canonical, new.jsonNode.canonical, NodeComparison.Location())
        changes = comparison.changes
    }
}

/// One difference between two scenes.
public struct SceneChange: Hashable, Sendable {
    /// What has happened.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// An item that only the new scene has.
        case added
        /// An item that only the old scene has.
        case removed
        /// Another coordinate.
        case moved
        /// Another value.
        case changed
        /// Another position in its list, and so in the drawing order.
        case reordered
    }

    /// What has happened.
    public var kind: Kind
    /// The item that it has happened to, as hit tests name it: `annotation/hotel`, or `overlay/2` for one without an id;
    /// nil for what belongs to no item, such as the camera.
    public var item: String?
    /// The path in the new scene's JSON, such as `annotations[2].title`; for what was removed, in the old one's.
    public var path: String
    /// The old value as JSON; nil if there was none. For `reordered` the item that it comes after, of those that keep their
    /// order; nil if it comes first.
    public var before: String?
    /// The new value as JSON; nil if there is none. For `reordered` as `before`.
    public var after: String?
    /// The length of a move, in metres on the ground; nil for other changes.
    public var meters: Double?
    /// What follows the item's path in `path`.
    package var member: String
    /// The items' list, and their indices in the old and the new scene.
    package var location: Location?

    /// Where a list has an item.
    package struct Location: Hashable, Sendable {
        package var list: String
        package var old: Int?
        package var new: Int?
    }
}

extension SceneDifference: CustomStringConvertible {
    /// One line per change; empty if there is none.
    public var description: String { changes.map { controlsEscaped("\($0)") + "\n" }.joined() }

    /// The changes as JSON: whether the scenes are the same, and a list of changes with the keys `change`, `item`, `path`,
    /// `before`, `after` and `meters`, without those that have no value.
    public var json: String {
        JSONNode.members(["same": .bool(isEmpty), "changes": .list(changes.map(\.jsonNode))]).lines + "\n"
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
            let (old, new) = (before.flatMap(Self.node), after.flatMap(Self.node))
            return "moved \(item ?? member) by \(meters.map(Self.length) ?? "?"): \(short(old)) → \(short(new))"
        case .reordered:
            let places = [before, after].map { $0.flatMap(Self.node)?.string.map { "after \($0)" } ?? "first" }
            return "reordered \(name): \(places[0]) → \(places[1])"
        case .changed:
            let (part, old, new, rest) = firstDifference(before.flatMap(Self.node), after.flatMap(Self.node))
            return "changed \(name)\(part): \(short(old)) → \(short(new))\(rest)"
        }
    }

    /// The title of an item, or what kind of item it is.
    private func title(_ json: String?) -> String {
        let node = json.flatMap(Self.node)
        guard let text = node?["title"]?.string ?? node?["type"]?.string else { return "" }
        return " " + JSONNode.text(text).summary
    }

    private func short(_ node: JSONNode?) -> String {
        guard let node else { return "none" }
        let json = node.line
        return json.utf8.count <= 60 ? json : node.summary
    }

    /// Where two long values differ that would read the same: in an element of arrays of one length, or in the middle of texts.
    private func firstDifference(
        _ old: JSONNode?, _ new: JSONNode?
    ) -> (part: String, old: JSONNode?, new: JSONNode?, rest: String) {
        guard let old, let new, short(old) == short(new) else { return ("", old, new, "") }
        if let a = old.array, let b = new.array, a.count == b.count {
            let indices = a.indices.filter { a[$0] != b[$0] }
            guard let index = indices.first else { return ("", old, new, "") }
            let inner = firstDifference(a[index], b[index])
            let rest = indices.count > 1 ? " and \(indices.count - 1) more of \(a.count)" : ""
            return ("[\(index)]\(inner.part)", inner.old, inner.new, inner.rest + rest)
        }
        if let a = old.string, let b = new.string {
            let start = max(0, zip(a, b).prefix { $0 == $1 }.count - 10)
            return ("", .text("…" + a.dropFirst(start).prefix(30)), .text("…" + b.dropFirst(start).prefix(30)), "")
        }
        return ("", old, new, "")
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
        [
            "change": .word(kind), "item": item.map(JSONNode.text), "path": .text(path),
            "before": before.flatMap(Self.node), "after": after.flatMap(Self.node),
            "meters": meters.map { .number(($0 * 1000).rounded() / 1000) },
        ]
    }
}
