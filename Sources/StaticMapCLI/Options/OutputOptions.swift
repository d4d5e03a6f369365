// SPDX-License-Identifier: MIT
public import ArgumentParser
import Libc
import MapCore
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

    /// Options that none of the outputs uses.
    var warnings: [Diagnostic] {
        let vectors: Set<OutputFormat> = [.svg, .pdf]
        let options: [(name: String, isGiven: Bool, formats: Set<OutputFormat>)] = [
            ("--quality", bitmap.quality != nil, [.jpeg, .webp]),
            ("--compression", bitmap.compression != .fast, [.png, .png8]),
            ("--text", text != .outlines, [.svg]), ("--link-assets", linkAssets, [.svg]),
            ("--describe", describe, [.png, .png8]),
            ("--title", title != nil, vectors), ("--author", author != nil, [.pdf]),
        ]
        return options.filter { $0.isGiven && $0.formats.isDisjoint(with: formats) }.map { option in
            let users = option.formats.map { $0.rawValue.uppercased() }.sorted().joined(separator: " and ")
            return Diagnostic(
                .warning, code: .commandUnusedOption, "\(option.name) has no effect: it is for \(users)")
        }
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

    @Option(help: "The compression of PNG: small is about 100 times slower and 17 % smaller.")
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

/// Writes a whole file or nothing; devices and pipes are written as they are.
func writeAtomically(_ bytes: [UInt8], to path: String) throws(WriteError) {
    do throws(Diagnostic) {
        try writeFile(bytes, to: path)
    } catch {
        throw WriteError(path: path, reason: error.message)
    }
}
