// SPDX-License-Identifier: MIT
public import MapGeo
public import MapPlane

/// A coordinate that is marked on the map, by a view of the same size at every zoom.
///
/// ```swift
/// var cafe = Annotation(at: coordinate, view: .marker(.init(tint: .systemGreen, glyphText: "C")), title: "Café")
/// cafe.callout = Callout(right: .button(.detailDisclosure, href: "cafe.html"))
/// cafe.selected = true
/// ```
public struct Annotation: Hashable, Sendable {
    /// Identifies it within the scene, for `Camera.Content.ids` and for output; unique among annotations and overlays.
    public var id: String?
    /// The coordinate that it marks.
    public var coordinate: Coordinate
    /// What it looks like.
    public var view: View
    /// Its name: below a marker, and in its callout.
    public var title: String?
    /// A second line of text, in smaller type.
    public var subtitle: String?
    /// A description for people who do not see the image, in outputs that have one.
    public var alt: String?
    /// The URL that it links to, in outputs that have links: `https:`, `http:`, `mailto:` or `tel:`, or relative.
    public var href: String?
    /// The datum of its coordinate; nil for the scene's.
    public var coordinateSystem: CoordinateSystem?

    /// Whether it is selected: a selected annotation is on top, and its callout is open.
    public var selected = false
    /// Whether it opens a callout when selected; nil for true if there is a `callout`, else false, as in MapKit.
    public var canShowCallout: Bool?
    /// What the callout shows and where; nil for title and subtitle above the annotation.
    public var callout: Callout?
    /// MapKit's name for `Callout.offset`, in points, for a callout that has no offset of its own.
    public var calloutOffset: Point?

    /// The appearance of an annotation that is being dragged.
    public var dragState = DragState.none
    /// Opacity, 0...1.
    public var alpha = 1.0

    /// The drawing order, 0...1000, higher on top; nil for 500, or 1000 when selected.
    public var zPriority: Double?
    /// Which annotation stays where several collide, 0...1000, higher first; those at `DisplayPriority.required` always
    /// stay. Nil for `low` if it is a marker, else for `required`, as in MapKit.
    public var displayPriority: Double?
    /// The shape that collides with others.
    public var collisionMode = CollisionMode.rectangle
    /// Colliding annotations with the same identifier are replaced by one cluster, which shows their number.
    public var clusteringIdentifier: String?

    /// The point of the view that is placed on the coordinate, as fractions of its width and height, -100...100; nil for
    /// the tip of markers and pins, else for the center.
    public var anchor: Point?
    /// Moves the view from its coordinate.
    public var centerOffset = AnnotationOffset()
    /// Degrees, clockwise, around the coordinate; for views of images, text and callouts.
    public var rotation = 0.0
    /// The size of a view of an image relative to the image's own: 0.5 for an image with two pixels per point.
    /// 0.05...20.
    public var imageScale = 1.0
    /// Custom data that goes along into outputs which have room for it.
    public var properties = Properties()
    /// The path of its hit target, for annotations read from a data file; nil for the path by id or index.
    package var path: String?
    /// Its number or letter, once `Scene.numbered` has assigned one.
    package var number: String?
    /// True for the marker that stands for several others.
    package var isCluster = false

    /// Creates an annotation.
    ///
    /// - Parameters:
    ///   - id: unique among annotations and overlays of the scene.
    ///   - coordinate: what it marks.
    ///   - view: a marker unless given.
    ///   - title: its name.
    ///   - subtitle: a second line of text.
    ///   - alt: a description for people who do not see the image.
    ///   - href: the URL that it links to.
    public init(
        id: String? = nil, at coordinate: Coordinate, view: View = .marker(), title: String? = nil,
        subtitle: String? = nil, alt: String? = nil, href: String? = nil
    ) {
        self.id = id
        self.coordinate = coordinate
        self.view = view
        self.title = title
        self.subtitle = subtitle
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

    /// Why a selection has no visible effect; nil when it has one.
    package var selectionProblem: (message: String, hint: String)? {
        guard selected, view != .callout else { return nil }
        // An explicit false asks for MapKit's enlarged marker.
        if view.kind == .marker, canShowCallout == false, callout == nil { return nil }
        guard canShowCallout ?? (callout != nil) else {
            return ("selected has no effect: canShowCallout is false", #""canShowCallout": true opens the callout"#)
        }
        guard openCallout == nil else { return nil }
        return ("selected shows no callout: there is no title", #"give the annotation a "title""#)
    }

    /// The images that it shows.
    package var images: [ImageAsset] { view.images + (callout?.images ?? []) }

    /// `zPriority`, or its default.
    package var resolvedZPriority: Double { zPriority ?? (selected ? 1000 : 500) }

    /// `displayPriority`, or its default.
    package var resolvedDisplayPriority: Double {
        if selected { return DisplayPriority.required }
        return displayPriority ?? (view.kind == .marker ? DisplayPriority.low : DisplayPriority.required)
    }
}
