// SPDX-License-Identifier: MIT

/// A scene's own changes to a style, whose file stays as it is.
///
/// First the style's layers are changed, in the order of these members; then sources and layers are added. What a
/// change means to a layer that the style does not have is a warning, so that a scene can be drawn in several styles.
public struct StyleEdits: Hashable, Sendable {
    /// New filters by the layer's id; JSON `null` takes the filter away.
    public var filters: [String: InlineJSON] = [:]
    /// An object of paint properties by the layer's id; a property that is JSON `null` gets its default.
    public var paint: [String: InlineJSON] = [:]
    /// The same for layout properties.
    public var layout: [String: InlineJSON] = [:]
    /// Layers not to draw: their ids, in which `*` stands for any characters.
    public var hide: [String] = []
    /// Layers to draw, though the style or `hide` leaves them out; written in the same way.
    public var show: [String] = []
    /// Sources to add, by name. Relative addresses begin in the scene's folder.
    public var sources: [String: InlineJSON] = [:]
    /// Layers to add, each on top of those before it, or below the layer that its member `before` names. A layer's
    /// `source` may be a source itself, which then has the layer's id as its name.
    public var layers: [InlineJSON] = []

    /// No changes.
    public init() {}
}
