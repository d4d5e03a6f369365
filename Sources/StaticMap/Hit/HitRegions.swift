// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo
import MapPlane

/// The parts of a picture that can be hit, on their way into a file.
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
            var box = Rect.null
            for p in region.outlines.flatMap(\.ring) { box.extend(to: p) }
            let rings = region.outlines.map { outline in
                JSONNode.list(([outline.ring] + outline.holes).map { .list($0.map(JSONNode.point)) })
            }
            return .members([
                "target": .text(region.hit.target.path), "role": .text(region.hit.role.rawValue),
                "vertex": region.hit.vertex.map(JSONNode.count), "id": region.hit.target.name.map(JSONNode.text),
                "title": region.hit.target.title.map(JSONNode.text), "alt": region.hit.target.alt.map(JSONNode.text),
                "href": region.hit.target.href.map(JSONNode.text),
                "bounds": .list([box.minX, box.minY, box.width, box.height].map { .number($0.rounded(4)) }),
                "outlines": .list(rings),
            ])
        }
        let size = JSONNode.list([.number(viewport.size.width), .number(viewport.size.height)])
        return JSONNode.members([
            "version": .count(1), "size": size, "scale": .number(viewport.scale), "regions": .list(list),
        ]).lines + "\n"
    }

    /// One feature a region; `z` counts from the lowest.
    var geojson: String {
        let features = regions.enumerated().map { index, region -> JSONNode in
            let polygons = region.outlines.map { outline in
                JSONNode.list([ring(outline.ring, isHole: false)] + outline.holes.map { ring($0, isHole: true) })
            }
            let target = region.hit.target
            return .members([
                "type": .text("Feature"),
                "properties": .members([
                    "target": .text(target.path), "role": .text(region.hit.role.rawValue), "z": .count(index),
                    "vertex": region.hit.vertex.map(JSONNode.count), "id": target.name.map(JSONNode.text),
                    "title": target.title.map(JSONNode.text), "alt": target.alt.map(JSONNode.text),
                    "href": target.href.map(JSONNode.text),
                ]),
                "geometry": .members(["type": .text("MultiPolygon"), "coordinates": .list(polygons)]),
            ])
        }
        return JSONNode.members([
            "type": .text("FeatureCollection"), "coordinateSystem": datum.scene.node, "features": .list(features),
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
