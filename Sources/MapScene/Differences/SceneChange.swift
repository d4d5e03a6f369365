// SPDX-License-Identifier: MIT

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
    /// The old value as JSON; nil if there was none. For `reordered` the index in the list.
    public var before: String?
    /// The new value as JSON; nil if there is none. For `reordered` the index in the list.
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
