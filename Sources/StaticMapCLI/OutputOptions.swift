public import ArgumentParser
// SPDX-License-Identifier: MIT
public import StaticMap

/// Where pictures go, and how they are written.
struct OutputOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: "Where the picture goes; - is standard output. May be repeated: one layout is written several times.")
    var places: [String] = []

    @Option(help: "png, png8, jpeg, webp, svg or pdf; by default what the output's name says.")
    var format: OutputFormat?

    @Option(help: "Of JPEG and WebP, 1 to 100; a WebP without is lossless.")
    var quality: Int?

    @Option(help: "Of PNG: small takes some hundred times as long for a sixth less.")
    var compression: EncodingOptions.Compression = .fast

    @Option(help: ArgumentHelp("What shows where the map is transparent.", valueName: "color"))
    var background: ColorArgument?

    @Option(help: "Letters in SVG: outlines look the same everywhere; fonts can be searched, and need them installed.")
    var text: EncodingOptions.Text = .outlines

    @Flag(help: "Puts the pictures of an SVG into files beside it.")
    var linkAssets = false

    @Option(help: "What the picture is called, in SVG and PDF.")
    var title: String?

    @Option(help: "Who made the picture, in PDF.")
    var author: String?

    func validate() throws {
        if places.filter({ $0 == "-" }).count > 1 {
            throw ValidationError("standard output takes one picture: give -o - once")
        }
        if format != nil, places.count > 1 {
            throw ValidationError("--format is for one output; several are told apart by their names")
        }
        for output in places where format == nil && output != "-" && OutputFormat(fileName: output) == nil {
            throw ValidationError(
                "\(output): the format is not known by its name; use .png, .jpg, .webp, .svg, .pdf or --format")
        }
        if let quality, !(1...100).contains(quality) { throw ValidationError("--quality must be from 1 to 100") }
        if linkAssets, places.contains("-") {
            throw ValidationError("--link-assets puts files beside the output, and standard output has no place")
        }
    }

    /// In the order of the outputs.
    var formats: [OutputFormat] { places.map { format ?? OutputFormat(fileName: $0) ?? .png } }

    var picture: EncodingOptions {
        var picture = EncodingOptions(
            quality: quality, background: background?.color, text: text, compression: compression)
        if let title { picture.title = title }
        if let author { picture.author = author }
        let place = zip(places, formats).first { $0.1 == .svg }?.0
        if linkAssets, let place { picture.linkedImages = stem(of: place) }
        return picture
    }

    func write(_ pictures: [Rendered]) throws {
        for (place, picture) in zip(places, pictures) {
            for file in picture.files {
                try StaticMapCLI.write(file.bytes, to: folder(of: place) + file.name)
            }
            try StaticMapCLI.write(picture.bytes, to: place)
        }
    }

    /// Up to the last slash.
    private func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    /// `map-` out of `maps/map.svg`.
    private func stem(of path: String) -> String {
        let name = path.dropFirst(folder(of: path).count)
        return (name.lastIndex(of: ".").map { name[..<$0] } ?? name) + "-"
    }
}

extension EncodingOptions.Compression: ExpressibleByArgument {}
extension EncodingOptions.Text: ExpressibleByArgument {}

/// A CSS color.
struct ColorArgument: ExpressibleByArgument {
    let color: Color

    init?(argument: String) {
        guard let color = Color(css: argument) else { return nil }
        self.color = color
    }
}
