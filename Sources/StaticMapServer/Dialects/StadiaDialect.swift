// SPDX-License-Identifier: MIT
import MapCore
import MapGeo

/// Stadia's static maps: `/static/{style}[.{format}]?center=60.17,24.94&zoom=13&size=600x400@2x&markers=60.17,24.94`
///
/// Coordinates are latitude first; zooms count worlds of 256 points.
///
/// - SeeAlso: docs.stadiamaps.com/static-maps
package enum StadiaDialect {
    /// Names of the query.
    package static let parameters: Set<String> = ["center", "zoom", "size", "markers"]

    /// The style has the format behind a dot.
    package static func request(
        style name: String, query: Query, context: DialectContext
    ) throws(RequestError) -> RenderRequest {
        var (style, ext) = (name, "png")
        if let dot = name.lastIndex(of: ".") {
            (style, ext) = (String(name[..<dot]), String(name[name.index(after: dot)...]))
        }
        guard let format = outputFormat(extension: ext), ["png", "jpeg"].contains(format) else {
            throw .bad("format", "expected .png, .jpg or .jpeg, found \"\(ext.prefix(20))\"")
        }
        guard let text = query["size"] else { throw .bad("size", "size is required") }
        guard let frame = SizeAndFormat(text), frame.ext == nil, [1, 2].contains(frame.scale) else {
            throw .bad("size", "expected {width}x{height}[@2x], found \"\(text.prefix(40))\"")
        }
        var draft = SceneDraft(width: Double(frame.width), height: Double(frame.height))
        draft.scale = frame.scale
        draft.setStyle(style, context)
        draft.warnOfOthers(in: query, than: parameters)
        var seen: [Coordinate] = []
        for text in query.all("markers") {
            let pieces = text.split(separator: ",", omittingEmptySubsequences: false)
            guard pieces.count >= 2,
                let place = coordinate(pieces.prefix(2).joined(separator: ","), latitudeFirst: true)
            else { throw .bad("markers", "expected latitude,longitude[,…], found \"\(text.prefix(60))\"") }
            seen.append(place)
            let color = pieces.dropFirst(2).compactMap { hexColor($0, digits: [6]) }.first
            let label = pieces.dropFirst(2).first { $0.count == 1 }.map(String.init)
            draft.annotations += Pins.pin(at: place, height: 36, color: color ?? "#d33d3d", label: label)
        }
        try setCamera(query, seen, &draft)
        return draft.request(RenderRequest.Output(format, quality: format == "jpeg" ? 85 : nil), dialect: "stadia")
    }

    private static func setCamera(
        _ query: Query, _ seen: [Coordinate], _ draft: inout SceneDraft
    ) throws(RequestError) {
        var zoom: Double?
        if let text = query["zoom"] {
            guard let number = decimal(text), (0...20).contains(number) else {
                throw .bad("zoom", "expected a number from 0 to 20, found \"\(text.prefix(20))\"")
            }
            zoom = number
        }
        var center: Coordinate?
        if let text = query["center"] {
            guard let place = coordinate(text, latitudeFirst: true) else {
                throw .bad("center", "expected latitude,longitude, found \"\(text.prefix(60))\"")
            }
            center = place
        }
        let box = CoordinateBox(around: seen)
        guard let middle = center ?? box?.mercatorCenter else { throw .bad("center", "expected a center or markers") }
        if let zoom {
            draft.setCamera(at: middle, zoom: zoom, zoomTileSize: 256)
        } else if let box {
            let room = min(draft.width, draft.height) * 0.12
            draft.setCamera(at: box, padding: [room, room, room, room], maxZoom: seen.count == 1 ? 14 : 18)
        } else {
            throw .bad("zoom", "zoom is required with a center alone")
        }
    }
}
