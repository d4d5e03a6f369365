// SPDX-License-Identifier: MIT
public import MapCanvas
public import MapGeo

/// A line, an area, fog or tiles, drawn on the map below annotations.
///
/// ```swift
/// scene.overlays = [Overlay(.polyline(Polyline(walk, strokeColor: .systemRed, lineWidth: .points(5))), id: "walk")]
/// ```
public struct Overlay: Hashable, Sendable {
    /// The position of an overlay between the map's layers.
    public enum Level: String, CaseIterable, Hashable, Sendable {
        /// Above roads and areas, below the map's labels.
        case aboveRoads
        /// Above the whole map, below annotations.
        case aboveLabels
    }

    /// The kinds of overlays.
    public enum Content: Hashable, Sendable {
        /// A line.
        case polyline(Polyline)
        /// An area, with holes or without.
        case polygon(Polygon)
        /// A circle on the ground.
        case circle(Circle)
        /// Fog over everything except the revealed parts.
        case fog(Fog)
        /// Raster tiles.
        case tiles(TileOverlay)
        /// The contents of a data file.
        case data(DataOverlay)
        /// Lines of latitude and longitude.
        case graticule(Graticule)
        /// A drawing made by code.
        case drawing(OverlayDrawing)
    }

    /// Identifies it within the scene, for `Camera.Content.ids` and for output; unique among annotations and overlays.
    public var id: String?
    /// What the overlay draws.
    public var content: Content
    /// Its position between the map's layers.
    public var level: Level
    /// The id of the style layer that the overlay is drawn below; nil to use `level`.
    public var before: String?
    /// The opacity of the whole overlay, 0...1; overlapping parts of it do not show through each other.
    public var alpha: Double
    /// The datum of its coordinates; nil for the scene's.
    public var coordinateSystem: CoordinateSystem?
    /// Its name, for output formats that show names.
    public var title: String?
    /// A description for people who do not see the image, in outputs that have one.
    public var alt: String?
    /// The URL that it links to, in outputs that have links.
    public var href: String?
    /// How it is blended with the map below.
    public var blendMode = BlendMode.normal
    /// Custom data that is included in outputs that support it; for a data overlay, defaults for its features.
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
        case .polyline, .polygon, .circle, .tiles, .data, .graticule, .drawing: .aboveRoads
        case .fog: .aboveLabels
        }
    }
}
