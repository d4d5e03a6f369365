// SPDX-License-Identifier: MIT
package import MapCore
import MapGeo

/// Martin's static images of styles: `/style/{id}/static/{camera}/{width}x{height}[@{n}x].{format}`
///
/// A POST brings a FeatureCollection with properties of the style specification.
///
/// - SeeAlso: Martin, `docs/content/sources-styles/rendering.md`; zooms count worlds of 512 points.
package enum MartinDialect {
    private static let longestSide = 2048

    package static func request(
        style: String, view: String, size: String, query: Query = Query(), body: JSONNode? = nil,
        context: DialectContext
    ) throws(RequestError) -> RenderRequest {
        guard let frame = SizeAndFormat(size), frame.width <= longestSide, frame.height <= longestSide else {
            throw .bad(
                "size",
                "expected {width}x{height}[@{n}x].{format} up to \(longestSide) points, found \"\(size.prefix(40))\"")
        }
        guard frame.scale >= 1, frame.scale <= 4 else { throw .bad("scale", "expected a scale from 1 to 4") }
        guard let ext = frame.ext, let format = outputFormat(extension: ext), ["png", "jpeg", "webp"].contains(format)
        else { throw .bad("format", "expected png, jpg or webp, found \"\(frame.ext ?? "")\"") }
        var draft = SceneDraft(width: Double(frame.width), height: Double(frame.height))
        draft.scale = frame.scale
        draft.style = style
        var coordinates: [Coordinate] = []
        if let body {
            draft.overlays.append(geoJSONOverlay(body))
            coordinates = positions(in: body)
        }
        try setCamera(view, coordinates, &draft)
        draft.warnOfOthers(in: query, than: [])
        return draft.request(RenderRequest.Output(format, quality: format == "webp" ? 90 : nil), dialect: "martin")
    }

    private static func setCamera(
        _ view: String, _ coordinates: [Coordinate], _ draft: inout SceneDraft
    ) throws(RequestError) {
        if view == "auto" {
            guard let box = CoordinateBox(around: coordinates) else {
                throw .bad("camera", "auto needs a body with features")
            }
            draft.setCamera(
                at: box, padding: [draft.height, draft.width, draft.height, draft.width].map { $0 * 0.05 }, maxZoom: 17)
            return
        }
        let parts = view.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        let turn = parts.count == 2 ? decimals(parts[1]) : [0, 0]
        guard let n = parts.first.flatMap({ decimals($0) }), let turn, (1...2).contains(turn.count) else {
            throw notACamera(view)
        }
        if n.count == 4, parts.count == 1 {
            guard n[0] < n[2], n[1] < n[3], n.allSatisfy({ abs($0) <= 180 }), abs(n[1]) <= 90, abs(n[3]) <= 90 else {
                throw .bad("camera", "expected minx,miny,maxx,maxy in degrees, found \"\(view.prefix(80))\"")
            }
            draft.setCamera(at: CoordinateBox(west: n[0], south: n[1], east: n[2], north: n[3]))
            return
        }
        guard n.count == 3, abs(n[0]) <= 180, abs(n[1]) <= 90, (0...24).contains(n[2]) else { throw notACamera(view) }
        draft.setCamera(
            at: Coordinate(latitude: n[1], longitude: n[0]), zoom: n[2], zoomTileSize: 512, bearing: turn[0],
            pitch: turn.count == 2 ? min(85, max(0, turn[1])) : 0)
    }

    private static func notACamera(_ view: String) -> RequestError {
        .bad(
            "camera",
            "expected lon,lat,zoom[@bearing[,pitch]], minx,miny,maxx,maxy or auto, found \"\(view.prefix(80))\"")
    }
}
