// SPDX-License-Identifier: MIT
public import MapCore

/// Two versions of a scene, merged.
///
/// ```swift
/// let merge = try SceneMerge(ours: mine, theirs: colleague, base: original)
/// if merge.conflicts.isEmpty { print(merge.text) }
/// ```
///
/// With a base, which both versions come from, what one of them has changed, added or removed is taken from it. Without
/// one the scenes are united: items of both, by their ids, and every other key that one of them has. Items are matched as
/// in `SceneDifference`. What both have changed in different ways is a conflict.
///
/// The result is the text of `ours` with the changes of `theirs` in it: what `theirs` has not changed stays as it is
/// written, with its order of keys, line breaks and `x-` keys. Relative paths are not adapted.
public struct SceneMerge: Sendable {
    /// One of the two versions.
    public enum Side: String, CaseIterable, Hashable, Sendable {
        /// The version whose text is continued.
        case ours
        /// The version whose changes are merged into it.
        case theirs
    }

    /// A value that both versions have changed, in different ways.
    public struct Conflict: Hashable, Sendable {
        /// The path in the text of `ours`, such as `annotations[2].title`.
        public var path: String
        /// The id of the item that it belongs to; nil for none.
        public var id: String?
        /// Line and column in the text of `ours`; nil if it has no value there, or was built in Swift.
        public var position: Position?
        /// The value in the base as JSON; nil if it has none.
        public var base: String?
        /// The value in `ours` as JSON; nil if it has none.
        public var ours: String?
        /// The value in `theirs` as JSON; nil if it has none.
        public var theirs: String?
    }

    /// The merged scene as JSON text; conflicts are resolved for the preferred side, or else for `ours`.
    public let text: String
    /// What both versions have changed in different ways; empty if a side is preferred.
    public let conflicts: [Conflict]

    /// Merges two versions of a scene.
    ///
    /// - Parameters:
    ///   - ours: the version whose text is continued.
    ///   - theirs: the version whose changes are merged into it.
    ///   - base: what both come from; nil to unite them.
    ///   - side: which value is taken where both have changed it; nil to report a conflict.
    /// - Throws: a `Diagnostic` if the text of a document is not JSON.
    public init(
        ours: SceneDocument, theirs: SceneDocument, base: SceneDocument? = nil, preferring side: Side? = nil
    ) throws(Diagnostic) {
        let (own, other) = (try ours.jsonText(), try theirs.jsonText())
        var merging = NodeMerging(side: side) { ours.json?.position(of: $0.offset) }
        let merged = merging.merge(base: try base?.jsonText().root, own.root, other.root, MergePath())
        text = MergedText(ours: own, theirs: other).text(of: merged ?? .ours(own.root)) + own.textAfterRoot
        conflicts = side == nil ? merging.conflicts : []
    }
}

extension SceneMerge.Conflict {
    /// The conflict as an error.
    ///
    /// - Parameters:
    ///   - ours: what messages call our version, such as its file.
    ///   - theirs: what messages call the other version.
    /// - Returns: an error with the code `scene.merge-conflict`, which names path and values.
    public func diagnostic(ours: String, theirs: String) -> Diagnostic {
        func value(_ json: String?) -> String {
            guard let json else { return "nothing" }
            return json.utf8.count <= 60 ? json : "another value"
        }
        let values = "\(value(self.ours)) here, \(value(self.theirs)) in \(theirs)"
        let change = base.map { "both versions have changed \(value($0)): " } ?? "the versions differ: "
        return Diagnostic(
            code: .sceneMergeConflict, file: ours, position: position,
            path: path + (id.map { " (\"\($0)\")" } ?? ""), change + values,
            hint: "--prefer ours or --prefer theirs chooses for all conflicts")
    }
}

extension SceneDocument {
    /// The text, or that of a scene built in Swift.
    fileprivate func jsonText() throws(Diagnostic) -> JSONText {
        try JSONText(Array((text.isEmpty ? scene.json : text).utf8), file: file)
    }
}

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
        "center", "zoom", "zoomTileSize", "mapScale", "region", "bounds", "fit", "follow", "mapRect", "distance",
    ]

    /// True for a scene's camera, an inset's, a waypoint's, and what these are by default.
    fileprivate var isCamera: Bool {
        let last = text.split(separator: ".").suffix(2)
        return last.last == "camera" || last == ["camera", "default"]
    }

    /// True for objects whose members make no sense apart: geometries.
    fileprivate var isAtomic: Bool { text.hasSuffix(".geometry") }
}

/// Writes a merged tree: what comes from one version whole is its text, and what is put together is spaced as ours.
struct MergedText {
    let ours: JSONText
    let theirs: JSONText

    func text(of node: MergedNode) -> String {
        switch node {
        case .ours(let node): return ours.text(of: node)
        case .theirs(let node): return theirs.text(of: node)
        case .object(let own, let members):
            let spellings = Dictionary(own.object?.members.map { ($0.key, $0) } ?? []) { $1 }
            let parts = members.map { key, value in
                Part(
                    text: quoted(key) + (spellings[key].map(colon) ?? ": ") + text(of: value),
                    start: spellings[key]?.keyOffset)
            }
            return joined(parts, "{", "}", own, own.object?.members.map(\.keyOffset) ?? [])
        case .list(let own, let elements):
            return joined(elements.map(part), "[", "]", own, own.array?.map(\.offset) ?? [])
        }
    }

    /// A member or an element, and where our text has it.
    private struct Part {
        var text: String
        var start: Int?
    }

    private func part(_ element: MergedNode) -> Part {
        switch element {
        case .ours(let node), .object(let node, _), .list(let node, _):
            Part(text: text(of: element), start: node.offset)
        case .theirs: Part(text: text(of: element))
        }
    }

    /// What stands between a key and its value.
    private func colon(of member: JSONObject.Member) -> String {
        ":" + ours.space(before: member.node.offset)
    }

    /// Parts with the space that our text has before each; new ones are spaced as our second part is.
    private func joined(_ parts: [Part], _ open: String, _ close: String, _ own: JSONNode, _ starts: [Int]) -> String {
        guard let first = starts.first, !parts.isEmpty else {
            return open + parts.map(\.text).joined(separator: ", ") + close
        }
        let lead = ours.space(before: first)
        let separator = starts.count > 1 ? ours.space(before: starts[1]) : lead.isEmpty ? " " : lead
        var text = open + lead
        for (index, part) in parts.enumerated() {
            if index > 0 {
                text += "," + (part.start.map { $0 == first ? separator : ours.space(before: $0) } ?? separator)
            }
            text += part.text
        }
        return text + ours.spaceBeforeEnd(of: own) + close
    }
}
