// SPDX-License-Identifier: MIT
import MapDiagnostics

/// Which objects of two lists are one item.
///
/// Those with the same `id` or `identifier` are. Of the others first those that are equal, then those of one kind at one
/// location, then those that differ by their location alone; among several, in the order of the lists.
struct ItemMatching {
    /// Indices of the items that both lists have, in the order of the new list.
    let pairs: [(old: Int, new: Int)]
    /// Indices of the items that only the old list has.
    let removed: [Int]
    /// Indices of the items that only the new list has.
    let added: [Int]

    /// Matches canonical nodes (`JSONNode.canonical`).
    init(_ old: [JSONNode], _ new: [JSONNode]) {
        var partners = [Int?](repeating: nil, count: new.count)
        var isTaken = [Bool](repeating: false, count: old.count)
        func pair(by key: (JSONNode) -> JSONNode?) {
            var candidates: [JSONNode: Candidates] = [:]
            for (index, node) in old.enumerated().reversed() where !isTaken[index] {
                guard let key = key(node) else { continue }
                candidates[key, default: Candidates()].add(index, isNamed: node.itemName != nil)
            }
            guard !candidates.isEmpty else { return }
            for (index, node) in new.enumerated() where partners[index] == nil {
                guard let key = key(node), let partner = candidates[key]?.take(isNamed: node.itemName != nil) else {
                    continue
                }
                partners[index] = partner
                isTaken[partner] = true
            }
        }
        var candidates: [JSONNode: Int] = [:]
        for (index, node) in old.enumerated() {
            if let name = node.itemName { candidates[name] = index }
        }
        for (index, node) in new.enumerated() {
            guard let name = node.itemName, let partner = candidates.removeValue(forKey: name) else { continue }
            partners[index] = partner
            isTaken[partner] = true
        }
        pair { $0.selectingMembers { !JSONNode.nameKeys.contains($0) } }
        pair(by: \.itemLocation)
        pair { $0.selectingMembers { !JSONNode.nameKeys.contains($0) && !JSONNode.locationKeys.contains($0) } }
        pairs = partners.enumerated().compactMap { new, old in old.map { ($0, new) } }
        removed = isTaken.indices.filter { !isTaken[$0] }
        added = partners.indices.filter { partners[$0] == nil }
    }

    /// The pairs whose order among the others changes: all but a longest sequence that is in order in both lists.
    var reordered: [(old: Int, new: Int)] {
        guard zip(pairs, pairs.dropFirst()).contains(where: { $0.old > $1.old }) else { return [] }
        // Patience sorting: the last pair of the best sequence of each length, and what comes before each pair.
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: pairs.count)
        for (index, pair) in pairs.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[ends[middle]].old < pair.old { low = middle + 1 } else { high = middle }
            }
            previous[index] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var kept: Set<Int> = []
        var next = ends.last
        while let index = next {
            kept.insert(index)
            next = previous[index]
        }
        return pairs.indices.filter { !kept.contains($0) }.map { pairs[$0] }
    }

    /// Items of the old list that suit a key: a named item is never another named item.
    private struct Candidates {
        /// Indices, the first one last.
        private var named: [Int] = []
        private var unnamed: [Int] = []

        mutating func add(_ index: Int, isNamed: Bool) {
            if isNamed { named.append(index) } else { unnamed.append(index) }
        }

        mutating func take(isNamed: Bool) -> Int? {
            unnamed.popLast() ?? (isNamed ? nil : named.popLast())
        }
    }
}

extension JSONNode {
    /// The keys that name an item of a list.
    fileprivate static let nameKeys: Set<String> = ["id", "identifier"]
    /// The keys that say where an item is, or where its data is.
    fileprivate static let locationKeys: Set<String> = [
        "coordinate", "coordinates", "center", "data", "geometry", "tiles",
    ]

    /// True for a list of objects, whose elements are compared one by one; lists of numbers are values.
    var isItemList: Bool { array?.allSatisfy { $0.object != nil } ?? false }

    /// The item's id or identifier.
    var itemName: JSONNode? {
        let name = self["id"] ?? self["identifier"]
        return name?.string == nil && name?.number == nil ? nil : name
    }

    /// Kind and location; nil for an item without a location.
    fileprivate var itemLocation: JSONNode? {
        guard let members = object?.members, members.contains(where: { Self.locationKeys.contains($0.key) }) else {
            return nil
        }
        return selectingMembers { Self.locationKeys.contains($0) || $0 == "type" || $0 == "view" }
    }

    /// The object with some of its members.
    func selectingMembers(_ isWanted: (String) -> Bool) -> JSONNode {
        JSONNode(.object(JSONObject(object?.members.filter { isWanted($0.key) } ?? [])), offset: offset)
    }
}
