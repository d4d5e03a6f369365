// SPDX-License-Identifier: MIT
public import MapCanvas
public import MapGeo

/// A place that is marked on the map. Its look has the same size at every zoom.
public struct Annotation: Hashable, Sendable {
    /// How an annotation looks.
    public enum View: String, CaseIterable, Hashable, Sendable {
        /// A balloon with a glyph, its tip on the coordinate, the title below.
        case marker
        /// A needle with a round head, its tip on the coordinate.
        case pin
    }

    /// A name for it within the scene, for `Camera.Content.ids` and for output; unique where given.
    public var id: String?
    /// Where its tip is.
    public var coordinate: Coordinate
    /// How it looks.
    public var view: View
    /// Its name, for readers of the map.
    public var title: String?
    /// The color of the marker or of the pin's head; nil for `Color.systemRed`.
    public var tint: Color?
    /// What it is in words, for those who do not see the picture.
    public var alt: String?
    /// Where it leads, in outputs that have links.
    public var href: String?

    /// Makes an annotation.
    public init(
        id: String? = nil, at coordinate: Coordinate, view: View = .marker, title: String? = nil, tint: Color? = nil,
        alt: String? = nil, href: String? = nil
    ) {
        self.id = id
        self.coordinate = coordinate
        self.view = view
        self.title = title
        self.tint = tint
        self.alt = alt
        self.href = href
    }
}
