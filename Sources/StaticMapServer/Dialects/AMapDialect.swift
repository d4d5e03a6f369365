// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo

/// AMap's static map: `/v3/staticmap?location=lon,lat&zoom=10&size=750*300&markers=mid,,A:116.31604,39.96491`
///
/// Coordinates are in GCJ-02; zooms count worlds of 256 points.
///
/// - SeeAlso: lbs.amap.com/api/webservice/guide/api/staticmaps
package enum AMapDialect {
    /// Names of the query.
    package static let parameters: Set<String> = [
        "location", "zoom", "size", "scale", "markers", "labels", "paths", "traffic", "sig",
    ]

    package static func request(query: Query, context: DialectContext) throws(RequestError) -> RenderRequest {
        let text = query["size"] ?? "400*400"
        let sides = text.split(separator: "*", omittingEmptySubsequences: false)
        guard sides.count == 2, let width = whole(sides[0]), let height = whole(sides[1]), (1...1024).contains(width),
            (1...1024).contains(height)
        else { throw .bad("size", "expected {width}*{height} up to 1024*1024, found \"\(text.prefix(40))\"") }
        guard let scale = whole(query["scale"] ?? "1"), (1...2).contains(scale) else {
            throw .bad("scale", "expected 1 or 2")
        }
        var draft = SceneDraft(width: Double(width), height: Double(height))
        draft.scale = Double(scale)
        draft.style = context.mapTypes["amap"] ?? context.styles.first
        draft.coordinateSystem = "gcj02"
        draft.warnOfOthers(in: query, than: parameters)
        if query["traffic"] == "1" { draft.warn("traffic: there is no traffic to draw") }
        var shapes = AMapShapes(context: context)
        try shapes.readPaths(query["paths"], &draft)
        try shapes.readMarkers(query["markers"], &draft)
        try shapes.readLabels(query["labels"], &draft)
        try setCamera(query, shapes.coordinates, &draft)
        return draft.request(RenderRequest.Output("png"), dialect: "amap")
    }

    private static func setCamera(
        _ query: Query, _ coordinates: [Coordinate], _ draft: inout SceneDraft
    ) throws(RequestError) {
        var zoom: Double?
        if let text = query["zoom"] {
            guard let number = whole(text), (1...17).contains(number) else {
                throw .bad("zoom", "expected a whole number from 1 to 17, found \"\(text.prefix(20))\"")
            }
            zoom = Double(number)
        }
        var center: Coordinate?
        if let text = query["location"] {
            guard let coordinate = coordinate(text, latitudeFirst: false) else {
                throw .bad("location", "expected longitude,latitude, found \"\(text.prefix(60))\"")
            }
            center = coordinate
        }
        guard let middle = center ?? CoordinateBox(around: coordinates)?.mercatorCenter else {
            throw .bad("location", "location and zoom are required where there are no markers, labels or paths")
        }
        if zoom == nil, coordinates.isEmpty { throw .bad("zoom", "zoom is required with a location alone") }
        let fitted = CoordinateBox(around: coordinates).map {
            $0.zoom(fitting: max(16, draft.width - 60), max(16, draft.height - 80), tileSize: 256).rounded(.down)
        }
        draft.setCamera(at: middle, zoom: zoom ?? max(1, min(17, fitted ?? 10)), zoomTileSize: 256)
    }
}
