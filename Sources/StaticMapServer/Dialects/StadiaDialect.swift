// SPDX-License-Identifier: MIT
package import MapCore
import MapGeo

/// Stadia's static maps: `/static/{style}[.{format}]?center=60.17,24.94&zoom=13&size=600x400@2x&markers=60.17,24.94`
///
/// Coordinates are latitude first; zooms count worlds of 256 points. A body has the same members as the query, with lists of
/// objects for markers and lines. Lines are encoded polylines with six decimals.
///
/// - SeeAlso: docs.stadiamaps.com/static-maps
package enum StadiaDialect {
    /// Names of the query.
    package static let parameters: Set<String> = ["center", "zoom", "size", "markers", "m", "lines", "l"]

    /// The style has the format behind a dot.
    package static func request(
        style name: String, query given: Query, body: JSONNode? = nil, context: DialectContext
    ) throws(RequestError) -> RenderRequest {
        let query = try given.adding(body)
        var (style, ext) = (name, "png")
        if let dot = name.lastIndex(of: ".") {
            (style, ext) = (String(name[..<dot]), String(name[name.index(after: dot)...]))
        }
        let format = try pixelFormat(ext, of: ["png", "jpeg"], ".png, .jpg or .jpeg")
        guard let text = query["size"] else { throw .bad("size", "size is required") }
        guard let frame = SizeAndFormat(text), frame.ext == nil, [1, 2].contains(frame.scale) else {
            throw .bad("size", "expected {width}x{height}[@2x], found \"\(text.prefix(40))\"")
        }
        var draft = SceneDraft(frame)
        draft.setStyle(style, context)
        draft.warnOfOthers(in: query, than: parameters)
        var seen: [Coordinate] = []
        for text in query.all("lines") + query.all("l") { seen += try addLine(text, &draft) }
        for text in query.all("markers") + query.all("m") { seen.append(try addMarker(text, context, &draft)) }
        try setCamera(query, seen, &draft)
        return draft.request(RenderRequest.Output(format, quality: format == "jpeg" ? 85 : nil), dialect: "stadia")
    }

    /// `latitude,longitude[,style[,color[,label]]]`
    private static func addMarker(
        _ text: String, _ context: DialectContext, _ draft: inout SceneDraft
    ) throws(RequestError) -> Coordinate {
        let pieces = text.split(separator: ",", omittingEmptySubsequences: false)
        guard pieces.count >= 2, let place = coordinate(pieces.prefix(2).joined(separator: ","), latitudeFirst: true)
        else { throw .bad("markers", "expected latitude,longitude[,…], found \"\(text.prefix(60))\"") }
        var color = "#d33d3d"
        var label: String?
        for (index, piece) in pieces.enumerated().dropFirst(2) where !piece.isEmpty {
            if piece.hasPrefix("custom:") {
                let address = pieces[index...].joined(separator: ",").dropFirst(7)
                if let icon = context.icon(String(address)) {
                    draft.annotations.append(imageAnnotation(icon, at: place))
                    return place
                }
                draft.warn("the image \"\(address.prefix(60))\" is not among the icons of the server")
                break
            } else if let digits = hexColor(piece, digits: [6, 8]) {
                color = digits
            } else if index >= 4 {
                label = String(pieces[index...].joined(separator: ",").prefix(3))
                break
            } else if index == 3 {
                guard piece.allSatisfy({ $0.isASCII && $0.isLetter }) else {
                    throw .bad("markers", "expected a color, found \"\(piece.prefix(20))\"")
                }
                color = String(piece)
            } else if piece.count == 1 {
                label = String(piece)
            } else {
                draft.warn("markers: the style \"\(piece.prefix(20))\" is drawn as a pin")
            }
        }
        draft.annotations += Pins.pin(at: place, height: 36, color: color, label: label)
        return place
    }

    /// `shape[,color[,width]]`
    private static func addLine(_ text: String, _ draft: inout SceneDraft) throws(RequestError) -> [Coordinate] {
        let pieces = text.split(separator: ",", omittingEmptySubsequences: false)
        var line: [Coordinate]
        do throws(EncodedPolyline.DecodingError) {
            line = try EncodedPolyline.decode(String(pieces.first ?? ""), precision: 6)
        } catch {
            throw .bad("lines", "the polyline is invalid at character \(error.offset): \(error.message)")
        }
        guard line.count >= 2 else { throw .bad("lines", "a line has two places or more") }
        var (color, width) = ("#d33d3d", 4.0)
        if pieces.count > 1, !pieces[1].isEmpty {
            let isName = pieces[1].allSatisfy { $0.isASCII && $0.isLetter }
            guard let known = hexColor(pieces[1], digits: [6, 8]) ?? (isName ? String(pieces[1]) : nil) else {
                throw .bad("lines", "expected a color, found \"\(pieces[1].prefix(20))\"")
            }
            color = known
        }
        if pieces.count > 2, !pieces[2].isEmpty {
            guard let number = decimal(pieces[2]), (0...100).contains(number) else {
                throw .bad("lines", "expected a width in pixels, found \"\(pieces[2].prefix(20))\"")
            }
            width = number
        }
        draft.overlays.append([
            "type": "polyline", "coordinates": .list(line.map(\.pair)), "level": "aboveLabels",
            "strokeColor": .text(color), "lineWidth": .number(width),
        ])
        return line
    }

    private static func setCamera(
        _ query: Query, _ seen: [Coordinate], _ draft: inout SceneDraft
    ) throws(RequestError) {
        let (zoom, center) = (try query.number("zoom", 0...20), try query.center())
        let box = CoordinateBox(showing: seen)
        guard let middle = center ?? box?.mercatorCenter else {
            throw .bad("center", "expected a center, markers or lines")
        }
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

extension Query {
    /// With the members of a body, whose markers and lines are written as the query has them.
    fileprivate func adding(_ body: JSONNode?) throws(RequestError) -> Query {
        guard let body else { return self }
        guard let object = body.object else { throw .bad("body", "expected an object") }
        func text(_ node: JSONNode?) -> String { node?.wordOrNumber ?? "" }
        func plain(_ node: JSONNode?) -> String { text(node).filter { $0 != "," } }
        var query = self
        for member in object.members {
            guard member.key == "markers" || member.key == "lines" else {
                query.items.append(Query.Item(member.key, text(member.node)))
                continue
            }
            guard let list = member.node.array else { throw .bad(member.key, "expected a list of objects") }
            for node in list {
                let parts =
                    member.key == "markers"
                    ? [
                        plain(node["lat"]), plain(node["lon"]), plain(node["style"]), plain(node["color"]),
                        plain(node["label"]),
                    ]
                    : [plain(node["shape"]), plain(node["stroke_color"]), plain(node["stroke_width"])]
                query.items.append(Query.Item(member.key, parts.joined(separator: ",")))
            }
        }
        return query
    }
}
