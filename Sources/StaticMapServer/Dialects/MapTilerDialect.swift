// SPDX-License-Identifier: MIT
import MapGeo
import MapImages

/// MapTiler's static maps: `/maps/{id}/static/{where}/{width}x{height}[@2x].{format}?markers=…&path=…`
///
/// - SeeAlso: docs.maptiler.com/cloud/api/static-maps; zooms count worlds of 512 points.
package enum MapTilerDialect {
    /// Names of the query.
    package static let parameters: Set<String> = [
        "markers", "path", "fill", "stroke", "width", "latlng", "padding", "attribution",
    ]
    /// What stands in markers with an icon.
    package static let options: Set<String> = ["icon", "anchor", "scale"]

    private static let longestSide = 2048

    package static func request(
        style: String, view: String, size: String, query: Query, context: DialectContext
    ) throws(RequestError) -> RenderRequest {
        guard let frame = SizeAndFormat(size), max(frame.width, frame.height) <= longestSide,
            [1, 2].contains(frame.scale)
        else {
            throw .bad(
                "size", "expected {width}x{height}[@2x].{format} up to \(longestSide), found \"\(size.prefix(40))\"")
        }
        let format = try pixelFormat(frame.ext, of: ["png", "jpeg", "webp"], "png, jpg or webp")
        var draft = SceneDraft(frame, style: style)
        draft.warnOfOthers(in: query, than: parameters)
        let positions = TileServerDialect.Positions(latitudeFirst: ["1", "true"].contains(query["latlng"] ?? ""))
        var coordinates = TileServerPath.add(query, positions, &draft)
        for text in query.all("markers") { coordinates += try markers(text, positions, context, &draft) }
        try setCamera(view, query, coordinates, &draft)
        if query["attribution"] == "false" || query["attribution"] == "0" { draft.attribution = "none" }
        return draft.request(RenderRequest.Output(format, quality: format == "png" ? nil : 90), dialect: "maptiler")
    }

    private static func setCamera(
        _ view: String, _ query: Query, _ coordinates: [Coordinate], _ draft: inout SceneDraft
    ) throws(RequestError) {
        let share = query["padding"].flatMap(decimal) ?? 0.1
        guard share >= 0, share < 10 else { throw .bad("padding", "expected a ratio from 0 to 10") }
        // A ratio of what is fitted, on each side of it.
        let room = share / (1 + 2 * share)
        let padding = [draft.height, draft.width, draft.height, draft.width].map { $0 * room }
        if view == "auto" {
            guard let box = CoordinateBox(showing: coordinates) else {
                throw .bad("auto", "\"auto\" needs a path or markers")
            }
            draft.setCamera(at: box, padding: padding, maxZoom: 18)
            return
        }
        let numbers = decimals(view) ?? []
        if numbers.count == 4, numbers[0] < numbers[2], numbers[1] < numbers[3],
            numbers.allSatisfy({ abs($0) <= 180 }), abs(numbers[1]) <= 90, abs(numbers[3]) <= 90
        {
            draft.setCamera(
                at: CoordinateBox(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3]),
                padding: padding)
            return
        }
        guard numbers.count == 3, abs(numbers[0]) <= 180, abs(numbers[1]) <= 85.06, (0...22).contains(numbers[2]) else {
            throw .bad("view", "expected lon,lat,zoom, minx,miny,maxx,maxy or auto, found \"\(view.prefix(80))\"")
        }
        draft.setCamera(
            at: Coordinate(latitude: numbers[1], longitude: numbers[0]), zoom: numbers[2], zoomTileSize: 512)
    }

    /// `lon,lat,color|lon,lat`, or `icon:address|anchor:bottom|lon,lat|lon,lat`.
    private static func markers(
        _ text: String, _ positions: TileServerDialect.Positions, _ context: DialectContext, _ draft: inout SceneDraft
    ) throws(RequestError) -> [Coordinate] {
        var coordinates: [Coordinate] = []
        var words: [String: String] = [:]
        for part in text.split(separator: "|") {
            if let colon = part.firstIndex(of: ":"), options.contains(String(part[..<colon])) {
                words[String(part[..<colon])] = String(part[part.index(after: colon)...])
                continue
            }
            let pieces = part.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
            guard pieces.count >= 2, let coordinate = positions.read(pieces.prefix(2).joined(separator: ",")) else {
                throw .bad("markers", "expected lon,lat[,color], found \"\(part.prefix(60))\"")
            }
            coordinates.append(coordinate)
            let color = pieces.count == 3 ? String(pieces[2]) : "#ff0000"
            guard Color(css: color) != nil else {
                throw .bad("markers", "expected a color of CSS, found \"\(color.prefix(30))\"")
            }
            guard let icon = words["icon"].flatMap({ draft.icon($0, "markers", context) }) else {
                draft.annotations += Pins.pin(at: coordinate, height: 40, color: color, label: nil)
                continue
            }
            let anchor = words["anchor"] ?? "bottom"
            guard let name = GoogleDialect.anchors[anchor.lowercased()] else {
                throw .bad("markers", "anchor: expected a side or a corner, found \"\(anchor.prefix(20))\"")
            }
            guard let scale = decimal(words["scale"] ?? "1"), (0.01...10).contains(scale) else {
                throw .bad("markers", "scale: expected a number")
            }
            draft.annotations.append(imageAnnotation(icon, at: coordinate, anchor: name, scale: 1 / scale))
        }
        return coordinates
    }
}
