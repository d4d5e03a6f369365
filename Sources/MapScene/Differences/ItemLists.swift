// SPDX-License-Identifier: MIT
import MapDiagnostics

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
        let common = ItemMatching(own, other).reordered.isEmpty
        isReorderedByBoth = !common && !change.reordered.isEmpty && !otherChange.reordered.isEmpty
        let takesTheirs = change.reordered.isEmpty && !otherChange.reordered.isEmpty
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
