// SPDX-License-Identifier: MIT
import MapDiagnostics

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
    ///
    /// - Parameters:
    ///   - old: the scene that is compared.
    ///   - new: the scene that it is compared with.
    public init(from old: Scene, to new: Scene) {
        self.old = old
        self.new = new
        var comparison = NodeComparison()
        comparison.compare(old.jsonNode.canonical, new.jsonNode.canonical, NodeComparison.Location())
        changes = comparison.changes
    }
}
