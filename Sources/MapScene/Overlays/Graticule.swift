// SPDX-License-Identifier: MIT
package import MapGeo
public import MapImages

/// Lines of latitude and longitude, with labels at the edges of the map.
///
/// ```swift
/// scene.overlays.append(.graticule())
/// ```
public struct Graticule: Hashable, Sendable {
    /// What the lines are.
    public enum Grid: Hashable, Sendable {
        /// Lines of latitude and longitude.
        case degrees
        /// The meters of UTM, and of UPS at the poles, in each zone.
        case utm
        /// The same lines with the names of zones and squares of the Military Grid Reference System.
        case mgrs
        /// The meters of a projected system, such as `EPSG:2056`.
        case system(String)
    }

    /// The distances between lines, in degrees.
    public struct Interval: Hashable, Sendable {
        /// Degrees from one meridian to the next, 0.0001...180.
        public var longitude: Double
        /// Degrees from one parallel to the next, 0.0001...90.
        public var latitude: Double

        /// Creates the distances between lines.
        public init(longitude: Double, latitude: Double) {
            self.longitude = longitude
            self.latitude = latitude
        }
    }

    /// What the lines are.
    public var grid = Grid.degrees
    /// The distances between lines; nil for a round number of degrees that suits the zoom. A grid of meters has one distance, in
    /// meters: that of `longitude`.
    public var interval: Interval?
    /// The color of the lines; nil for a translucent gray that suits the map.
    public var strokeColor: Color?
    /// The width of the lines in points, 0...100.
    public var lineWidth: Double
    /// Alternating lengths of dashes and gaps, in points; empty for solid lines.
    public var lineDashPattern: [Double]
    /// Whether lines are labeled at the edges of the map, such as `25°E`.
    public var labels: Bool
    /// The style of the labels.
    public var textStyle: AnnotationTextStyle
    /// The datum of the lines and that of the map, where they differ.
    package var shift: DatumShift?

    /// Creates a graticule.
    public init(
        grid: Grid = .degrees, interval: Interval? = nil, strokeColor: Color? = nil, lineWidth: Double = 0.75,
        lineDashPattern: [Double] = [], labels: Bool = true, textStyle: AnnotationTextStyle = Graticule.defaultTextStyle
    ) {
        self.grid = grid
        self.interval = interval
        self.strokeColor = strokeColor
        self.lineWidth = lineWidth
        self.lineDashPattern = lineDashPattern
        self.labels = labels
        self.textStyle = textStyle
    }

    /// The style of labels by default: 10 points, medium.
    public static let defaultTextStyle: AnnotationTextStyle = {
        var style = AnnotationTextStyle()
        style.size = 10
        style.weight = 500
        return style
    }()
}
