// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo
import MapPlane

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Google's Maps Static API: `/maps/api/staticmap?center=lat,lng&zoom=12&size=600x300&…`
///
/// - SeeAlso: developers.google.com/maps/documentation/maps-static/start; zooms count worlds of 256 points, and
///   coordinates are latitude first.
package enum GoogleDialect {
    /// Names of the query.
    package static let parameters: Set<String> = [
        "center", "zoom", "size", "scale", "format", "maptype", "language", "region", "map_id", "markers", "path",
        "visible", "style", "client", "channel", "sensor",
    ]

    package static func request(query: Query, context: DialectContext) throws(RequestError) -> RenderRequest {
        guard let text = query["size"] else { throw .bad("size", "The size parameter is required") }
        let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2, let width = whole(sides[0]), let height = whole(sides[1]), width > 0, height > 0 else {
            throw .bad("size", "expected {width}x{height}, found \"\(text.prefix(40))\"")
        }
        var draft = SceneDraft(width: Double(width), height: Double(height))
        guard let scale = whole(query["scale"] ?? "1"), [1, 2, 4].contains(scale) else {
            throw .bad("scale", "expected 1, 2 or 4, found \"\(query["scale"]?.prefix(20) ?? "")\"")
        }
        draft.scale = Double(scale)
        let output = try format(query["format"] ?? "png", &draft)
        try style(query, context, &draft)
        draft.language = query["language"].flatMap(languageTag)
        for name in ["region", "channel", "map_id"] where query[name] != nil {
            draft.warn("\(name) changes nothing here")
        }
        draft.warnOfOthers(in: query, than: parameters)
        var seen: [Coordinate] = []
        for text in query.all("path") { seen += try GooglePath.read(text, &draft) }
        for text in query.all("markers") { seen += try GoogleMarkers.read(text, context, &draft) }
        for text in query.all("visible") {
            for part in text.split(separator: "|") { seen.append(try location(part, "visible")) }
        }
        try setCamera(query, seen, &draft)
        return draft.request(output, dialect: "google")
    }

    /// A coordinate; addresses would have to be looked up.
    static func location(_ text: some StringProtocol, _ parameter: String) throws(RequestError) -> Coordinate {
        if let coordinate = coordinate(text, latitudeFirst: true) { return coordinate }
        if decimals(text) != nil {
            throw .bad(parameter, "expected a latitude and a longitude, found \"\(text.prefix(60))\"")
        }
        throw .bad(
            parameter, "addresses are not looked up: found \"\(text.prefix(60))\"",
            hint: "give a latitude and a longitude, such as 40.714728,-73.998672")
    }

    private static func setCamera(
        _ query: Query, _ seen: [Coordinate], _ draft: inout SceneDraft
    ) throws(RequestError) {
        var zoom: Double?
        if let text = query["zoom"] {
            guard let number = decimal(text), (0...22).contains(number) else {
                throw .bad("zoom", "expected a number from 0 to 22, found \"\(text.prefix(20))\"")
            }
            zoom = number
        }
        var center: Coordinate?
        if let text = query["center"] { center = try location(text, "center") }
        guard center != nil || !seen.isEmpty else {
            throw .bad("center", "center and zoom are required where there are no markers, path or visible places")
        }
        // The largest whole zoom that shows everything.
        guard let box = CoordinateBox(around: seen + (center.map { [$0] } ?? [])) else { return }
        let middle = center ?? box.mercatorCenter
        if zoom == nil, seen.isEmpty { throw .bad("zoom", "The zoom parameter is required with a center alone") }
        draft.setCamera(at: middle, zoom: zoom ?? fit(seen, around: middle, draft), zoomTileSize: 256)
    }

    /// Room for markers' drops is left at all sides.
    private static func fit(_ seen: [Coordinate], around center: Coordinate, _ draft: SceneDraft) -> Double {
        let middle = WebMercator.project(center)
        var (x, y) = (0.0, 0.0)
        for coordinate in seen {
            let point = WebMercator.project(coordinate)
            (x, y) = (max(x, abs(point.x - middle.x)), max(y, abs(point.y - middle.y)))
        }
        let room = (width: max(16, draft.width - 40) / 2, height: max(16, draft.height - 80) / 2)
        let zoom = min(x > 0 ? log2(room.width / (256 * x)) : 17, y > 0 ? log2(room.height / (256 * y)) : 17)
        return max(0, min(17, zoom.rounded(.down)))
    }

    private static func format(
        _ text: String, _ draft: inout SceneDraft
    ) throws(RequestError) -> RenderRequest.Output {
        switch text.lowercased() {
        case "png", "png8": return RenderRequest.Output("png8")
        case "png32": return RenderRequest.Output("png")
        case "jpg", "jpg-baseline": return RenderRequest.Output("jpeg", quality: 85)
        case "gif":
            draft.warn("format: GIF is not written; a PNG of 256 colors comes instead")
            return RenderRequest.Output("png8")
        default: throw .bad("format", "expected png8, png32, gif, jpg or jpg-baseline, found \"\(text.prefix(20))\"")
        }
    }

    private static func style(
        _ query: Query, _ context: DialectContext, _ draft: inout SceneDraft
    ) throws(RequestError) {
        let type = query["maptype"] ?? "roadmap"
        guard ["roadmap", "satellite", "terrain", "hybrid"].contains(type) else {
            throw .bad("maptype", "expected roadmap, satellite, terrain or hybrid, found \"\(type.prefix(20))\"")
        }
        draft.style = context.mapTypes[type] ?? context.styles.first
        if type == "satellite" || type == "hybrid", context.mapTypes[type] == nil {
            draft.warn("maptype: there are no pictures from above; the road map is drawn")
        }
        var rules = GoogleStyleRules()
        for text in query.all("style") { rules.read(text, &draft) }
        if let hidden = rules.hide { draft.basemap.append(("hide", hidden)) }
    }
}

/// A language tag as scenes take it; nil for anything else.
func languageTag(_ text: String) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.count), first.allSatisfy({ $0.isASCII && $0.isLetter }),
        parts.dropFirst().allSatisfy({
            (1...8).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        })
    else { return nil }
    return text
}
