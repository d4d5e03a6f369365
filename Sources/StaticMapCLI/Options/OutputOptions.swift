// SPDX-License-Identifier: MIT
public import ArgumentParser
import Libc
import MapCore
import MapGeo
import MapImages
public import StaticMap

/// Where images go, and how they are written.
struct OutputOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "The output file; its extension selects the format. - is standard output. Can be repeated to write one layout "
                + "in several formats."), completion: .file())
    var paths: [String] = []

    @Option(help: "The format, if the output's name does not say it.")
    var format: OutputFormat?

    @OptionGroup var bitmap: BitmapOptions

    @Option(help: "Labels in SVG: outlines look the same everywhere; fonts are searchable, but must be installed.")
    var text: EncodingOptions.Text = .outlines

    @Flag(help: "Writes the bitmaps of an SVG to files beside it.")
    var linkAssets = false

    @Flag(help: "Writes a description of the map into a PNG. An SVG and a PDF always have one.")
    var describe = false

    @Option(help: "The title of an SVG or PDF. Default: a sentence about what the map shows.")
    var title: String?

    @Option(help: "The author of a PDF.")
    var author: String?

    func validate() throws {
        if paths.filter({ $0 == "-" }).count > 1 {
            throw ValidationError("standard output takes one image: give -o - once")
        }
        if format != nil, paths.count > 1 {
            throw ValidationError("--format is for one output; several are told apart by their names")
        }
        for output in paths where format == nil && output != "-" && OutputFormat(fileName: output) == nil {
            throw ValidationError(
                "\(output): the format is not known by its name; use .png, .jpg, .webp, .svg, .pdf or --format")
        }
        if linkAssets, paths.contains("-") {
            throw ValidationError("--link-assets puts files beside the output, and standard output has no place")
        }
    }

    /// An output whose name is that of another format, and options that none of the outputs uses.
    var warnings: [Diagnostic] {
        let misnamed = zip(paths, formats).filter { path, format in
            OutputFormat(fileName: path).map { $0.mediaType != format.mediaType } ?? false
        }.map { path, format in
            Diagnostic(
                .warning, code: .commandMisnamedOutput, file: path,
                "the name is not that of \(format.rawValue.uppercased()), which --format says and the file is")
        }
        let vectors: Set<OutputFormat> = [.svg, .pdf]
        let options: [(name: String, isGiven: Bool, formats: Set<OutputFormat>)] = [
            ("--quality", bitmap.quality != nil, [.jpeg, .webp]),
            ("--compression", bitmap.compression != .fast, [.png, .png8]),
            ("--text", text != .outlines, [.svg]), ("--link-assets", linkAssets, [.svg]),
            ("--describe", describe, [.png, .png8]),
            ("--title", title != nil, vectors), ("--author", author != nil, [.pdf]),
        ]
        let unused = options.filter { $0.isGiven && $0.formats.isDisjoint(with: formats) }.map { option in
            let users = option.formats.map { $0.rawValue.uppercased() }.sorted().joined(separator: " and ")
            return Diagnostic(
                .warning, code: .commandUnusedOption, "\(option.name) has no effect: it is for \(users)")
        }
        return misnamed + unused
    }

    /// In the order of the outputs.
    var formats: [OutputFormat] { paths.map { format ?? OutputFormat(fileName: $0) ?? .png } }

    var encoding: EncodingOptions {
        var encoding = bitmap.encoding
        encoding.text = text
        encoding.describes = describe
        if let title { encoding.title = title }
        if let author { encoding.author = author }
        let path = zip(paths, formats).first { $0.1 == .svg }?.0
        if linkAssets, let path { encoding.linkedImages = stem(of: path) }
        return encoding
    }

    /// Up to the last slash.
    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    /// `map-` out of `maps/map.svg`.
    private func stem(of path: String) -> String {
        let name = path.dropFirst(Self.folder(of: path).count)
        return (name.lastIndex(of: ".").map { name[..<$0] } ?? name) + "-"
    }
}

extension EncodingOptions.Text: ExpressibleByArgument {}

/// How the pixels of a map are written.
struct BitmapOptions: ParsableArguments {
    @Option(help: "The quality of JPEG (90 by default) and WebP (lossless by default), from 1 to 100.")
    var quality: Int?

    @Option(help: "The compression of PNG: small is about 100 times slower and 11 % smaller.")
    var compression: EncodingOptions.Compression = .fast

    @Option(
        help: ArgumentHelp("The color behind transparent parts of the map.", valueName: "color"),
        transform: ColorArgument.init(parsing:))
    var background: ColorArgument?

    func validate() throws {
        if let quality, !(1...100).contains(quality) { throw ValidationError("--quality must be from 1 to 100") }
    }

    var encoding: EncodingOptions {
        EncodingOptions(quality: quality, background: background?.color, compression: compression)
    }
}

extension EncodingOptions.Compression: ExpressibleByArgument {}

/// A CSS color, or one as static map services write it.
struct ColorArgument {
    let color: Color

    /// - Throws: what is wrong, for the user.
    init(parsing argument: String) throws {
        guard let color = Color(css: cssColor(argument)) else {
            throw ValidationError("expected a color such as red, #ff8800 or 0xff8800")
        }
        self.color = color
    }
}

/// The output cannot be written.
struct WriteError: Error {
    let path: String
    let reason: String

    var diagnostic: Diagnostic {
        Diagnostic(code: .outputNotWritable, file: path, "cannot be written: \(reason)")
    }
}

/// Writes all bytes to standard output.
func writeToStandardOutput(_ bytes: [UInt8]) throws(WriteError) {
    let code = writeAll(bytes, to: 1)
    guard code == 0 else { throw WriteError(path: "standard output", reason: String(cString: strerror(code))) }
}

