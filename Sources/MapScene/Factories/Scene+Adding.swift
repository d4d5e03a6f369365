// SPDX-License-Identifier: MIT

extension Scene {
    /// Adds an annotation to the end of the list.
    ///
    /// - Parameter annotation: the annotation to add.
    public mutating func add(_ annotation: Annotation) { annotations.append(annotation) }

    /// Adds an overlay on top of the existing ones.
    ///
    /// - Parameter overlay: the overlay to add.
    public mutating func add(_ overlay: Overlay) { overlays.append(overlay) }

    /// Adds a decoration to the end of the list.
    ///
    /// - Parameter decoration: the decoration to add.
    public mutating func add(_ decoration: Decoration) { decorations.append(decoration) }
}

extension Decoration {
    /// A scale bar at the bottom left.
    public static let scaleBar = Decoration(.scaleBar(ScaleBar()))
    /// A compass at the top right, shown when north is not up.
    public static let compass = Decoration(.compass(Compass()))
}
