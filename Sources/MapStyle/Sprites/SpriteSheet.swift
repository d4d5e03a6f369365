// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapDiagnostics
import MapRuntime

/// The icons and patterns of a style by name.
package struct SpriteSheet: Sendable {
    /// Decodes an image file; one with more than `maxPixels` is refused.
    package typealias Decoder = (_ bytes: [UInt8], _ maxPixels: Int) throws -> Bitmap

    package private(set) var images: [String: SpriteImage]

    package init(images: [String: SpriteImage] = [:]) {
        self.images = images
    }

    package subscript(_ name: String) -> SpriteImage? { images[name] }

    /// Adds or replaces an image.
    package mutating func add(_ image: SpriteImage, named name: String) {
        images[name] = image
    }

    /// 16,384 × 4,096: beyond any sprite, and 256 MiB once decoded.
    private static let maxPixels = 1 << 26

    /// Reads all sprites of a style. Images of a sprite with an id are called `id:name`, those of "default" `name`. A
    /// sprite that cannot be read is reported as a warning.
    package static func load(
        for style: StyleSheet, scale: Double, diagnostics: DiagnosticSink, decode: Decoder = decodeImage
    ) -> SpriteSheet {
        var sheet = SpriteSheet()
        for (id, url) in style.sprites {
            do {
                let part = try load(
                    url: url, baseFolder: style.baseFolder, scale: scale, diagnostics: diagnostics, decode: decode)
                sheet.merge(part, prefix: id == "default" ? "" : "\(id):")
            } catch {
                var warning = error
                warning.severity = .warning
                if warning.path.isEmpty { warning.path = "sprite" }
                diagnostics.add(warning)
            }
        }
        return sheet
    }

    /// Reads one sprite: `<url>.json` and `<url>.png`, or `<url>@2x.…` when the scale is above 1 and these exist.
    ///
    /// - Parameters:
    ///   - url: as in the style, without a file extension.
    ///   - baseFolder: the folder to which a relative address refers.
    ///   - scale: output pixels per point.
    ///   - diagnostics: receives warnings about single entries.
    ///   - decode: decodes the image.
    /// - Returns: the images by name, without those of broken entries.
    /// - Throws: when there is no such sprite, or its files are broken.
    package static func load(
        url: String, baseFolder: String, scale: Double, diagnostics: DiagnosticSink, decode: Decoder = decodeImage
    ) throws(Diagnostic) -> SpriteSheet {
        guard case .file(let path) = try StyleAddress.resolve(url, baseFolder: baseFolder) else {
            throw Diagnostic(
                code: StyleCode.invalidAddress, expected: "the address of a sprite without its file extension",
                found: "\"\(url.clipped)\"")
        }
        let names = scale > 1 ? [path + "@2x", path] : [path, path + "@2x"]
        let existing = names.first { fileExists($0 + ".json") && fileExists($0 + ".png") }
        guard let existing else {
            throw Diagnostic(
                code: StyleCode.missingSprite, file: path, "there is no such sprite",
                hint: "a sprite is two files: \(path).json and \(path).png")
        }
        let sheet = try bitmap(existing + ".png", decode)
        let index = try JSONDocument(
            .sprite, file: existing + ".json", text: try readFile(existing + ".json", limit: maxStyleFileSize))
        return SpriteSheet(images: SpriteIndex(sheet: sheet).images(Field(index, diagnostics: diagnostics)))
    }

    private static func bitmap(_ path: String, _ decode: Decoder) throws(Diagnostic) -> Bitmap {
        let bytes = try readFile(path, limit: maxStyleFileSize)
        do {
            return try decode(bytes, maxPixels)
        } catch {
            if var diagnostic = error as? Diagnostic {
                diagnostic.file = diagnostic.file ?? path
                throw diagnostic
            }
            throw Diagnostic(code: StyleCode.invalidSprite, file: path, "the image cannot be read: \(error)")
        }
    }

    private mutating func merge(_ other: SpriteSheet, prefix: String) {
        for (name, image) in other.images { images[prefix + name] = image }
    }
}
