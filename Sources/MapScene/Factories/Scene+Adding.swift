// SPDX-License-Identifier: MIT

extension Scene {
    /// Puts an annotation on the map.
    public mutating func add(_ annotation: Annotation) { annotations.append(annotation) }

    /// Puts an overlay over those that are there.
    public mutating func add(_ overlay: Overlay) { overlays.append(overlay) }

    /// Puts a decoration on the picture.
    public mutating func add(_ decoration: Decoration) { decorations.append(decoration) }
}

extension Decoration {
    /// A scale bar, at the lower left.
    public static let scaleBar = Decoration(.scaleBar(ScaleBar()))
    /// A compass at the upper right, shown when north is not up.
    public static let compass = Decoration(.compass(Compass()))
}
