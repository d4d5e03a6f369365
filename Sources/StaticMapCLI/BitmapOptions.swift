// SPDX-License-Identifier: MIT
public import ArgumentParser
public import StaticMap

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
