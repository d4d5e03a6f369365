// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo

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

    /// The pairs that are a longest sequence in order in both lists; the others are reordered.
    var ordered: [(old: Int, new: Int)] {
        guard zip(pairs, pairs.dropFirst()).contains(where: { $0.old > $1.old }) else { return pairs }
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
        return kept.sorted().map { pairs[$0] }
    }

    var isReordered: Bool { ordered.count < pairs.count }

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

/// The items of a list in three versions, in the order of the merged list.
struct ItemLists {
    /// An item by its index in each version that has it.
    struct Item {
        var base: Int?
        var ours: Int?
        var theirs: Int?
    }

    let base: [JSONNode]
    let ours: [JSONNode]
    let theirs: [JSONNode]
    /// In our order, or in theirs if only they have changed it; an item of the other version comes after the one that
    /// precedes it there.
    private(set) var items: [Item] = []
    /// True if both versions have changed the order of the items, in different ways.
    let isReorderedByBoth: Bool

    init(base: [JSONNode], ours: [JSONNode], theirs: [JSONNode]) {
        (self.base, self.ours, self.theirs) = (base, ours, theirs)
        let (old, own, other) = (base.map(\.canonical), ours.map(\.canonical), theirs.map(\.canonical))
        let (change, otherChange) = (ItemMatching(old, own), ItemMatching(old, other))
        var all: [Item] = []
        var byBase: [Int: Int] = [:]
        var byOurs: [Int: Int] = [:]
        let origins = Dictionary(uniqueKeysWithValues: change.pairs.map { ($0.new, $0.old) })
        for index in ours.indices {
            all.append(Item(base: origins[index], ours: index))
            byOurs[index] = index
            if let origin = origins[index] { byBase[origin] = index }
        }
        for index in change.removed {
            byBase[index] = all.count
            all.append(Item(base: index))
        }
        var byTheirs: [Int: Int] = [:]
        for pair in otherChange.pairs {
            guard let item = byBase[pair.old] else { continue }
            all[item].theirs = pair.new
            byTheirs[pair.new] = item
        }
        // What both have added is one item if it has one id or is equal.
        let both = ItemMatching(change.added.map { own[$0] }, otherChange.added.map { other[$0] })
        for pair in both.pairs {
            let (mine, yours) = (change.added[pair.old], otherChange.added[pair.new])
            guard own[mine].itemName != nil || own[mine] == other[yours], let item = byOurs[mine] else { continue }
            all[item].theirs = yours
            byTheirs[yours] = item
        }
        for index in theirs.indices where byTheirs[index] == nil {
            byTheirs[index] = all.count
            all.append(Item(theirs: index))
        }
        let order = theirs.indices.compactMap { byTheirs[$0] }
        let common = !ItemMatching(own, other).isReordered
        isReorderedByBoth = !common && change.isReordered && otherChange.isReordered
        let takesTheirs = !change.isReordered && otherChange.isReordered
        let sequence =
            takesTheirs
            ? Self.joined(order, Array(ours.indices)) : Self.joined(Array(ours.indices), order)
        let listed = Set(sequence)
        items = (sequence + all.indices.filter { !listed.contains($0) }).map { all[$0] }
    }

    /// A sequence with the elements of another one, each after the element that precedes it there.
    private static func joined(_ first: [Int], _ second: [Int]) -> [Int] {
        let known = Set(first)
        var following: [Int?: [Int]] = [:]
        var last: Int?
        for element in second {
            if known.contains(element) { last = element } else { following[last, default: []].append(element) }
        }
        return (following[nil] ?? []) + first.flatMap { [$0] + (following[$0] ?? []) }
    }
}

/// Finds the changes between two JSON trees, which must be canonical.
struct NodeComparison {
    private(set) var changes: [SceneChange] = []

    /// Where a node is.
    struct Location {
        var path = ""
        /// The item that the node belongs to, its path, and where lists have it.
        var item: (name: String, path: String, location: SceneChange.Location)?

        func member(_ key: String) -> Location {
            var location = self
            location.path += path.isEmpty ? key : ".\(key)"
            return location
        }
    }

