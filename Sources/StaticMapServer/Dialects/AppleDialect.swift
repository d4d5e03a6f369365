// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo

/// Apple's Maps Web Snapshots: `/api/v1/snapshot?center=lat,lng&z=12&size=600x400&annotations=[…]`
///
/// - SeeAlso: developer.apple.com/documentation/snapshots; zooms count worlds of 256 points, and coordinates are
///   latitude first.
package enum AppleDialect {
    /// Names of the query.
    package static let parameters: Set<String> = [
        "center", "z", "spn", "size", "scale", "t", "colorScheme", "lang", "poi", "annotations", "overlays", "imgs",
        "referer", "teamId", "keyId",
    ]

    package static func request(query: Query, context: DialectContext) throws(RequestError) -> RenderRequest {
        let sides = (query["size"] ?? "600x400").split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2, let width = whole(sides[0]), let height = whole(sides[1]), width > 0, height > 0 else {
            throw .bad("size", "expected {width}x{height}, found \"\(query["size"]?.prefix(40) ?? "")\"")
        }
        guard (50...640).contains(width), (50...640).contains(height) else {
            throw .bad("size", "expected sides from 50 to 640, found \(width)x\(height)")
        }
        guard let scale = whole(query["scale"] ?? "1"), (1...3).contains(scale) else {
            throw .bad("scale", "expected 1, 2 or 3, found \"\(query["scale"]?.prefix(20) ?? "")\"")
        }
        var draft = SceneDraft(width: Double(width), height: Double(height))
        draft.scale = Double(scale)
        draft.warnOfOthers(in: query, than: parameters)
        try style(query, context, &draft)
        guard let center = query["center"] else { throw .bad("center", "center is required") }
        let middle = center == "auto" ? nil : try location(center, "center")
        var reader = AppleShapes(context: context, center: middle)
        try reader.readImages(query["imgs"])
        try reader.readOverlays(query["overlays"], &draft)
        try reader.readAnnotations(query["annotations"], &draft)
        try setCamera(query, middle, reader.coordinates, &draft)
        return draft.request(RenderRequest.Output("png"), dialect: "apple")
    }

    private static func style(
        _ query: Query, _ context: DialectContext, _ draft: inout SceneDraft
    ) throws(RequestError) {
        let type = query["t"] ?? "standard"
        guard ["standard", "mutedStandard", "satellite", "hybrid"].contains(type) else {
            throw .bad("t", "expected standard, mutedStandard, satellite or hybrid, found \"\(type.prefix(20))\"")
        }
        let scheme = query["colorScheme"] ?? "light"
        guard scheme == "light" || scheme == "dark" else {
            throw .bad("colorScheme", "expected light or dark, found \"\(scheme.prefix(20))\"")
        }
        if scheme == "dark" {
            draft.appearance = "dark"
            draft.style = context.mapTypes["dark"] ?? context.styles.first
        } else {
            draft.style = context.mapTypes[type] ?? context.styles.first
        }
        if type == "satellite" || type == "hybrid", context.mapTypes[type] == nil {
            draft.warn("t: there are no pictures from above; the standard map is drawn")
        }
        draft.language = query["lang"].flatMap(languageTag)
        if query["poi"] == "0" { draft.basemap.append(("hide", .list([.text("poi-*")]))) }
    }

    static func location(_ text: String, _ parameter: String) throws(RequestError) -> Coordinate {
        guard let coordinate = coordinate(text, latitudeFirst: true) else {
            throw .bad(
                parameter, "expected latitude,longitude, found \"\(text.prefix(60))\"",
                hint: decimals(text) == nil ? "addresses are not looked up" : nil)
        }
        return coordinate
    }

    private static func setCamera(
        _ query: Query, _ center: Coordinate?, _ coordinates: [Coordinate], _ draft: inout SceneDraft
    ) throws(RequestError) {
        if let text = query["spn"] {
            guard let span = decimals(text), span.count == 2, span[0] > 0, span[0] < 90, span[1] > 0, span[1] < 180
            else {
                throw .bad("spn", "expected latitude,longitude spans below 90,180, found \"\(text.prefix(40))\"")
            }
            let middle = center ?? CoordinateBox(around: coordinates)?.mercatorCenter
            guard let middle else { throw .bad("center", "auto needs annotations or overlays") }
            draft.camera = .members([
                "region": .members([
                    "center": middle.pair,
                    "span": .members(["latitudeDelta": .number(span[0]), "longitudeDelta": .number(span[1])]),
                ])
            ])
            return
        }
        var zoom: Double?
        if let text = query["z"] {
            guard let number = decimal(text), (1...20).contains(number) else {
                throw .bad("z", "expected a number from 1 to 20, found \"\(text.prefix(20))\"")
            }
            zoom = number
        }
        if let center {
            draft.setCamera(at: center, zoom: zoom ?? 12, zoomTileSize: 256)
        } else {
            guard let box = CoordinateBox(around: coordinates) else {
                throw .bad("center", "auto needs annotations or overlays")
            }
            if let zoom {
                draft.setCamera(at: box.mercatorCenter, zoom: zoom, zoomTileSize: 256)
            } else {
                draft.setCamera(at: box, padding: [56, 40, 40, 40], maxZoom: 15)
            }
        }
    }
}
