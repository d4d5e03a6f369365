// SPDX-License-Identifier: MIT
import HTTPTypes
import MapDiagnostics
import MapGeo

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Static maps as tileserver-gl has them:
/// `/styles/{id}/static[/raw]/{where}/{width}x{height}[@{n}x].{format}?path=…&marker=…`
///
/// - SeeAlso: tileserver-gl, `docs/endpoints.rst`; zooms count worlds of 256 points.
package enum TileServerDialect {
    /// Names of the query.
    package static let parameters: Set<String> = [
        "path", "marker", "latlng", "fill", "stroke", "width", "linecap", "linejoin", "border", "borderwidth",
        "padding", "maxzoom",
    ]

    /// The sides of a picture before the scale; the server's own limits on pixels come on top.
    private static let longestSide = 32767

    /// The style is its id; the rest is the end of the path, and what stands behind it or in a body.
    package static func request(
        style: String, view: String, size: String, query: Query, context: DialectContext
    ) throws(RequestError) -> RenderRequest {
        guard let frame = SizeAndFormat(size), max(frame.width, frame.height) <= longestSide else {
            throw .bad("size", "expected {width}x{height}[@{n}x].{format}, found \"\(size.prefix(40))\"")
        }
        guard frame.scale <= context.maxScale, frame.scale.rounded() == frame.scale else {
            throw .notFound("the scale must be a whole number up to \(formatted(context.maxScale))")
        }
        guard let ext = frame.ext, let format = outputFormat(extension: ext), format != "svg", format != "pdf" else {
            throw .bad("format", "expected png, jpg, jpeg or webp, found \"\(frame.ext ?? "")\"")
        }
        var draft = SceneDraft(width: Double(frame.width), height: Double(frame.height))
        draft.scale = frame.scale
        draft.style = style
        draft.warnOfOthers(in: query, than: parameters)
        let latitudeFirst = ["1", "true"].contains(query["latlng"] ?? "")
        var coordinates: [Coordinate] = []
        for text in query.all("path") {
            let path = TileServerPath(text, latitudeFirst: latitudeFirst, &draft)
            coordinates += path.points
            draft.overlays += path.overlays(query, &draft)
        }
        for text in query.all("marker") {
            guard let marker = marker(text, latitudeFirst: latitudeFirst, context, &draft) else { continue }
            coordinates.append(marker.coordinate)
            draft.annotations.append(marker.node)
        }
        try setCamera(view, query, coordinates, &draft)
        return draft.request(RenderRequest.Output(format, quality: format == "png" ? nil : 90), dialect: "tileserver")
    }

    private static func setCamera(
        _ view: String, _ query: Query, _ coordinates: [Coordinate], _ draft: inout SceneDraft
    ) throws(RequestError) {
        let padding = query["padding"].flatMap(decimal) ?? 0.1
        guard padding >= 0, padding < 10 else { throw .bad("padding", "expected a ratio from 0 to 10") }
        if view == "auto" {
            guard let box = CoordinateBox(around: coordinates) else {
                throw .bad("path", "no coordinates provided", hint: "\"auto\" fits paths and markers")
            }
            let zoom = fit(box, padding, draft)
            let top = query["maxzoom"].flatMap(decimal)
            draft.setCamera(at: box.mercatorCenter, zoom: top.map { min($0, zoom) } ?? zoom, zoomTileSize: 256)
            return
        }
        let parts = view.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard let numbers = parts.first.flatMap({ decimals($0) }) else { throw notAView(view) }
        if numbers.count == 4, parts.count == 1 {
            guard numbers[0] < numbers[2], numbers[1] < numbers[3], numbers.allSatisfy({ abs($0) <= 180 }),
                abs(numbers[1]) <= 85.06, abs(numbers[3]) <= 85.06
            else { throw .bad("bounds", "expected minx,miny,maxx,maxy in degrees, found \"\(view.prefix(80))\"") }
            let box = CoordinateBox(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
            // The middle of the latitudes, not of the Mercator map: as tileserver-gl has it.
            draft.setCamera(at: box.center, zoom: fit(box, padding, draft), zoomTileSize: 256)
            return
        }
        let turn = parts.count == 2 ? decimals(parts[1]) : [0, 0]
        guard numbers.count == 3, let turn, (1...2).contains(turn.count), abs(numbers[0]) <= 180,
            abs(numbers[1]) <= 85.06, numbers[2] >= 0, numbers[2] <= 26
        else { throw notAView(view) }
        draft.setCamera(
            at: Coordinate(latitude: numbers[1], longitude: numbers[0]), zoom: numbers[2], zoomTileSize: 256,
            bearing: turn[0], pitch: turn.count == 2 ? min(85, max(0, turn[1])) : 0)
    }

    private static func notAView(_ view: String) -> RequestError {
        .bad(
            "center",
            "expected lon,lat,zoom[@bearing[,pitch]], minx,miny,maxx,maxy or auto, found \"\(view.prefix(80))\"")
    }

    /// The zoom that shows a box with room around it, and never less than one world.
    private static func fit(_ box: CoordinateBox, _ padding: Double, _ draft: SceneDraft) -> Double {
        let room = 1 + 2 * padding
        let zoom = box.zoom(fitting: draft.width / room, draft.height / room, tileSize: 256)
        return max(log2(max(draft.width, draft.height) / 256), min(25, zoom))
    }

    private static func marker(
        _ text: String, latitudeFirst: Bool, _ context: DialectContext, _ draft: inout SceneDraft
    ) -> (coordinate: Coordinate, node: JSONNode)? {
        let parts = text.split(separator: "|", omittingEmptySubsequences: false)
        guard parts.count >= 2, let coordinate = coordinate(parts[0], latitudeFirst: latitudeFirst) else {
            draft.warn("marker \"\(text.prefix(60))\": expected lon,lat|icon; it is left out")
            return nil
        }
        guard let icon = context.icon(String(parts[1])) else {
            draft.warn("marker icon \"\(parts[1].prefix(60))\" is not among the served icons; the marker is left out")
            return nil
        }
        var (scale, offset) = (1.0, (x: 0.0, y: 0.0))
        for option in parts.dropFirst(2) {
            if option.hasPrefix("scale:"), let number = decimal(option.dropFirst(6)), number > 0, number < 10 {
                scale = number
            } else if option.hasPrefix("offset:"), let numbers = decimals(option.dropFirst(7)),
                (1...2).contains(numbers.count), numbers.allSatisfy({ abs($0) < 1000 })
            {
                offset = (numbers[0], numbers.count == 2 ? numbers[1] : 0)
            } else {
                draft.warn("marker option \"\(option.prefix(40))\" is not known and changes nothing")
            }
        }
        return (
            coordinate,
            imageAnnotation(icon, at: coordinate, offset: (offset.x * scale, offset.y * scale), scale: scale)
        )
    }
}
