// SPDX-License-Identifier: MIT
package import MapCore
package import MapImages

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
        for style: StyleSheet, scale: Double, diagnostics: DiagnosticSink, decode: Decoder
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
                code: .styleInvalidAddress, expected: "the address of a sprite without its file extension",
                found: "\"\(url.clipped)\"")
        }
        let names = scale > 1 ? [path + "@2x", path] : [path, path + "@2x"]
        let existing = names.first { fileExists($0 + ".json") && fileExists($0 + ".png") }
        guard let existing else {
            throw Diagnostic(
                code: .styleMissingSprite, file: path, "there is no such sprite",
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
            throw Diagnostic(code: .styleInvalidSprite, file: path, "the image cannot be read: \(error)")
        }
    }

    private mutating func merge(_ other: SpriteSheet, prefix: String) {
        for (name, image) in other.images { images[prefix + name] = image }
    }
}

/// Reads the index of a sprite: the names and rectangles of its images.
package struct SpriteIndex {
    let sheet: Bitmap

    package init(sheet: Bitmap) { self.sheet = sheet }

    /// The images by name; an entry that is broken is reported as a warning and left out.
    package func images(_ field: Field) -> [String: SpriteImage] {
        guard let object = field.node.object else {
            field.report(expected: "an object", problem: .wrongType, severity: .warning)
            return [:]
        }
        var images: [String: SpriteImage] = [:]
        images.reserveCapacity(object.members.count)
        for member in object.members {
            images[member.key] = image(field.member(member.key, member.node))
        }
        return images
    }

    private func image(_ entry: Field) -> SpriteImage? {
        guard let x = pixels(entry, "x"), let y = pixels(entry, "y"), let width = pixels(entry, "width"),
            let height = pixels(entry, "height")
        else { return nil }
        guard width > 0, height > 0, x + width <= sheet.width, y + height <= sheet.height else {
            entry.report(
                "expected a rectangle within \(sheet.width) × \(sheet.height) pixels, found \(width) × \(height) at \(x), \(y)",
                severity: .warning)
            return nil
        }
        let ratio = entry.node["pixelRatio"]?.number ?? 1
        guard 0.01...100 ~= ratio else {
            entry.report("expected a pixelRatio above 0, found \(formatted(ratio))", severity: .warning)
            return nil
        }
        return SpriteImage(
            sheet: sheet, cutout: .init(x: x, y: y, width: width, height: height), pixelRatio: ratio,
            isSDF: entry.node["sdf"]?.bool ?? false, content: content(entry, width, height),
            stretch: (zones(entry, "stretchX", width), zones(entry, "stretchY", height)),
            textFit: (textFit(entry, "textFitWidth"), textFit(entry, "textFitHeight")))
    }

    /// A whole number of pixels, 0 to 65,535: the bound keeps sums far from overflow.
    private func pixels(_ entry: Field, _ key: String) -> Int? {
        guard let number = entry.node[key]?.number, number == number.rounded(), 0...65_535 ~= number else {
            entry.report(
                "expected a whole number of pixels for \"\(key)\", found \(entry.node[key]?.summary ?? "none")",
                severity: .warning)
            return nil
        }
        return Int(number)
    }

    private func content(_ entry: Field, _ width: Int, _ height: Int) -> [Double]? {
        guard let node = entry.node["content"] else { return nil }
        let box = node.array?.compactMap(\.number) ?? []
        guard box.count == 4, 0 <= box[0], box[0] <= box[2], box[2] <= Double(width), 0 <= box[1], box[1] <= box[3],
            box[3] <= Double(height)
        else {
            entry.member("content", node).report(
                expected: "left, top, right, bottom within the image", severity: .warning)
            return nil
        }
        return box
    }

    /// Zones that do not overlap and lie inside the image.
    private func zones(_ entry: Field, _ key: String, _ length: Int) -> [ClosedRange<Double>] {
        guard let node = entry.node[key] else { return [] }
        var zones: [ClosedRange<Double>] = []
        for pair in node.array ?? [] {
            let ends = pair.array?.compactMap(\.number) ?? []
            guard ends.count == 2, zones.last?.upperBound ?? 0 <= ends[0], ends[0] <= ends[1],
                ends[1] <= Double(length)
            else {
                entry.member(key, node).report(
                    "expected ascending pairs within the image, found \(pair.summary)", severity: .warning)
                return []
            }
            zones.append(ends[0]...ends[1])
        }
        return zones
    }

    private func textFit(_ entry: Field, _ key: String) -> SpriteImage.TextFit {
        guard let node = entry.node[key] else { return .stretchOrShrink }
        guard let fit = node.string.flatMap(SpriteImage.TextFit.init(rawValue:)) else {
            let words = SpriteImage.TextFit.allCases.map(\.rawValue)
            entry.member(key, node).report(
                expected: "one of \(listing(words))", problem: .unknownValue, severity: .warning)
            return .stretchOrShrink
        }
        return fit
    }
}
