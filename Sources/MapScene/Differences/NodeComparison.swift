// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo

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
        let reordered = Set(matching.reordered.map(\.new))
        for (index, node) in new.enumerated() {
            let item = list.item(node, old: partners[index], new: index)
            guard let partner = partners[index] else {
                add(.added, nil, node, item)
                continue
            }
            if reordered.contains(index) { add(.reordered, .count(partner), .count(index), item) }
            compare(old[partner], node, item)
        }
        for index in matching.removed { add(.removed, old[index], nil, list.item(old[index], old: index, new: nil)) }
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
