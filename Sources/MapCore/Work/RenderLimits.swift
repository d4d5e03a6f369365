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
    /// By the index of the limit's code.
    private var values: [Int]

    private init(_ value: (LimitCode.Row) -> Int) { values = LimitCode.allCases.map { value($0.row) } }

    /// Far beyond any map, but within what a machine can do: the command line's limits, and those of `MapRenderer`.
    public static let generous = RenderLimits(\.generous)

    /// For scenes of strangers: the server's limits. A map ends within seconds and half a gigabyte.
    public static let strict = RenderLimits(\.strict)

    package subscript(code: LimitCode) -> Int {
        get { values[code.index] }
        set { values[code.index] = newValue }
    }

    /// The pixels of the image: its width times its height.
    public var pixels: Int {
        get { self[.pixels] }
        set { self[.pixels] = newValue }
    }

    /// The pixels that are painted, one over another, by lines, circles, images, translucent layers and heat.
    public var paintedPixels: Int {
        get { self[.paintedPixels] }
        set { self[.paintedPixels] = newValue }
    }

    /// The bytes of tiles and images after decompression, and of what is read from data files.
    public var bytes: Int {
        get { self[.bytes] }
        set { self[.bytes] = newValue }
    }

    /// The tiles of all sources.
    public var tiles: Int {
        get { self[.tiles] }
        set { self[.tiles] = newValue }
    }

    /// The features of tiles and data files, each time that they are decoded or cut into tiles.
    public var features: Int {
        get { self[.features] }
        set { self[.features] = newValue }
    }

    /// The vertices of lines and areas: those of the data, those that layers and overlays draw, and those that they need to follow
    /// hills. A shape of a layer counts as eight more.
    public var vertices: Int {
        get { self[.vertices] }
        set { self[.vertices] = newValue }
    }

    /// The UTF-8 bytes of labels, titles and captions, each time that they are set; a text whose line breaks are sought is set
    /// several times.
    public var labelBytes: Int {
        get { self[.labelBytes] }
        set { self[.labelBytes] = newValue }
    }

    /// The dashes of dashed lines.
    public var dashes: Int {
        get { self[.dashes] }
        set { self[.dashes] = newValue }
    }

    /// The steps of expressions: one for each feature that a layer looks at, and for each operator evaluated for it.
    public var expressionSteps: Int {
        get { self[.expressionSteps] }
        set { self[.expressionSteps] = newValue }
    }

    /// The UTF-8 bytes of one text that an expression makes.
    public var textBytes: Int {
        get { self[.textBytes] }
        set { self[.textBytes] = newValue }
    }

    /// The frames of an animation; other limits hold for each of them.
    public var frames: Int {
        get { self[.frames] }
        set { self[.frames] = newValue }
    }

    /// How deep arrays and objects of JSON are nested.
    public var nesting: Int {
        get { self[.nesting] }
        set { self[.nesting] = newValue }
    }

    /// How long a map may take, in milliseconds. Steps that cannot be interrupted are finished first.
    public var milliseconds: Int {
        get { self[.milliseconds] }
        set { self[.milliseconds] = newValue }
    }

    /// The processor time that a map of up to a megapixel (2²⁰ pixels) may take on all its threads together, in milliseconds;
    /// each further megapixel adds a tenth of it. Unlike `milliseconds` it does not pass while other maps are drawn.
    public var cpuMilliseconds: Int {
        get { self[.cpuMilliseconds] }
        set { self[.cpuMilliseconds] = newValue }
    }

    /// The processor time of a map of so many pixels.
    package func cpuMilliseconds(pixels: Int) -> Int {
        let megapixels = Double(pixels) / Double(1 << 20)
        return Int(min(1e15, Double(cpuMilliseconds) * (1 + max(0, megapixels - 1) / 10)))
    }
}

