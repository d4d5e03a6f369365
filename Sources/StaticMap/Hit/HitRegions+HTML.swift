// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo
import MapPlane

extension HitRegions {
    /// A page with the picture and an image map. The first area under the pointer counts, so the topmost comes first.
    ///
    /// - SeeAlso: HTML, §4.8.14 "Image maps".
    func html(image: String) -> String {
        let (width, height) = (number(viewport.size.width), number(viewport.size.height))
        let areas = regions.reversed().flatMap { region in
            region.outlines.map { "<area \(shape($0)) \(words(region.hit.target))>\n" }
        }
        return """
            <!DOCTYPE html>
            <html>
            <head><meta charset="utf-8"><title>Map</title></head>
            <body>
            <img src="\(markupEscaped(image))" width="\(width)" height="\(height)" alt="Map" usemap="#map">
            <map name="map">
            \(areas.joined())</map>
            </body>
            </html>

            """
    }

    private func shape(_ outline: Outline) -> String {
        let ring = outline.ring
        if outline.holes.isEmpty, ring.count == 4, ring == Self.box(ring).corners {
            let box = Self.box(ring)
            return #"shape="rect" coords="\#(list([Point(box.minX, box.minY), Point(box.maxX, box.maxY)]))""#
        }
        // Polygons of image maps are filled even-odd, so a hole may be reached by a cut of no width.
        var points = ring
        for hole in outline.holes { points += ring.prefix(1) + hole + hole.prefix(1) }
        if !outline.holes.isEmpty { points += ring.prefix(1) }
        return #"shape="poly" coords="\#(list(points))""#
    }

    private static func box(_ ring: [Point]) -> Rect {
        var box = Rect.null
        for p in ring { box.extend(to: p) }
        return box
    }

    /// An area without a link has no `alt`, as HTML has it.
    private func words(_ target: Target) -> String {
        let name = target.alt ?? target.title
        var words = [#"data-target="\#(markupEscaped(target.path))""#]
        if let id = target.name { words.append(#"data-id="\#(markupEscaped(id))""#) }
        if let href = target.href {
            words.append(#"href="\#(markupEscaped(href))" alt="\#(markupEscaped(name ?? target.path))""#)
        }
        if let title = target.title ?? target.alt { words.append(#"title="\#(markupEscaped(title))""#) }
        return words.joined(separator: " ")
    }

    private func list(_ points: [Point]) -> String {
        var pairs: [String] = []
        for pair in points.map({ "\(number($0.x)),\(number($0.y))" }) where pair != pairs.last { pairs.append(pair) }
        return pairs.joined(separator: ",")
    }

    private func number(_ value: Double) -> String { formatted(value.rounded(2)) }
}
