// SPDX-License-Identifier: MIT
package import MapCanvas
package import MapDiagnostics
import MapPlane

/// Writes a drawing as an SVG 1.1 document. Shapes and images are used by `xlink:href`, as Inkscape 1.2 draws nothing for
/// the plain `href` of SVG 2; links have that one.
///
/// Coordinates are pixels of the drawing, rounded to tenths in the base map and to hundredths on top of it; width and
/// height are points. Each thing of the map is a
/// group with `id`, `class` and `data-id`. The same drawing gives the same bytes.
package struct SVGWriter: Sendable {
    package var options: SVGOptions

    package init(options: SVGOptions = SVGOptions()) {
        self.options = options
    }

    package func write(_ drawing: Drawing) throws(Diagnostic) -> SVGDocument {
        let scale = drawing.scale > 0 && drawing.scale.isFinite ? drawing.scale : 1
        var walk = VectorRenderer(SVGTarget(options, blocks: PathPartition(scale: scale)))
        walk.play(drawing)
        let target = walk.target
        if let problem = target.problem { throw problem }
        let numbers = SVGNumbers(decimals: 3)
        let (width, height) = (
            numbers.text(Double(drawing.width) / scale), numbers.text(Double(drawing.height) / scale)
        )
        // What is within an image is not told to those who listen: links would be lost.
        let role = target.hasLinks ? "graphics-document" : "img"
        var head = """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
            width="\(width)" height="\(height)" \
            viewBox="0 0 \(drawing.width) \(drawing.height)" role="\(role)">
            <title>\(XMLText.escaped(options.title))</title>

            """
        if !options.description.isEmpty { head += "<desc>\(XMLText.escaped(options.description))</desc>\n" }
        var bytes = Array(head.utf8)
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