/// Codes for maps that would cost more than the limits of a renderer allow, one for each limit.
///
/// A limit is a case, its row, and a documented property of `RenderLimits`; options, budgets and messages follow.
package enum LimitCode: String, CaseIterable, Sendable {
    case pixels = "limits.pixels"
    case paintedPixels = "limits.painted-pixels"
    case bytes = "limits.bytes"
    case tiles = "limits.tiles"
    case features = "limits.features"
    case vertices = "limits.vertices"
    case labelBytes = "limits.label-bytes"
    case dashes = "limits.dashes"
    case expressionSteps = "limits.expression-steps"
    case textBytes = "limits.text-bytes"
    case frames = "limits.frames"
    case nesting = "limits.nesting"
    case milliseconds = "limits.milliseconds"
    case cpuMilliseconds = "limits.cpu-milliseconds"

    struct Row {
        let generous: Int
        let strict: Int
        /// What the map would cost.
        let problem: @Sendable (Int) -> String
    }

    var row: Row {
        switch self {
        case .pixels:
            Row(generous: 32_767 * 32_767, strict: 16 << 20) { "the image would have more than \($0) pixels" }
        case .paintedPixels:
            Row(generous: 1 << 40, strict: 1 << 31) { "more than \($0) pixels would be painted, one over another" }
        case .bytes:
            Row(generous: 16 << 30, strict: 256 << 20) {
                "tiles, images and data take more than \($0) bytes when they are decompressed"
            }
        case .tiles:
            Row(generous: 100_000, strict: 2_000) { "the map needs more than \($0) tiles" }
        case .features:
            Row(generous: 1_000_000_000, strict: 500_000) { "tiles and data have more than \($0) features" }
        case .vertices:
            Row(generous: 1_000_000_000, strict: 3_000_000) { "lines and areas have more than \($0) vertices" }
        case .labelBytes:
            Row(generous: 50_000_000, strict: 1_000_000) { "labels and titles have more than \($0) bytes" }
        case .dashes:
            Row(generous: 100_000_000, strict: 500_000) { "dashed lines have more than \($0) dashes" }
        case .expressionSteps:
            Row(generous: 1_000_000_000_000, strict: 50_000_000) { "expressions take more than \($0) steps" }
        case .textBytes:
            Row(generous: 16 << 20, strict: 64 << 10) { "an expression makes a text of more than \($0) bytes" }
        case .frames:
            Row(generous: 216_000, strict: 900) { "the animation has more than \($0) frames" }
        case .nesting:
            Row(generous: 256, strict: 64) { "JSON is nested deeper than \($0) levels" }
        case .milliseconds:
            Row(generous: .max, strict: 30_000) { "the map takes longer than \($0) ms" }
        case .cpuMilliseconds:
            Row(generous: .max, strict: 1_500) { "the map takes more than \($0) ms of processor time" }
        }
    }

    /// The property of `RenderLimits`, and the word of `--limits`.
    package var name: String { "\(self)" }

    var index: Int { Self.all.firstIndex(of: self) ?? 0 }
    package var code: Diagnostic.Code { Diagnostic.Code(rawValue: rawValue) }

    private static let all = allCases
}

extension RenderLimits {
    /// A mistake in the text of limits.
    package struct TextError: Error, CustomStringConvertible {
        package let description: String
    }

    /// Reads limits as options have them: `strict`, `generous`, and changes such as `vertices=100000`, separated by commas.
    ///
    /// - Parameters:
    ///   - text: a later part changes what earlier ones say.
    ///   - base: what changes alone are made to.
    /// - Throws: for unknown names, and values that are not whole numbers above 0.
    package init(_ text: String, base: RenderLimits = .generous) throws(TextError) {
        self = base
        for part in text.split(separator: ",") {
            switch part {
            case "strict": self = .strict
            case "generous": self = .generous
            default: try change(part)
            }
        }
    }

    private mutating func change(_ part: Substring) throws(TextError) {
        let pair = part.split(separator: "=", maxSplits: 1)
        guard let code = LimitCode.allCases.first(where: { $0.name == pair.first ?? "" }) else {
            let names = LimitCode.allCases.map(\.name).joined(separator: ", ")
            throw TextError(
                description: "expected strict, generous, or a limit and its value (\(names)), found \"\(part)\"")
        }
        guard pair.count == 2, let value = Int(pair[1]), value > 0 else {
            throw TextError(description: "expected \(code.name)= and a whole number above 0, found \"\(part)\"")
        }
        self[code] = value
    }
}
