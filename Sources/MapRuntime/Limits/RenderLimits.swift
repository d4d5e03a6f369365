// SPDX-License-Identifier: MIT

/// How much one map may cost. A map that would cost more ends in an error that names the limit.
///
/// The limits count what an input makes the renderer do rather than the size of the input, which says little: a hundred
/// kilobytes can hold millions of features. They are checked for each tile, layer and image.
///
/// ```swift
/// var limits = RenderLimits.strict
/// limits.milliseconds = 5_000
/// let renderer = MapRenderer(limits: limits)
/// ```
public struct RenderLimits: Hashable, Sendable {
    /// The pixels of the image: its width times its height.
    public var pixels: Int
    /// The pixels that are painted, one over another, by lines, circles, images, translucent layers and heat.
    public var paintedPixels: Int
    /// The bytes of tiles and images after decompression, and of what is read from data files.
    public var bytes: Int
    /// The tiles of all sources.
    public var tiles: Int
    /// The features of tiles and data files, each time that they are decoded or cut into tiles.
    public var features: Int
    /// The vertices of lines and areas: those of the data, and those that layers draw. A shape counts as eight more.
    public var vertices: Int
    /// The UTF-8 bytes of labels, titles and captions, each time that they are set; a text whose line breaks are sought is set
    /// several times.
    public var glyphs: Int
    /// The dashes of dashed lines.
    public var dashes: Int
    /// The steps of expressions: one for each feature that a layer looks at, and for each operator evaluated for it.
    public var expressionSteps: Int
    /// The UTF-8 bytes of one text that an expression makes.
    public var textBytes: Int
    /// How deep arrays and objects of JSON are nested.
    public var nesting: Int
    /// How long a map may take, in milliseconds. Steps that cannot be interrupted are finished first.
    public var milliseconds: Int
    /// The processor time that a map of up to a megapixel (2²⁰ pixels) may take on all its threads together, in milliseconds;
    /// each further megapixel adds a tenth of it. Unlike `milliseconds` it does not pass while other maps are drawn.
    public var processorMilliseconds: Int

    /// Far beyond any map, but within what a machine can do: the command line's limits, and those of `MapRenderer`.
    public static let generous = RenderLimits(
        pixels: 32_767 * 32_767, paintedPixels: 1 << 40, bytes: 16 << 30, tiles: 100_000, features: 1_000_000_000,
        vertices: 1_000_000_000, glyphs: 50_000_000, dashes: 100_000_000, expressionSteps: 1_000_000_000_000,
        textBytes: 16 << 20, nesting: 256, milliseconds: .max, processorMilliseconds: .max)

    /// For scenes of strangers: the server's limits. A map ends within seconds and half a gigabyte.
    public static let strict = RenderLimits(
        pixels: 16 << 20, paintedPixels: 1 << 31, bytes: 256 << 20, tiles: 2_000, features: 500_000,
        vertices: 3_000_000, glyphs: 1_000_000, dashes: 500_000, expressionSteps: 50_000_000, textBytes: 64 << 10,
        nesting: 64, milliseconds: 30_000, processorMilliseconds: 1_500)

    /// The processor time of a map of so many pixels.
    package func processorMilliseconds(pixels: Int) -> Int {
        let megapixels = Double(pixels) / Double(1 << 20)
        return Int(min(1e15, Double(processorMilliseconds) * (1 + max(0, megapixels - 1) / 10)))
    }

    /// The limits by their names, which are those of the properties.
    package static let names: [(name: String, path: any WritableKeyPath<RenderLimits, Int> & Sendable)] = [
        ("pixels", \.pixels), ("paintedPixels", \.paintedPixels), ("bytes", \.bytes), ("tiles", \.tiles),
        ("features", \.features), ("vertices", \.vertices), ("glyphs", \.glyphs), ("dashes", \.dashes),
        ("expressionSteps", \.expressionSteps), ("textBytes", \.textBytes), ("nesting", \.nesting),
        ("milliseconds", \.milliseconds), ("processorMilliseconds", \.processorMilliseconds),
    ]
}
