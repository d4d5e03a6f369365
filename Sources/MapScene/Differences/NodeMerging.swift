// SPDX-License-Identifier: MIT
import MapDiagnostics

/// A merged value: one of the versions', or one that is put together.
indirect enum MergedNode {
    case ours(JSONNode)
    case theirs(JSONNode)
    /// An object of ours with other members.
    case object(JSONNode, [(key: String, value: MergedNode)])
    /// An array of ours with other elements.
    case list(JSONNode, [MergedNode])
}

/// Where a value is in the text of ours.
struct MergePath {
    var text = ""
    /// The id of the innermost item that has one.
    var id: String?

    func member(_ key: String) -> MergePath { MergePath(text: text.isEmpty ? key : "\(text).\(key)", id: id) }

    /// An item of this list; one that ours lacks has the path of the list.
    func element(_ index: Int?, _ node: JSONNode?) -> MergePath {
        MergePath(text: index.map { "\(text)[\($0)]" } ?? text, id: node?.itemName?.string ?? id)
    }
}

/// Merges JSON trees. Values are equal if their canonical forms are.
struct NodeMerging {
    /// What is taken where both have changed a value; nil for ours.
    let side: SceneMerge.Side?
    /// Where our text has a value.
    private let position: (JSONNode) -> Position?
    private(set) var conflicts: [SceneMerge.Conflict] = []

    init(side: SceneMerge.Side?, position: @escaping (JSONNode) -> Position?) {
        self.side = side
        self.position = position
    }

    /// Nil if the value is removed.
    mutating func merge(base: JSONNode?, _ ours: JSONNode?, _ theirs: JSONNode?, _ path: MergePath) -> MergedNode? {
        let (old, own, other) = (base?.canonical, ours?.canonical, theirs?.canonical)
        if own == other || old == other { return ours.map(MergedNode.ours) }
        if old == own { return theirs.map(MergedNode.theirs) }
        if let ours, let theirs {
            if ours.object != nil, theirs.object != nil, !path.isAtomic {
                return mergeObjects(base: base?.object == nil ? nil : base, ours, theirs, path)
            }
            if ours.isItemList, theirs.isItemList, base?.isItemList ?? true {
                return mergeLists(base: base?.array ?? [], ours, theirs, path)
            }
        }
        return resolve(base, ours, theirs, path)
    }

    private mutating func resolve(
        _ base: JSONNode?, _ ours: JSONNode?, _ theirs: JSONNode?, _ path: MergePath
    ) -> MergedNode? {
        conflicts.append(
            SceneMerge.Conflict(
                path: path.text, id: path.id, position: ours.flatMap(position), base: base?.line, ours: ours?.line,
                theirs: theirs?.line))
        return side == .theirs ? theirs.map(MergedNode.theirs) : ours.map(MergedNode.ours)
    }

    /// Members in our order; those that only they have come after them, in their order.
    private mutating func mergeObjects(
        base: JSONNode?, _ ours: JSONNode, _ theirs: JSONNode, _ path: MergePath
    ) -> MergedNode {
        let framing = path.isCamera ? mergeFraming(base: base, ours, theirs, path) : nil
        var members: [(key: String, value: MergedNode)] = []
        var seen: Set<String> = []
        for key in ((ours.object?.members ?? []) + (theirs.object?.members ?? [])).map(\.key) {
            guard seen.insert(key).inserted else { continue }
            let merged: MergedNode?
            if let framing, MergePath.framingKeys.contains(key) {
                let node = framing == .theirs ? theirs[key] : ours[key]
                merged = node.map { framing == .theirs ? .theirs($0) : .ours($0) }
            } else {
                merged = merge(base: base?[key], ours[key], theirs[key], path.member(key))
            }
            if let merged { members.append((key, merged)) }
        }
        return .object(ours, members)
    }

    /// The keys of a camera that say what it shows exclude each other or belong together: they are one value.
    private mutating func mergeFraming(
        base: JSONNode?, _ ours: JSONNode, _ theirs: JSONNode, _ path: MergePath
    ) -> SceneMerge.Side {
        let framings = [base, ours, theirs].map { $0?.selectingMembers(MergePath.framingKeys.contains) }
        let (old, own, other) = (framings[0]?.canonical, framings[1]?.canonical, framings[2]?.canonical)
        let empty = JSONNode(.object(JSONObject()))
        if own == other || (old ?? empty) == other { return .ours }
        if (old ?? empty) == own { return .theirs }
        _ = resolve(framings[0], framings[1], framings[2], path)
        return side ?? .ours
    }

    private mutating func mergeLists(
        base: [JSONNode], _ ours: JSONNode, _ theirs: JSONNode, _ path: MergePath
    ) -> MergedNode {
        let list = ItemLists(base: base, ours: ours.array ?? [], theirs: theirs.array ?? [])
        if list.isReorderedByBoth {
            _ = resolve(nil, ours, theirs, path)
            return side == .theirs ? .theirs(theirs) : .ours(ours)
        }
        let merged = list.items.compactMap { item -> MergedNode? in
            let (own, other) = (item.ours.map { list.ours[$0] }, item.theirs.map { list.theirs[$0] })
            let element = path.element(item.ours, own ?? other)
            return merge(base: item.base.map { list.base[$0] }, own, other, element)
        }
        return .list(ours, merged)
    }
}

extension MergePath {
    /// The keys of a camera that say what it shows.
    fileprivate static let framingKeys: Set<String> = [
        "center", "zoom", "zoomTileSize", "region", "bounds", "fit", "follow", "mapRect", "distance",
    ]

    fileprivate var isCamera: Bool { text == "camera" || text == "camera.default" }

    /// True for objects whose members make no sense apart: geometries.
    fileprivate var isAtomic: Bool { text.hasSuffix(".geometry") }
}
