// SPDX-License-Identifier: MIT
import Libc
import MapCore
import MapGeo

/// Baidu's static maps: `/staticimage/v2?ak=…&center=116.403874,39.914888&width=300&height=200&zoom=11&markers=…`
///
/// Coordinates are in BD-09, or in what `coordtype` says. At zoom 18 a pixel is one metre of Baidu's Mercator map.
///
/// - SeeAlso: lbsyun.baidu.com/index.php?title=static
package enum BaiduDialect {
    /// Names of the query.
    package static let parameters: Set<String> = [
        "mcode", "width", "height", "center", "zoom", "scale", "bbox", "coordtype", "copyright", "dpiType",
        "markers", "markerStyles", "labels", "labelStyles", "paths", "pathStyles",
    ]

    /// A zoom of Baidu's as one of worlds of 512 points.
    private static let shift = log2(WebMercator.circumference / 512) - 18

    package static func request(query: Query, context: DialectContext) throws(RequestError) -> RenderRequest {
        func side(_ name: String, _ other: Int) throws(RequestError) -> Int {
            guard let number = query[name].map({ whole($0) }) ?? other, (1...1024).contains(number) else {
                throw .bad(name, "expected a number of pixels up to 1024, found \"\(query[name]?.prefix(20) ?? "")\"")
            }
            return number
        }
        var draft = SceneDraft(width: Double(try side("width", 400)), height: Double(try side("height", 300)))
        draft.scale = try query.scale(1...2)
        let systems = ["bd09ll": "bd09", "gcj02ll": "gcj02", "wgs84ll": "wgs84"]
        let system = query["coordtype"] ?? "bd09ll"
        guard let name = systems[system] else {
            throw .bad("coordtype", "expected bd09ll, gcj02ll or wgs84ll, found \"\(system.prefix(20))\"")
        }
        draft.coordinateSystem = name == "wgs84" ? nil : name
        draft.style = context.mapTypes["baidu"] ?? context.styles.first
        draft.language = "zh"
        draft.warnOfOthers(in: query, than: parameters)
        var shapes = Shapes(context: context)
        try shapes.readPaths(query, &draft)
        try shapes.readMarkers(query, &draft)
        try shapes.readLabels(query, &draft)
        try setCamera(query, shapes.coordinates, &draft)
        return draft.request(RenderRequest.Output("png"), dialect: "baidu")
    }

    private static func setCamera(
        _ query: Query, _ seen: [Coordinate], _ draft: inout SceneDraft
    ) throws(RequestError) {
        if let text = query["bbox"] {
            guard let n = decimals(text.replacing(";", with: ",")), n.count == 4, n[0] < n[2], n[1] < n[3],
                abs(n[1]) <= 90, abs(n[3]) <= 90, n.allSatisfy({ abs($0) <= 180 })
            else { throw .bad("bbox", "expected minX,minY;maxX,maxY, found \"\(text.prefix(60))\"") }
            draft.setCamera(at: CoordinateBox(west: n[0], south: n[1], east: n[2], north: n[3]))
            return
        }
        let zoom = try query.number("zoom", 3...19) ?? 11
        var middle =
            CoordinateBox(showing: seen)?.mercatorCenter ?? Coordinate(latitude: 39.914889, longitude: 116.403874)
        if let text = query["center"] {
            guard let place = coordinate(text, latitudeFirst: false) else {
                throw .bad(
                    "center", "names are not looked up: found \"\(text.prefix(60))\"",
                    hint: "give a longitude and a latitude")
            }
            middle = place
        }
        draft.setCamera(at: middle, zoom: zoom + shift, zoomTileSize: 512)
    }

    /// Places, and beside them their styles in the same order.
    private struct Shapes {
        let context: DialectContext
        var coordinates: [Coordinate] = []

        private func place(_ text: some StringProtocol, _ parameter: String) throws(RequestError) -> Coordinate {
            guard let place = coordinate(text, latitudeFirst: false) else {
                throw .bad(
                    parameter, "names are not looked up: found \"\(text.prefix(60))\"",
                    hint: "give a longitude and a latitude")
            }
            return place
        }

        private func color(_ text: String, _ parameter: String) throws(RequestError) -> String {
            guard let color = hexColor(text, digits: [6]) else {
                throw .bad(parameter, "expected a color such as 0xFF0000, found \"\(text.prefix(20))\"")
            }
            return color
        }

        /// Of several things fewer may have a style.
        private func styles(_ query: Query, _ name: String, _ count: Int) -> [[String]] {
            (query[name] ?? "").split(separator: "|", omittingEmptySubsequences: false).map { style in
                style.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
                    + Array(repeating: "", count: count)
            }
        }

        mutating func readMarkers(_ query: Query, _ draft: inout SceneDraft) throws(RequestError) {
            let styles = styles(query, "markerStyles", 3)
            let heights = ["": 30.0, "s": 22.0, "m": 30.0, "l": 40.0]
            for (index, text) in (query["markers"] ?? "").split(separator: "|").enumerated() {
                let place = try place(text, "markers")
                coordinates.append(place)
                let style = index < styles.count ? styles[index] : ["", "", ""]
                if style[0] == "-1" {
                    if let icon = draft.icon(style[1], "markerStyles", context) {
                        draft.annotations.append(imageAnnotation(icon, at: place))
                        continue
                    }
                }
                guard let height = heights[style[0] == "-1" ? "" : style[0]] else {
                    throw .bad("markerStyles", "expected s, m or l, found \"\(style[0].prefix(20))\"")
                }
                let isOwn = style[0] != "-1"
                let tint = isOwn && !style[2].isEmpty ? try color(style[2], "markerStyles") : "#e4393c"
                draft.annotations += Pins.pin(
                    at: place, height: height, color: tint,
                    label: isOwn && !style[1].isEmpty ? String(style[1].prefix(1)) : nil)
            }
        }

        /// `content,fontWeight,fontSize,fontColor,bgColor,border`
        mutating func readLabels(_ query: Query, _ draft: inout SceneDraft) throws(RequestError) {
            let styles = styles(query, "labelStyles", 6)
            for (index, text) in (query["labels"] ?? "").split(separator: "|").enumerated() {
                let place = try place(text, "labels")
                coordinates.append(place)
                guard index < styles.count, !styles[index][0].isEmpty else {
                    throw .bad("labelStyles", "the label \(index + 1) has no text")
                }
                let style = styles[index]
                guard let size = whole(style[2].isEmpty ? "12" : style[2]), (1...72).contains(size) else {
                    throw .bad("labelStyles", "expected a font size from 1 to 72, found \"\(style[2].prefix(20))\"")
                }
                let font = style[3].isEmpty ? "#000000" : try color(style[3], "labelStyles")
                let box = style[4].isEmpty ? "#ffffff" : try color(style[4], "labelStyles")
                draft.addText(
                    String(style[0].prefix(60)), at: place, size: size, isBold: style[1] == "1", color: font, box: box)
            }
        }

        /// `color,weight,opacity[,fillColor]`
        mutating func readPaths(_ query: Query, _ draft: inout SceneDraft) throws(RequestError) {
            let styles = styles(query, "pathStyles", 4)
            for (index, text) in (query["paths"] ?? "").split(separator: "|").enumerated() {
                var places: [Coordinate] = []
                for part in text.split(separator: ";") { places.append(try place(part, "paths")) }
                guard places.count >= 2 else { throw .bad("paths", "expected at least two places") }
                coordinates += places
                let style = index < styles.count ? styles[index] : ["", "", "", ""]
                let stroke = style[0].isEmpty ? "#0000ff" : try color(style[0], "pathStyles")
                guard let weight = decimal(style[1].isEmpty ? "5" : style[1]), (0...100).contains(weight),
                    let opacity = decimal(style[2].isEmpty ? "1" : style[2]), (0...1).contains(opacity)
                else { throw .bad("pathStyles", "expected color,weight,opacity") }
                let isFilled = !style[3].isEmpty && places.count >= 3
                let fill = isFilled ? try color(style[3], "pathStyles").with(opacity: opacity) : nil
                draft.addPath(places, fill: fill, stroke: stroke.with(opacity: opacity), width: weight)
            }
        }
    }
}
