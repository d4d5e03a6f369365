// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry

/// The parts of an image that can be hit, on their way into a file.
struct HitRegions {
    /// A target that is seen.
    struct Region {
        var hit: HitTarget
        /// Points.
        var outlines: [Outline]
    }

    let viewport: Viewport
    let datum: SceneDatum
    /// From the lowest to the topmost.
    let regions: [Region]

    init(_ targets: [HitTarget], _ viewport: Viewport, _ datum: SceneDatum) {
        self.datum = datum
        self.viewport = viewport
        let toPoints = Transform.scale(1 / viewport.scale, 1 / viewport.scale)
        regions = targets.compactMap { hit in
            let outlines = hit.target.shape.outlines(within: viewport.pixelRect).map { outline in
                Outline(
                    ring: outline.ring.map(toPoints.apply), holes: outline.holes.map { $0.map(toPoints.apply) })
            }
            return outlines.isEmpty ? nil : Region(hit: hit, outlines: outlines)
        }
    }

    /// Rings of points, the first of each outline around the others.
    var json: String {
        let list = regions.map { region -> JSONNode in
            let box = Rect(around: region.outlines.flatMap(\.ring))
            let rings = region.outlines.map { outline in
                JSONNode.list(([outline.ring] + outline.holes).map { .list($0.map(JSONNode.point)) })
            }
            return [
                "target": .text(region.hit.target.path), "role": .text(region.hit.role.rawValue),
                "vertex": region.hit.vertex.map(JSONNode.count), "id": region.hit.target.name.map(JSONNode.text),
                "title": region.hit.target.title.map(JSONNode.text), "alt": region.hit.target.alt.map(JSONNode.text),
                "href": region.hit.target.href.map(JSONNode.text),
                "bounds": .list([box.minX, box.minY, box.width, box.height].map { .number($0.rounded(4)) }),
                "outlines": .list(rings),
            ]
        }
        let size: JSONNode = [.number(viewport.size.width), .number(viewport.size.height)]
        return JSONNode.members([
            "version": 1, "size": size, "scale": .number(viewport.scale), "regions": .list(list),
        ]).lines + "\n"
    }

    /// One feature a region; `z` counts from the lowest.
    var geojson: String {
        let features = regions.enumerated().map { index, region -> JSONNode in
            let polygons = region.outlines.map { outline in
                JSONNode.list([ring(outline.ring, isHole: false)] + outline.holes.map { ring($0, isHole: true) })
            }
            let target = region.hit.target
            return [
                "type": "Feature",
                "properties": [
                    "target": .text(target.path), "role": .text(region.hit.role.rawValue), "z": .count(index),
                    "vertex": region.hit.vertex.map(JSONNode.count), "id": target.name.map(JSONNode.text),
                    "title": target.title.map(JSONNode.text), "alt": target.alt.map(JSONNode.text),
                    "href": target.href.map(JSONNode.text),
                ],
                "geometry": ["type": "MultiPolygon", "coordinates": .list(polygons)],
            ]
        }
        return JSONNode.members([
            "type": "FeatureCollection", "coordinateSystem": datum.scene.node, "features": .list(features),
        ]).line + "\n"
    }

    /// Closed; counterclockwise on the ground around, clockwise for holes (RFC 7946, §3.1.6). A map is not mirrored, so
    /// that what is clockwise on screen is so on the ground.
    private func ring(_ points: [Point], isHole: Bool) -> JSONNode {
        let isClockwise = signedArea(points) > 0
        let ring = isClockwise == isHole ? points : points.reversed()
        // Not wrapped point by point: a region across the antimeridian goes on beyond 180.
        let coordinates = (ring + ring.prefix(1)).map {
            datum.inScene(WebMercator.unproject(viewport.mercator(atPixel: $0 * viewport.scale)))
        }
        return .list(coordinates.map(JSONNode.coordinate))
    }
}

extension HitRegions {
    /// A page with the image and an image map. The first area under the pointer counts, so the topmost comes first.
    ///
    /// - SeeAlso: HTML, §4.8.14 "Image maps".
    func html(image: String, description: MapDescription?) -> String {
        let (width, height) = (number(viewport.size.width), number(viewport.size.height))
        let areas = regions.reversed().flatMap { region in
            region.outlines.map { "<area \(shape($0)) \(words(region.hit.target))>\n" }
        }
        let (title, alt) = (description?.sentence ?? "Map", description?.paragraph ?? "Map")
        let language = description.map { " lang=\"\($0.language)\"" } ?? ""
        return """
            <!DOCTYPE html>
            <html\(language)>
            <head><meta charset="utf-8"><title>\(markupEscaped(title))</title></head>
            <body>
            <img src="\(markupEscaped(image))" width="\(width)" height="\(height)" alt="\(markupEscaped(alt))" usemap="#map">
            <map name="map">
            \(areas.joined())</map>
            </body>
            </html>

            """
    }

    private func shape(_ outline: Outline) -> String {
        let ring = outline.ring
        if outline.holes.isEmpty, ring.count == 4, ring == Rect(around: ring).corners {
            let box = Rect(around: ring)
            return #"shape="rect" coords="\#(list([Point(box.minX, box.minY), Point(box.maxX, box.maxY)]))""#
        }
        // Polygons of image maps are filled even-odd, so a hole may be reached by a cut of no width.
        var points = ring
        for hole in outline.holes { points += ring.prefix(1) + hole + hole.prefix(1) }
        if !outline.holes.isEmpty { points += ring.prefix(1) }
        return #"shape="poly" coords="\#(list(points))""#
    }

    /// Browsers reach an area by keyboard only if it has a link: one without a link of its own leads to its target's path as a
    /// fragment, for a script to act on.
    private func words(_ target: Target) -> String {
        let attributes: KeyValuePairs = [
            "data-target": target.path, "data-id": target.name, "href": target.href ?? "#" + target.path,
            "alt": target.alt ?? target.title ?? MapTarget(rawValue: target.path).words,
            "title": target.title ?? target.alt,
        ]
        return attributes.compactMap { key, value in value.map { #"\#(key)="\#(markupEscaped($0))""# } }
            .joined(separator: " ")
    }

    private func list(_ points: [Point]) -> String {
        var pairs: [String] = []
        for pair in points.map({ "\(number($0.x)),\(number($0.y))" }) where pair != pairs.last { pairs.append(pair) }
        return pairs.joined(separator: ",")
    }

    private func number(_ value: Double) -> String { formatted(value.rounded(2)) }
}

/// The file formats of hit regions.
public enum RegionFormat: String, CaseIterable, Sendable {
    /// JSON: each region with its outlines in points.
    case json
    /// HTML: a page with the image and an image map.
    case html
    /// GeoJSON: a feature collection in coordinates.
    case geojson

    /// Creates the format of a file from its extension, ignoring case; nil if the extension is unknown.
    ///
    /// - Parameter fileName: a name or path that ends with `.json`, `.html`, `.htm` or `.geojson`.
    public init?(fileName: String) {
        switch fileExtension(of: fileName) {
        case "json": self = .json
        case "html", "htm": self = .html
        case "geojson": self = .geojson
        default: return nil
        }
    }
}
