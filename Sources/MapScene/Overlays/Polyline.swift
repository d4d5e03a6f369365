// SPDX-License-Identifier: MIT
public import MapGeo
public import MapGeometry
public import MapImages

/// A line through coordinates.
public struct Polyline: Hashable, Sendable {
    /// Colors along the length of a line.
    public struct Gradient: Hashable, Sendable {
        /// At least two colors.
        public var colors: [Color]
        /// The position of each color along the line, ascending in 0...1; empty to space the colors evenly.
        public var locations: [Double]
        /// True for a color at each corner of the line, wherever the corners are.
        package var followsCorners = false

        /// Creates a gradient.
        public init(_ colors: [Color], locations: [Double] = []) {
            self.colors = colors
            self.locations = locations
        }
    }

    /// Arrows along the line that show its direction.
    public struct Arrows: Hashable, Sendable {
        /// The distance between arrows in points, 8...10,000; half of the width of a line that is wider than twice as much.
        public var spacing: Double
        /// The arrows' color; nil for one that contrasts with the line.
        public var color: Color?

        /// Creates arrows.
        public init(spacing: Double = 64, color: Color? = nil) {
            self.spacing = spacing
            self.color = color
        }
    }

    /// The line's corners, in degrees. Successive ones are joined the short way around the Earth, unless a longitude
    /// beyond ±180 continues the line across the antimeridian.
    public var coordinates: [Coordinate]
    /// Color, width, ends and corners.
    public var style: LineStyle
    /// Colors along the length; nil for `style.strokeColor` all along.
    public var gradient: Gradient?
    /// Direction arrows; nil for none.
    public var arrows: Arrows?
    /// Whether the line follows great circles instead of straight lines on the map.
    public var geodesic: Bool
    /// How far the drawn line may deviate from the given one, in points, 0...100; less important corners are left out.
    public var simplify: Double
    /// Whether the line is painted together with other lines of the same style that have this set, so that colors do
    /// not add up where they cross.
    public var mergeStrokes: Bool

    /// Creates a polyline.
    public init(
        _ coordinates: [Coordinate], style: LineStyle = LineStyle(), gradient: Gradient? = nil, arrows: Arrows? = nil,
        geodesic: Bool = false, simplify: Double = Polyline.finestDetail, mergeStrokes: Bool = false
    ) {
        self.coordinates = coordinates
        self.style = style
        self.gradient = gradient
        self.arrows = arrows
        self.geodesic = geodesic
        self.simplify = simplify
        self.mergeStrokes = mergeStrokes
    }

    /// Creates a polyline with MapKit's parameter names.
    ///
    /// - Parameters:
    ///   - coordinates: the line's corners, in degrees.
    ///   - strokeColor: the line's color.
    ///   - lineWidth: the line's width, in points or in metres on the ground.
    ///   - casing: the line's casing; nil for none.
    public init(
        _ coordinates: [Coordinate], strokeColor: Color, lineWidth: LineStyle.Width = .points(3),
        casing: LineStyle.Casing? = nil
    ) {
        self.init(coordinates, style: LineStyle(strokeColor: strokeColor, lineWidth: lineWidth, casing: casing))
    }

    /// A twentieth of a point; smaller deviations are not visible.
    public static let finestDetail = 0.05
}

/// Converts coordinates to points of the map that an overlay draws on, and back.
///
/// Coordinates are in the datum of the overlay. Points count from the upper-left corner of the map, x to the right and y
/// down; they lie outside of the map's size for coordinates that are not visible.
public struct OverlayProjection: Sendable {
    private let mapViewport: Viewport
    private let system: (own: CoordinateSystem, map: CoordinateSystem)?

    package init(viewport: Viewport, system: (own: CoordinateSystem, map: CoordinateSystem)? = nil) {
        mapViewport = viewport
        self.system = system
    }

    /// The solved camera: the map's size in points, scale, zoom and bearing; its coordinates are in the datum of the overlay.
    public var viewport: Viewport { system.map { mapViewport.told(in: $0.own, map: $0.map) } ?? mapViewport }

    /// The point at which a coordinate is drawn; of the world's copies, the one nearest to the center.
    ///
    /// - Parameter coordinate: latitudes beyond 85.0511° are drawn at the edge of the map.
    /// - Returns: points from the upper-left corner of the map.
    public func point(for coordinate: Coordinate) -> Point { mapViewport.point(for: onMap(coordinate)) }

    /// The coordinate at a point; longitude within -180...180.
    ///
    /// - Parameter point: from the upper-left corner of the map.
    /// - Returns: the coordinate, in the datum of the overlay.
    public func coordinate(at point: Point) -> Coordinate {
        let coordinate = mapViewport.coordinate(at: point)
        return system.map { $0.map.convert(coordinate, to: $0.own) } ?? coordinate
    }

