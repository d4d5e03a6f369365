// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapCore
package import MapImages

/// Writes a drawing as an SVG 1.1 document. Shapes and images are referenced by `xlink:href`, as Inkscape 1.2 ignores
/// the plain `href` of SVG 2; links use `href`.
///
/// Coordinates are pixels of the drawing, rounded to tenths in the base map and to hundredths above it; width and
/// height are points. Each part is a group with `id`, `class` and `data-id`. The same drawing yields the same bytes.
package struct SVGWriter: Sendable {
    package var options: SVGOptions

    package init(options: SVGOptions = SVGOptions()) {
        self.options = options
    }

    package func write(_ drawing: Drawing) throws(Diagnostic) -> SVGDocument {
        let scale = drawing.scale > 0 && drawing.scale.isFinite ? drawing.scale : 1
        var renderer = VectorRenderer(SVGTarget(options, blocks: PathPartition(scale: scale)))
        renderer.render(drawing)
        let target = renderer.target
        if let problem = target.problem { throw problem }
        let numbers = SVGNumbers(decimals: 3)
        let (width, height) = (
            numbers.text(Double(drawing.width) / scale), numbers.text(Double(drawing.height) / scale)
        )
        // Assistive technologies ignore the content of an `img`, including links.
        let role = target.hasLinks ? "graphics-document" : "img"
        var header = """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
            width="\(width)" height="\(height)" \
            viewBox="0 0 \(drawing.width) \(drawing.height)" role="\(role)">
            <title>\(markupEscaped(options.title))</title>

            """
        if !options.description.isEmpty { header += "<desc>\(markupEscaped(options.description))</desc>\n" }
        var bytes = Array(header.utf8)
        if !target.definitions.isEmpty {
            bytes += "<defs>\n".utf8
            bytes += target.definitions
            bytes += "</defs>\n".utf8
        }
        if let background = options.background, !background.isInvisible {
            bytes += "<rect width=\"100%\" height=\"100%\" \(background.svg("fill"))/>\n".utf8
        }
        bytes += "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n".utf8
        bytes += target.body
        bytes += "</g>\n</svg>\n".utf8
        return SVGDocument(bytes: bytes, files: target.files)
    }
}

/// Options for writing an SVG document.
package struct SVGOptions: Sendable {
    /// How text is written.
    package enum Text: Sendable {
        /// As outlines, which look the same everywhere.
        case outlines
        /// As text in named fonts, where a label's font is known; requires the fonts to be installed.
        case fonts
    }

    /// How images are stored.
    package enum ImageStorage: Sendable {
        /// As data URLs.
        case embedded
        /// In separate files with a name prefix.
        case linked(prefix: String)
    }

    /// The title, for accessibility.
    package var title: String
    /// A longer description, such as the attribution; empty for none.
    package var description: String
    package var text: Text
    package var images: ImageStorage
    /// The background color; nil for none.
    package var background: Color?
    /// Metadata of parts, by item id.
    package var metadata: [String: PartMetadata] = [:]
    /// Names of bitmaps, which must outlive the options.
    package var bitmapNames: [ObjectIdentifier: String] = [:]

    package init(
        title: String = "Map", description: String = "", text: Text = .outlines, images: ImageStorage = .embedded,
        background: Color? = nil
    ) {
        self.title = title
        self.description = description
        self.text = text
        self.images = images
        self.background = background
    }
}

/// An SVG document and its linked files.
package struct SVGDocument: Sendable {
    package struct File: Sendable {
        package var name: String
        package var bytes: [UInt8]
    }

    package var bytes: [UInt8]
    package var files: [File]
}

/// Metadata of a part, written as `data-…` attributes.
package struct PartMetadata: Sendable {
    /// Unique attribute names and their unescaped values.
    private(set) var attributes: [(name: String, value: String)] = []

    /// Limits for metadata from users and their files, which keep documents small.
    package enum Limit {
        package static let properties = 32
        /// In characters; longer values are truncated with "…".
        package static let value = 256
        package static let name = 64
    }

    package init() {}

    /// True when there are no attributes.
    package var isEmpty: Bool { attributes.isEmpty }

    /// Adds a `data-` attribute with a predefined name; nil values are omitted.
    package mutating func note(_ name: String, _ value: String?) {
        if let value { attributes.append(("data-" + name, value.shortened(to: Limit.value))) }
    }

    /// Adds `data-x-` attributes for names from user data.
    package mutating func note(properties: some Sequence<(name: String, value: String)>) {
        var names: Set<String> = []
        for (name, value) in properties {
            guard names.count < Limit.properties else { return }
            let valid = "data-x-" + name.asPartOfAttribute(limit: Limit.name)
            if names.insert(valid).inserted { attributes.append((valid, value.shortened(to: Limit.value))) }
        }
    }

    /// The attributes with escaped values, each preceded by a space.
    var svg: String {
        attributes.map { " \($0.name)=\"\(markupEscaped($0.value))\"" }.joined()
    }
}

extension String {
    fileprivate func shortened(to limit: Int) -> String {
        utf8.count <= limit ? self : count <= limit ? self : prefix(limit - 1) + "…"
    }

    /// A valid suffix for `data-x-`: ASCII letters (lowercased), digits, hyphens and periods are kept, spaces become
    /// hyphens, and other characters their hexadecimal code after an underscore.
    ///
    /// - SeeAlso: HTML, §3.2.6.6: such names have no capitals; XML 1.0, §2.3 for what may stand in a name at all.
    fileprivate func asPartOfAttribute(limit: Int) -> String {
        var name = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9", "-", ".": name.unicodeScalars.append(scalar)
            case "A"..."Z", "_": name += String(scalar).lowercased()
            case " ", ":", "/": name += "-"
            default: name += "_" + String(scalar.value, radix: 16)
            }
            if name.utf8.count >= limit { break }
        }
        return name.isEmpty ? "_" : String(name.prefix(limit))
    }
}

/// Names in SVG documents.
package enum SVGName {
    /// An element id derived injectively from an item's id: `layer/road label` becomes `layer-road__20label`. The
    /// first slash becomes a hyphen, others a period.
    package static func id(_ name: String) -> String {
        var id = ""
        var isFirstSlash = true
        var last: UInt8 = 0
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                id.unicodeScalars.append(Unicode.Scalar(byte))
            // Two underscores begin an escape.
            case UInt8(ascii: "_") where last != UInt8(ascii: "_"): id += "_"
            case UInt8(ascii: "/"):
                id += isFirstSlash ? "-" : "."
                isFirstSlash = false
            default:
                let hex = String(byte, radix: 16)
                id += "__" + (hex.utf8.count == 1 ? "0" + hex : hex)
            }
            last = byte
        }
        return id
    }
}
