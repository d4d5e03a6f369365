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
    /// What else there is to say, in smaller letters.
    public var subtitle: String?
    /// The color of the marker or of the pin's head; nil for `Color.systemRed`.
    public var tint: Color?
    /// What it is in words, for those who do not see the picture.
    public var alt: String?
    /// Where it leads, in outputs that have links.
    public var href: String?
    /// The datum of its coordinate; nil for the scene's.
    public var coordinateSystem: CoordinateSystem?

    /// True for what the reader has picked: it lies on top, and its callout is open.
    public var selected = false
    /// Whether a callout opens at all; nil for yes if there is a `callout`, and no otherwise, as in MapKit.
    public var canShowCallout: Bool?
    /// What the callout says and where it stands; nil for title and subtitle above the annotation.
    public var callout: Callout?

    /// Makes an annotation.
    public init(
        id: String? = nil, at coordinate: Coordinate, view: View = .marker, title: String? = nil,
        subtitle: String? = nil, tint: Color? = nil, alt: String? = nil, href: String? = nil
    ) {
        self.id = id
        self.coordinate = coordinate
        self.view = view
        self.title = title
        self.subtitle = subtitle
        self.tint = tint
        self.alt = alt
        self.href = href
    }
}

extension Annotation {
    /// The callout that is open, with title and subtitle filled in; nil when none is.
    package var openCallout: Callout? {
        guard selected, canShowCallout ?? (callout != nil) else { return nil }
        var open = callout ?? Callout()
        open.title = open.title ?? title
        open.subtitle = open.subtitle ?? subtitle
        return open.isEmpty ? nil : open
    }

    /// Why a selection shows nothing, for the user who wonders.
    package var selectionProblem: (message: String, hint: String)? {
        guard selected else { return nil }
        guard canShowCallout ?? (callout != nil) else {
            return ("selected has no effect: canShowCallout is false", #""canShowCallout": true opens the callout"#)
        }
        guard openCallout == nil else { return nil }
        return ("selected shows no callout: there is no title", #"give the annotation a "title""#)
    }

    /// The images that it needs: paths or `data:` addresses.
    package var images: [String] { callout?.images ?? [] }
}