    /// The straight lines that connect coordinates on the map, the short way around the world. On a globe they are bent, and end
    /// at its horizon.
    ///
    /// - Parameters:
    ///   - coordinates: in order; the first decides which copy of the world the path is on.
    ///   - isClosed: true to connect the last with the first.
    /// - Returns: a path in points, for `DrawingCanvas.fill(_:with:evenOdd:)` and `stroke(_:with:lineWidth:)`.
    public func path(through coordinates: [Coordinate], isClosed: Bool = false) -> Path {
        let line = coordinates.map(onMap)
        let corners = (isClosed ? unwrappedRing(line) : unwrapped(line)).map(WebMercator.project)
        guard let first = corners.first else { return Path() }
        let worlds = (first.x - WebMercator.project(mapViewport.center).x).rounded()
        var path = Path()
        let curved: ((_ ring: [Point]) -> [[Point]])? =
            switch mapViewport.perspective {
            case nil, .plane?: nil
            case .sphere(let sphere)?: isClosed ? sphere.area : sphere.lines
            case .projected(let projected)?: isClosed ? projected.area : projected.lines
            }
        if let curved {
            let ring = corners.map { mapViewport.mercatorToGround.apply(Point($0.x - worlds, $0.y)) }
            let lines = curved(ring)
            for line in lines { path.addLines(line.map { $0 * (1 / mapViewport.scale) }, closed: isClosed) }
            return path
        }
        for (index, corner) in corners.enumerated() {
            let ground = mapViewport.mercatorToGround.apply(Point(corner.x - worlds, corner.y))
            let point = (mapViewport.perspective?.nearestImagePoint(of: ground) ?? ground) * (1 / mapViewport.scale)
            if index == 0 { path.move(to: point) } else { path.line(to: point) }
        }
        if isClosed { path.close() }
        return path
    }

    /// A distance on the ground, in points of the map.
    ///
    /// - Parameters:
    ///   - meters: on the ground.
    ///   - coordinate: where it is measured; the Mercator projection enlarges with the latitude.
    /// - Returns: points; on a tilted map along the horizontal through the coordinate.
    public func points(forMeters meters: Double, at coordinate: Coordinate) -> Double {
        let coordinate = onMap(coordinate)
        let points = meters / WebMercator.metersPerPoint(at: coordinate.latitude, zoom: mapViewport.zoom)
        guard let perspective = mapViewport.perspective else { return points }
        let ground = mapViewport.groundPixel(for: coordinate)
        return points * mapViewport.magnification(at: coordinate) / perspective.groundScale(at: ground)
    }

    private func onMap(_ coordinate: Coordinate) -> Coordinate {
        system.map { $0.own.convert(coordinate, to: $0.map) } ?? coordinate
    }
}

/// How a line, or the edge of an area, is drawn.
public struct LineStyle: Hashable, Sendable {
    /// The width of a line.
    public enum Width: Hashable, Sendable {
        /// Points: the same on screen at every zoom.
        case points(Double)
        /// Metres: the same on the ground at every zoom.
        case meters(Double)
    }

    /// The shape of a line's ends.
    public enum Cap: String, CaseIterable, Hashable, Sendable { case butt, round, square }

    /// The shape of a line's corners.
    public enum Join: String, CaseIterable, Hashable, Sendable { case miter, round, bevel }

    /// A casing: an edge of another color along both sides.
    public struct Casing: Hashable, Sendable {
        /// The casing's color; nil for a darker shade of the line, or white along a line of several colors.
        public var color: Color?
        /// The casing's width on each side, in points, 0...100.
        public var width: Double

        /// Creates a casing.
        public init(color: Color? = nil, width: Double = 1.25) {
            self.color = color
            self.width = width
        }
    }

    /// The color.
    public var strokeColor: Color
    /// The width in points, 0...1000, or in metres on the ground, 0...10,000,000.
    public var lineWidth: Width
    /// The shape of the line's ends.
    public var lineCap: Cap
    /// The shape of the line's corners.
    public var lineJoin: Join
    /// The maximum miter length in line widths, 1...1000; a corner with a longer miter is beveled.
    public var miterLimit: Double
    /// Alternating lengths of dashes and gaps, in points; empty for a solid line.
    public var lineDashPattern: [Double]
    /// The distance into the pattern at which the line starts, in points.
    public var lineDashPhase: Double
    /// The casing; nil for none.
    public var casing: Casing?
    /// The fraction of the line's length at which drawing starts, 0...1. Dashes and colors do not move.
    public var strokeStart = 0.0
    /// The fraction of the line's length at which drawing ends, 0...1.
    public var strokeEnd = 1.0

    /// Creates a line style.
    public init(
        strokeColor: Color = .systemBlue, lineWidth: Width = .points(3), lineCap: Cap = .round, lineJoin: Join = .round,
        miterLimit: Double = 10, lineDashPattern: [Double] = [], lineDashPhase: Double = 0, casing: Casing? = nil,
        strokeStart: Double = 0, strokeEnd: Double = 1
    ) {
        self.strokeColor = strokeColor
        self.lineWidth = lineWidth
        self.lineCap = lineCap
        self.lineJoin = lineJoin
        self.miterLimit = miterLimit
        self.lineDashPattern = lineDashPattern
        self.lineDashPhase = lineDashPhase
        self.casing = casing
        self.strokeStart = strokeStart
        self.strokeEnd = strokeEnd
    }
}

extension Color {
    /// #007AFF.
    public static let systemBlue = Color(rgb: 0x007AFF)
}