/// Writes a whole file or nothing, unless the image was written to a file already; devices and pipes are written as they are.
func writeAtomically(_ bytes: [UInt8], to path: String, finishing file: StripFile? = nil) throws(WriteError) {
    do throws(Diagnostic) {
        if try file?.finish() != true { try writeFile(bytes, to: path) }
    } catch {
        throw WriteError(path: path, reason: error.message)
    }
}

/// Options that say how large the map is, in points and in pixels.
struct SizeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The size in points, mm, cm, in or pt, or a format such as A4 or 'A4 landscape', and the scale.",
            valueName: "WxH[@Nx]"),
        transform: OutputSize.init(parsing:))
    var size: OutputSize?

    @Option(help: "The width alone, in points, mm, cm, in or pt; a map of a box is as high as the box then.")
    var width: OutputLength?

    @Option(help: "The height alone, likewise.")
    var height: OutputLength?

    @Option(help: "The number of pixels per point.")
    var scale: Double?

    @Option(help: "The resolution, instead of a scale: 96 dpi is scale 1.")
    var dpi: Double?

    /// The size of a map when nothing says one.
    static let defaultSize = Size(width: 800, height: 600)
    /// Dots per inch at scale 1: a point is a CSS pixel (CSS Values 4, §6.2).
    private static let dotsPerInch = 96.0

    func validate() throws {
        let scales = Scene.scales
        if let dpi, !scales.contains(dpi / Self.dotsPerInch) {
            let (low, high) = (scales.lowerBound * Self.dotsPerInch, scales.upperBound * Self.dotsPerInch)
            throw ValidationError("--dpi must be from \(Int(low)) to \(Int(high))")
        }
        if let scale, !scales.contains(scale) {
            throw ValidationError("--scale must be from \(scales.lowerBound) to \(Int(scales.upperBound))")
        }
        let given = [("--scale", scale != nil), ("--dpi", dpi != nil), ("@Nx in --size", size?.scale != nil)]
            .filter(\.1).map(\.0)
        if given.count > 1 {
            throw ValidationError("\(given[0]) says what \(given[1]) says: give one or the other")
        }
    }

    /// Writes a size into a scene if it has none. What is not a JSON object stays as it is, for the decoder to tell.
    static func addDefault(to text: inout some EditableJSON) throws {
        guard text.root.object != nil, text.root["size"] == nil, text.root["page"]?["size"] == nil else { return }
        try text.set(.list([defaultSize.width, defaultSize.height].map(JSONNode.number)), at: [.key("size")])
    }

    /// Writes size and scale into a scene; a scene without a size gets the default.
    func edit(_ text: inout some EditableJSON, isFlat: Bool) throws {
        let page = text.root["page"]?.object
        let isAsked = size != nil || width != nil || height != nil
        if isAsked, var page, page["size"] != nil {
            page.members.removeAll { $0.key == "size" }
            try text.set(JSONNode(.object(page)), at: [.key("page")])
        }
        if isAsked || text.root["size"] == nil && page?["size"] == nil {
            let written = Self.sides(of: text.root["size"] ?? page?["size"])
            let wide = (width?.points ?? size?.points.width).map(JSONNode.number) ?? written?[0]
            let high = (height?.points ?? size?.points.height).map(JSONNode.number) ?? written?[1]
            // A map of an extent has one side from the other, but on a page.
            let isFree =
                isFlat && page == nil && Self.framesExtent(text.root["camera"]) && (wide == nil) != (high == nil)
            let sides = [
                wide ?? (isFree ? "auto" : .number(Self.defaultSize.width)),
                high ?? (isFree ? "auto" : .number(Self.defaultSize.height)),
            ]
            try text.set(.list(sides), at: [.key("size")])
        }
        if let chosenScale { try text.set(.number(chosenScale), at: [.key("scale")]) }
    }

    /// Pixels per point; nil when nothing says it.
    var chosenScale: Double? { scale ?? dpi.map { $0 / Self.dotsPerInch } ?? size?.scale }

    /// Of a size as scenes have it; nil for none.
    private static func sides(of size: JSONNode?) -> [JSONNode]? {
        if let format = size?.string.flatMap(Paper.size(named:)) {
            return [format.width, format.height].map(JSONNode.number)
        }
        return size?.array.flatMap { $0.count == 2 ? $0 : nil }
    }

    /// True for a camera that frames a box from straight above.
    private static func framesExtent(_ camera: JSONNode?) -> Bool {
        let padding = camera?["padding"]
        return ["bounds", "region", "mapRect"].contains { camera?[$0] != nil }
            && ["pitch", "roll"].allSatisfy { camera?[$0] == nil }
            && ([padding] + (padding?.array ?? [])).allSatisfy { $0?.string == nil }
    }
}

/// A length on the page, such as `600` or `210mm`.
struct OutputLength: ExpressibleByArgument {
    let points: Double

    init?(argument: String) { self.init(argument, from: 1) }

    /// A length that may be nothing.
    ///
    /// - Throws: what is wrong, for the user.
    init(orNone argument: String) throws {
        guard let length = Self(argument, from: 0) else {
            throw ValidationError("expected a length from 0 to \(Int(Scene.longestSide)) points, such as 10mm")
        }
        self = length
    }

    private init?(_ text: String, from shortest: Double) {
        guard let (number, unit, rest) = Paper.length(text.lowercased()[...]), rest.isEmpty else { return nil }
        points = number * (unit ?? 1)
        guard (shortest...Scene.longestSide).contains(points) else { return nil }
    }
}
