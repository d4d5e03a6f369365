// SPDX-License-Identifier: MIT
package import MapCore
public import MapGeo
public import MapGeometry
public import MapImages

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
    /// Where somebody was at a time, in place of a coordinate; nil for `coordinate`.
    public var moment: TrackMoment?
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
    /// Where its height comes from, which is then among its `properties`, as `elevation` in metres, and takes the place of `$elevation` in
    /// its texts; nil for none.
    public var elevation: ElevationSource?

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
    /// Its height above the sea in metres, once `Scene.standing` has found one.
    package var height: Double?
    /// Its number or letter, once `Scene.numbered` has assigned one.
    package var number: String?
    /// False for one that no legend lists.
    package var isListed = true
    /// True for the marker that stands for several others.
    package var isCluster = false

    /// Creates an annotation.
    public init(
        id: String? = nil, at coordinate: Coordinate, view: View = .marker(), title: String? = nil,
        subtitle: String? = nil, alt: String? = nil, href: String? = nil, coordinateSystem: CoordinateSystem? = nil,
        selected: Bool = false, canShowCallout: Bool? = nil, callout: Callout? = nil, calloutOffset: Point? = nil,
        dragState: DragState = .none, alpha: Double = 1, zPriority: Double? = nil, displayPriority: Double? = nil,
        collisionMode: CollisionMode = .rectangle, clusteringIdentifier: String? = nil, anchor: Point? = nil,
        centerOffset: AnnotationOffset = AnnotationOffset(), rotation: Double = 0, imageScale: Double = 1,
        properties: Properties = Properties(), moment: TrackMoment? = nil, elevation: ElevationSource? = nil
    ) {
        self.moment = moment
        self.elevation = elevation
        self.id = id
        self.coordinate = coordinate
        self.view = view
        self.title = title
        self.subtitle = subtitle
        self.alt = alt
        self.href = href
        self.coordinateSystem = coordinateSystem
        self.selected = selected
        self.canShowCallout = canShowCallout
        self.callout = callout
        self.calloutOffset = calloutOffset
        self.dragState = dragState
        self.alpha = alpha
        self.zPriority = zPriority
        self.displayPriority = displayPriority
        self.collisionMode = collisionMode
        self.clusteringIdentifier = clusteringIdentifier
        self.anchor = anchor
        self.centerOffset = centerOffset
        self.rotation = rotation
        self.imageScale = imageScale
        self.properties = properties
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
    var selectionProblem: (message: String, hint: String)? {
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
    package var images: [ImageAsset] { callout.map { view.images + $0.images } ?? view.images }

    /// `zPriority`, or its default.
    @inlinable package var resolvedZPriority: Double { zPriority ?? (selected ? 1000 : 500) }

    /// `displayPriority`, or its default.
    @inlinable package var resolvedDisplayPriority: Double {
        if selected { return DisplayPriority.required }
        return displayPriority ?? (view.kind == .marker ? DisplayPriority.low : DisplayPriority.required)
    }
}

extension Annotation {
    /// What an annotation looks like.
    public enum View: Hashable, Sendable {
        /// A balloon with a glyph, its tip on the coordinate, the title below: `MKMarkerAnnotationView`.
        case marker(Marker = Marker())
        /// A needle with a round head, its tip on the coordinate: `MKPinAnnotationView`. A nil tint is
        /// `Color.systemRed`.
        case pin(tint: Color? = nil)
        /// An image, centered on the coordinate. One that cannot be read is replaced by a marker, with a warning.
        case image(ImageAsset)
        /// Text, centered on the coordinate; nil for the annotation's title.
        case text(String? = nil, style: AnnotationTextStyle = AnnotationTextStyle())
        /// The annotation's callout as a plate without a tail, centered on the coordinate.
        case callout
    }

    /// The appearance of a marker.
    public struct Marker: Hashable, Sendable {
        /// The color of the balloon; nil for `Color.systemRed`.
        public var tint: Color?
        /// Up to about three characters inside the balloon; nil for a pin symbol.
        public var glyphText: String?
        /// An image or pictogram inside the balloon, used as a mask: its alpha channel is filled with `glyphTint`. Wins over `glyphText`.
        public var glyphImage: ImageAsset?
        /// Replaces `glyphImage` while the annotation is selected.
        public var selectedGlyphImage: ImageAsset?
        /// The color of the glyph; nil for white, or a dark gray on a light tint.
        public var glyphTint: Color?
        /// Whether the title is shown below; adaptive: where there is room and no callout shows it.
        public var titleVisibility: TextVisibility
        /// Whether the subtitle is shown below; adaptive: when the annotation is selected, as in MapKit.
        public var subtitleVisibility: TextVisibility
        /// The size of the balloon and of what is in it.
        public var size = MarkerSize.medium

        /// Creates a marker.
        public init(
            tint: Color? = nil, glyphText: String? = nil, glyphImage: ImageAsset? = nil, glyphTint: Color? = nil,
            size: MarkerSize = .medium, titleVisibility: TextVisibility = .adaptive,
            subtitleVisibility: TextVisibility = .adaptive, selectedGlyphImage: ImageAsset? = nil
        ) {
            self.tint = tint
            self.glyphText = glyphText
            self.glyphImage = glyphImage
            self.glyphTint = glyphTint
            self.size = size
            self.titleVisibility = titleVisibility
            self.subtitleVisibility = subtitleVisibility
            self.selectedGlyphImage = selectedGlyphImage
        }
    }
}

extension Annotation.View {
    /// The values of `view` in JSON.
    @usableFromInline
    package enum Kind: String, CaseIterable, Sendable { case marker, pin, image, text, callout }

    @inlinable package var kind: Kind {
        switch self {
        case .marker: .marker
        case .pin: .pin
        case .image: .image
        case .text: .text
        case .callout: .callout
        }
    }

    /// The images that the view shows.
    package var images: [ImageAsset] {
        switch self {
        case .marker(let marker): [marker.glyphImage, marker.selectedGlyphImage].compactMap(\.self)
        case .image(let image): [image]
        case .pin, .text, .callout: []
        }
    }
}

extension Annotation {
    /// The marker's appearance; nil for other views.
    package var marker: Marker? {
        if case .marker(let marker) = view { marker } else { nil }
    }

    /// The tint of a marker or pin; nil for other views, and for the default.
    package var tint: Color? {
        switch view {
        case .marker(let marker): marker.tint
        case .pin(let tint): tint
        case .image, .text, .callout: nil
        }
    }
}

extension Annotation {
    /// Creates a classic pin whose tip is at the coordinate.
    ///
    /// - Parameters:
    ///   - title: its name.
    ///   - coordinate: its location.
    ///   - tint: the color of the pin's head; nil for the default.
    ///   - subtitle: a second line of text.
    ///   - callout: the callout that is shown open; nil for none. With a callout, the annotation is selected.
    ///   - id: a name, unique among annotations and overlays of the scene.
    ///   - href: the URL that it links to.
    /// - Returns: the annotation.
    public static func pin(
        _ title: String? = nil, at coordinate: Coordinate, tint: Color? = nil, subtitle: String? = nil,
        callout: Callout? = nil, id: String? = nil, href: String? = nil
    ) -> Annotation {
        Annotation(id: id, at: coordinate, view: .pin(tint: tint), title: title, subtitle: subtitle, href: href)
            .opening(callout)
    }

    /// Creates a marker balloon whose tip is at the coordinate, with its title below.
    ///
    /// - Parameters:
    ///   - title: its name.
    ///   - coordinate: its location.
    ///   - tint: the color of the balloon; nil for the default.
    ///   - glyph: the text inside the balloon; nil for the default glyph.
    ///   - subtitle: a second line of text.
    ///   - callout: the callout that is shown open; nil for none. With a callout, the annotation is selected.
    ///   - id: a name, unique among annotations and overlays of the scene.
    ///   - href: the URL that it links to.
    /// - Returns: the annotation.
    public static func marker(
        _ title: String? = nil, at coordinate: Coordinate, tint: Color? = nil, glyph: String? = nil,
        subtitle: String? = nil, callout: Callout? = nil, id: String? = nil, href: String? = nil
    ) -> Annotation {
        Annotation(
            id: id, at: coordinate, view: .marker(Marker(tint: tint, glyphText: glyph)), title: title,
            subtitle: subtitle, href: href
        ).opening(callout)
    }

    /// Creates an annotation that shows an image, centered on the coordinate.
    ///
    /// - Parameters:
    ///   - image: the image, such as a path relative to the scene's folder.
    ///   - coordinate: its location.
    ///   - title: its name.
    ///   - callout: the callout that is shown open; nil for none. With a callout, the annotation is selected.
    ///   - id: a name, unique among annotations and overlays of the scene.
    ///   - href: the URL that it links to.
    /// - Returns: the annotation.
    public static func image(
        _ image: ImageAsset, at coordinate: Coordinate, title: String? = nil, callout: Callout? = nil,
        id: String? = nil, href: String? = nil
    ) -> Annotation {
        Annotation(id: id, at: coordinate, view: .image(image), title: title, href: href).opening(callout)
    }

    /// Creates an annotation that shows text, centered on the coordinate.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - coordinate: its location.
    ///   - style: font, colors and box, with lengths in points.
    ///   - id: a name, unique among annotations and overlays of the scene.
    ///   - href: the URL that it links to.
    /// - Returns: the annotation.
    public static func text(
        _ text: String, at coordinate: Coordinate, style: AnnotationTextStyle = AnnotationTextStyle(),
        id: String? = nil, href: String? = nil
    ) -> Annotation {
        Annotation(id: id, at: coordinate, view: .text(text, style: style), href: href)
    }

    private func opening(_ callout: Callout?) -> Annotation {
        guard let callout else { return self }
        var annotation = self
        annotation.callout = callout
        annotation.selected = true
        return annotation
    }
}

extension CalloutAccessory {
    /// Creates an accessory with one of UIKit's buttons.
    ///
    /// - Parameters:
    ///   - button: the kind of button.
    ///   - href: the URL that it links to.
    ///   - label: a description for people who do not see the image.
    /// - Returns: the accessory.
    public static func button(_ button: Button, href: String? = nil, label: String? = nil) -> CalloutAccessory {
        CalloutAccessory(.button(button), href: href, label: label)
    }

    /// Creates an accessory with an image.
    ///
    /// - Parameters:
    ///   - image: the image, such as a path relative to the scene's folder.
    ///   - href: the URL that it links to.
    ///   - label: a description for people who do not see the image.
    /// - Returns: the accessory.
    public static func image(_ image: ImageAsset, href: String? = nil, label: String? = nil) -> CalloutAccessory {
        CalloutAccessory(.image(image), href: href, label: label)
    }

    /// Creates an accessory with a short text.
    ///
    /// - Parameters:
    ///   - text: a word or two.
    ///   - href: the URL that it links to.
    /// - Returns: the accessory.
    public static func text(_ text: String, href: String? = nil) -> CalloutAccessory {
        CalloutAccessory(.text(text), href: href)
    }
}

/// Custom data of an item. It is not drawn, but included in outputs that support it, such as `data-x-…` attributes in
/// SVG.
public struct Properties: Hashable, Sendable {
    /// In the order of their text.
    package var object: JSONObject

    /// Creates properties with text values, sorted by name.
    ///
    /// - Parameter values: the values by name.
    public init(_ values: [String: String] = [:]) {
        object = JSONObject(values.sorted { $0.key < $1.key }.map { JSONObject.Member($0.key, .text($0.value)) })
    }

    /// Nil for JSON that is no object.
    package init?(_ node: JSONNode?) {
        guard let object = node?.object else { return nil }
        self.object = object
    }

    init?(_ field: Field) {
        guard let object = field.node.object else {
            field.report(expected: "an object")
            return nil
        }
        self.object = object
    }

    /// True if there are no properties.
    public var isEmpty: Bool { object.members.isEmpty }

    /// Sets a value in place of one of the same name.
    mutating func set(_ name: String, _ value: JSONNode) { object.set(name, value) }

    /// Names and values as text: what is not a text stands as in JSON, and what is null is left out. Of a repeated name
    /// the last value counts.
    package var texts: [(name: String, value: String)] {
        var names: Set<String> = []
        let lasting = object.members.reversed().filter { names.insert($0.key).inserted }.reversed()
        return lasting.compactMap { $0.node.isNull ? nil : ($0.key, $0.node.string ?? $0.node.line) }
    }
}

extension Properties: ExpressibleByDictionaryLiteral {
    /// Creates properties from a dictionary literal, sorted by name.
    ///
    /// - Parameter elements: names and text values; if a name is repeated, its last value is used.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(Dictionary(elements) { _, last in last })
    }
}
