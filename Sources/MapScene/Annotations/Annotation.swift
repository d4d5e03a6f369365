// SPDX-License-Identifier: MIT
public import MapCanvas
public import MapGeo
public import MapPlane

/// A place that is marked on the map. Its look has the same size at every zoom.
public struct Annotation: Hashable, Sendable {
    /// How an annotation looks.
    public enum View: String, CaseIterable, Hashable, Sendable {
        /// A balloon with a glyph, its tip on the coordinate, the title below.
        case marker
        /// A needle with a round head, its tip on the coordinate.
        case pin
        /// A picture, its middle on the coordinate.
        case image
        /// Words, their middle on the coordinate.
        case text
        /// What its callout holds, on a plate without a tail, its middle on the coordinate.
        case callout
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
    /// MapKit's name for `Callout.offset`, for callouts that have none of their own.
    public var calloutOffset: Point?

    /// Up to three or so characters inside of a marker; nil for a pin sign.
    public var glyphText: String?
    /// An image inside of a marker, of which only the shape counts: a path in the scene's folder, or a `data:` address.
    public var glyphImage: String?
    /// What stands in for `glyphImage` while it is selected.
    public var selectedGlyphImage: String?
    /// The color of a marker's glyph; nil for white.
    public var glyphTint: Color?
    /// Whether the title stands below a marker; adaptive: where there is room, unless a callout says it.
    public var titleVisibility = TextVisibility.adaptive
    /// Whether the subtitle stands below a marker; adaptive: when it is selected, as in MapKit.
    public var subtitleVisibility = TextVisibility.adaptive
    /// How large a marker is; simplestyle's `marker-size`.
    package var markerSize = MarkerSize.medium
    /// The look of something that is being moved.
    public var dragState = DragState.none
    /// From 0, not to be seen, to 1.
    public var alpha = 1.0

    /// What lies on top, 0...1000; nil for 500, or 1000 when it is selected.
    public var zPriority: Double?
    /// What stays where annotations would cover each other, 0...1000: those at `required` always do. Nil for `low` if it
    /// is a marker, else for `required`, as in MapKit.
    public var displayPriority: Double?
    /// What counts as covering each other.
    public var collisionMode = CollisionMode.rectangle
    /// Those of the same name that cover each other become one, which tells how many there are.
    public var clusteringIdentifier: String?

    /// The picture: a path in the scene's folder, or a `data:` address.
    public var image: String?
    /// What stands there as text; nil for the title.
    public var text: String?
    /// How text looks.
    public var textStyle = AnnotationTextStyle()
    /// What point of the view sits on the coordinate, as a fraction of its width and height; nil for the tip of markers
    /// and pins, else for the middle.
    public var anchor: Point?
    /// Moves the view.
    public var centerOffset = AnnotationOffset()
    /// Degrees, clockwise, around the coordinate; for images, text and callouts.
    public var rotation = 0.0
    /// What else is known of it.
    public var properties = Properties()
    /// The path of its target, for what a file of data holds; nil for what its place in the scene says.
    package var path: String?
    /// Its number or letter once `Scene.numbered` has given it one.
    package var number: String?
    /// True for the marker that stands for several others.
    package var isCluster = false

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
        guard view != .callout else { return nil }
        let open = filledCallout
        return open.isEmpty ? nil : open
    }

    /// The callout with title and subtitle filled in.
    package var filledCallout: Callout {
        var filled = callout ?? Callout()
        filled.title = filled.title ?? title
        filled.subtitle = filled.subtitle ?? subtitle
        if let calloutOffset, filled.offset == .zero { filled.offset = calloutOffset }
        return filled
    }

    /// Why a selection shows nothing, for the user who wonders.
    package var selectionProblem: (message: String, hint: String)? {
        guard selected, view != .callout else { return nil }
        // Who says so in so many words wants the large marker.
        if view == .marker, canShowCallout == false, callout == nil { return nil }
        guard canShowCallout ?? (callout != nil) else {
            return ("selected has no effect: canShowCallout is false", #""canShowCallout": true opens the callout"#)
        }
        guard openCallout == nil else { return nil }
        return ("selected shows no callout: there is no title", #"give the annotation a "title""#)
    }

    /// The images that it needs: paths or `data:` addresses.
    package var images: [String] {
        [image, glyphImage, selectedGlyphImage].compactMap(\.self) + (callout?.images ?? [])
    }

    /// `zPriority`, or what holds without one.
    package var resolvedZPriority: Double { zPriority ?? (selected ? 1000 : 500) }

    /// `displayPriority`, or what holds without one.
    package var resolvedDisplayPriority: Double {
        if selected { return DisplayPriority.required }
        return displayPriority ?? (view == .marker ? DisplayPriority.low : DisplayPriority.required)
    }
}
