// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapCore
import MapGeometry
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
