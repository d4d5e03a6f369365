// SPDX-License-Identifier: MIT
public import MapDiagnostics

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
            code: SceneCode.mergeConflict, file: ours, position: position,
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
