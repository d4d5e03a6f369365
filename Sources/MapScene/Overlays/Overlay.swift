// SPDX-License-Identifier: MIT
public import MapCanvas
public import MapGeo

/// A line, an area, fog or tiles, drawn on the map below annotations.
///
/// ```swift
/// scene.overlays = [Overlay(.polyline(Polyline(walk, strokeColor: .systemRed, lineWidth: .points(5))), id: "walk")]
/// ```
public struct Overlay: Hashable, Sendable {
    /// Where it lies between the map's layers.
    public enum Level: String, CaseIterable, Hashable, Sendable {
        /// Over roads and areas, under the map's labels.
        case aboveRoads
        /// Over all of the map, under annotations.
        case aboveLabels
    }

    /// The kinds of overlays.
    public enum Content: Hashable, Sendable {
        /// A line.
        case polyline(Polyline)
        /// An area, with holes or without.
        case polygon(Polygon)
        /// All within a distance of a place.
        case circle(Circle)
        /// Fog over all but the visited parts.
        case fog(Fog)
        /// AnnotationImage tiles.
        case tiles(TileOverlay)
        /// What a file holds.
        case data(DataOverlay)
        /// What code draws.
        case drawing(OverlayDrawing)
    }

    /// A name for it within the scene, for `Camera.Content.ids` and for output; unique where given.
    public var id: String?
    /// What it is.
    public var content: Content
    /// Where it lies between the map's layers.
    public var level: Level
    /// The style layer that it lies below, by its id; nil for what `level` says.
    public var before: String?
    /// Opacity of the whole, 0...1; parts of it that lie over each other do not show through.
    public var alpha: Double
    /// The datum of its coordinates; nil for the scene's.
    public var coordinateSystem: CoordinateSystem?
    /// Its name, for outputs that show names.
    public var title: String?
    /// What it is in words, for those who do not see the picture.
    public var alt: String?
    /// Where it leads, in outputs that have links.
    public var href: String?
    /// How it is mixed with the map below.
    public var blendMode = BlendMode.normal
    /// What else is known of it; of data, what its features do not say themselves.
    public var properties = Properties()
    /// The number of the feature of data that it is a part of; nil for what stands in the scene.
    package var feature: Int?
    /// The path of its target, for what a file of data holds; nil for what its place in the scene says.
    package var path: String?

    /// Creates an overlay.
    ///
    /// - Parameters:
    ///   - content: what the overlay draws.
    ///   - id: a name, unique among annotations and overlays of the scene.
    ///   - level: its position between the map's layers; nil for above labels for fog, and above roads for other
    ///     content.
    ///   - alpha: the opacity of the whole overlay, 0...1.
    ///   - coordinateSystem: the datum of its coordinates; nil for the scene's.
    ///   - title: its name, for output formats that show names.
    ///   - alt: a description for people who do not see the image.
    ///   - href: the URL that it links to.
    public init(
        _ content: Content, id: String? = nil, level: Level? = nil, alpha: Double = 1,
        coordinateSystem: CoordinateSystem? = nil, title: String? = nil, alt: String? = nil, href: String? = nil
    ) {
        self.content = content
        self.id = id
        self.level = level ?? content.usualLevel
        self.alpha = alpha
        self.coordinateSystem = coordinateSystem
        self.title = title
        self.alt = alt
        self.href = href
    }
}

extension Overlay.Content {
    /// The level of an overlay that does not name one.
    var usualLevel: Overlay.Level {
        switch self {
        case .polyline, .polygon, .circle, .tiles, .data, .drawing: .aboveRoads
        case .fog: .aboveLabels
        }
    }
}
