// SPDX-License-Identifier: MIT
public import MapImages

/// Colors of features by one of their properties: a choropleth, or colored lines and dots.
///
/// ```swift
/// var counties = DataOverlay(.geojson, .file("counties.json"))
/// counties.colorBy = ColorScale("rate", method: .jenks, classes: 6, palette: .named("YlOrRd"))
/// ```
public struct ColorScale: Hashable, Sendable {
    /// How values become colors.
    public enum Method: String, CaseIterable, Hashable, Sendable {
        /// Classes with the same number of features each.
        case quantile
        /// Classes of the same width.
        case equal
        /// Classes whose values differ least from their means (Fisher and Jenks).
        case jenks
        /// Classes of the same width on a logarithmic scale.
        case log
        /// Classes between `breaks`.
        case manual
        /// A color for each value.
        case categorical
        /// A ramp without classes, from the least value to the largest, or over `breaks`.
        case continuous
        /// A ramp on a logarithmic scale.
        case continuousLog
    }

    /// A value of a categorical scale.
    public struct Category: Hashable, Sendable {
        /// The value as text, such as `forest` or `3`.
        public var value: String
        /// Its color.
        public var color: Color

        /// Creates a category.
        public init(_ value: String, color: Color) {
            self.value = value
            self.color = color
        }
    }

    /// The name of the property.
    public var property: String
    /// How values become colors; nil for `manual` if there are `breaks`, `categorical` for texts, else `quantile`.
    public var method: Method?
    /// The number of classes, 2...20.
    public var classes: Int
    /// Upper bounds of the classes of `manual`; of a ramp, the values over which the palette is spread, such as
    /// `[-10, 0, 10]` for one with a neutral middle. Ascending.
    public var breaks: [Double]
    /// The colors; nil for `YlGnBu`, for a ramp `viridis`, for categories `Set2`.
    public var palette: Palette?
    /// True to turn the palette around. On dark maps palettes that run from light to dark are turned already, so that what is
    /// least is nearest to the ground.
    public var reverse: Bool
    /// The color of features without a value; nil for a gray that suits the map.
    public var noData: Color?
    /// Values with colors of their own, in the order of the legend; empty to take the palette's.
    public var categories: [Category]
    /// What a legend calls the classes or categories, in their order; empty for their bounds or values.
    public var labels: [String]
    /// What a legend calls the scale; nil for the property's name.
    public var title: String?
    /// A pattern for the numbers of a legend, such as `0.0 %`; nil for as many decimals as tell them apart.
    public var format: String?

    /// Creates a scale of colors.
    public init(
        _ property: String, method: Method? = nil, classes: Int = 5, breaks: [Double] = [], palette: Palette? = nil,
        reverse: Bool = false, noData: Color? = nil, categories: [Category] = [], labels: [String] = [],
        title: String? = nil, format: String? = nil
    ) {
        self.property = property
        self.method = method
        self.classes = classes
        self.breaks = breaks
        self.palette = palette
        self.reverse = reverse
        self.noData = noData
        self.categories = categories
        self.labels = labels
        self.title = title
        self.format = format
    }
}

/// Sizes of features by one of their properties: circles whose areas are in proportion to the values, or widths of lines.
///
/// Areas become circles too, in their middle.
public struct SizeScale: Hashable, Sendable {
    /// The name of the property; values of zero and below are not drawn.
    public var property: String
    /// The diameter of the largest circle, or the width of the widest line, in points; nil for 48 and 10.
    public var maxSize: Double?
    /// The least diameter or width in points, for values above zero; nil for 0, and 0.5 for lines.
    public var minSize: Double?
    /// The value that has the largest size; nil for the largest of the data.
    public var maxValue: Double?
    /// What a legend calls the scale; nil for the property's name.
    public var title: String?
    /// A pattern for the numbers of a legend, such as `#,##0`.
    public var format: String?

    /// Creates a scale of sizes.
    public init(
        _ property: String, maxSize: Double? = nil, minSize: Double? = nil, maxValue: Double? = nil,
        title: String? = nil, format: String? = nil
    ) {
        self.property = property
        self.maxSize = maxSize
        self.minSize = minSize
        self.maxValue = maxValue
        self.title = title
        self.format = format
    }
}

/// Texts on features that are made of their properties.
public struct DataLabel: Hashable, Sendable {
    /// The text with properties in braces, such as `{name}: {rate|0.0} %`.
    public var text: String
    /// The look of the text; nil for 11 points with a halo.
    public var style: AnnotationTextStyle?

    /// Creates labels.
    ///
    /// - Parameters:
    ///   - text: with properties in braces, such as `{name}: {rate|0.0} %`; what follows a bar is a pattern for numbers. Features
    ///     that lack one of the properties have no label.
    ///   - style: the look of the text; nil for 11 points with a halo.
    public init(_ text: String, style: AnnotationTextStyle? = nil) {
        self.text = text
        self.style = style
    }
}