    mutating func compare(_ old: JSONNode?, _ new: JSONNode?, _ location: Location) {
        guard old != new else { return }
        switch (old?.value, new?.value) {
        case (.object(let a), .object(let b)):
            for member in b.members { compare(a[member.key], member.node, location.member(member.key)) }
            for member in a.members where b[member.key] == nil {
                compare(member.node, nil, location.member(member.key))
            }
        case (let a?, let b?) where JSONNode(a).isItemList && JSONNode(b).isItemList:
            compareItems(JSONNode(a).array ?? [], JSONNode(b).array ?? [], location)
        case (nil, let b?) where JSONNode(b).isItemList: compareItems([], JSONNode(b).array ?? [], location)
        case (let a?, nil) where JSONNode(a).isItemList: compareItems(JSONNode(a).array ?? [], [], location)
        default: add(old, new, location)
        }
    }

    private mutating func compareItems(_ old: [JSONNode], _ new: [JSONNode], _ list: Location) {
        let matching = ItemMatching(old, new)
        let partners = Dictionary(uniqueKeysWithValues: matching.pairs.map { ($0.new, $0.old) })
        let ordered = matching.ordered
        let (oldOrder, newOrder) = (Set(ordered.map(\.old)), Set(ordered.map(\.new)))
        let (oldNames, newNames) = (names(before: old, oldOrder, list), names(before: new, newOrder, list))
        for (index, node) in new.enumerated() {
            let item = list.item(node, old: partners[index], new: index)
            guard let partner = partners[index] else {
                add(.added, nil, node, item)
                continue
            }
            if !newOrder.contains(index) { add(.reordered, oldNames(partner), newNames(index), item) }
            compare(old[partner], node, item)
        }
        for index in matching.removed { add(.removed, old[index], nil, list.item(old[index], old: index, new: nil)) }
    }

    /// Names the last item before an index that keeps its order; nil if there is none.
    private func names(
        before nodes: [JSONNode], _ ordered: Set<Int>, _ list: Location
    ) -> (_ index: Int) -> JSONNode? {
        var last: Int?
        let previous = nodes.indices.map { index in
            defer { if ordered.contains(index) { last = index } }
            return last
        }
        return { index in
            previous[index].map { neighbor in
                let location = list.item(nodes[neighbor], old: nil, new: neighbor)
                return .text(list.item == nil ? location.item?.name ?? location.path : location.path)
            }
        }
    }

    /// A value that differs.
    private mutating func add(_ old: JSONNode?, _ new: JSONNode?, _ location: Location) {
        let isCoordinate = location.path.hasSuffix(".coordinate") || location.path.hasSuffix(".center")
        guard isCoordinate, let from = old?.coordinate, let to = new?.coordinate else {
            add(.changed, old, new, location)
            return
        }
        add(.moved, old, new, location, meters: metersBetween(from, to))
    }

    private mutating func add(
        _ kind: SceneChange.Kind, _ old: JSONNode?, _ new: JSONNode?, _ location: Location, meters: Double? = nil
    ) {
        var member = location.path[...]
        if let item = location.item { member = member.dropFirst(item.path.count) }
        if member.first == "." { member = member.dropFirst() }
        changes.append(
            SceneChange(
                kind: kind, item: location.item?.name, path: location.path, before: old?.line, after: new?.line,
                meters: meters, member: String(member), location: location.item?.location))
    }
}

extension NodeComparison.Location {
    /// What lists are called where hit tests name their items.
    private static let kinds = [
        "annotations": "annotation", "overlays": "overlay", "decorations": "decoration", "clusters": "cluster",
    ]

    /// An element of this list. Items in items, such as the features of data, belong to the outer one.
    fileprivate func item(_ node: JSONNode, old: Int?, new: Int?) -> NodeComparison.Location {
        let index = new ?? old ?? 0
        var location = self
        location.path += "[\(index)]"
        guard item == nil else { return location }
        let name = node.itemName?.string ?? node.itemName?.line ?? String(index)
        let full = Self.kinds[path].map { targetPath($0, name) } ?? "\(path)/\(name)"
        location.item = (full, location.path, SceneChange.Location(list: path, old: old, new: new))
        return location
    }
}

extension JSONNode {
    /// `[longitude, latitude]`
    fileprivate var coordinate: Coordinate? {
        guard let numbers = array?.map(\.number), numbers.count == 2, let x = numbers[0], let y = numbers[1] else {
            return nil
        }
        return Coordinate(latitude: y, longitude: x)
    }
}
