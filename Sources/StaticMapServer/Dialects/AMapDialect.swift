// SPDX-License-Identifier: MIT
import MapCore
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
        var draft = SceneDraft(width: Double(width), height: Double(height))
        draft.scale = try query.scale(1...2)
        draft.style = context.mapTypes["amap"] ?? context.styles.first
        draft.coordinateSystem = "gcj02"
        draft.language = "zh"
        draft.warnOfOthers(in: query, than: parameters)
        if query["traffic"] == "1" { draft.warn("traffic: there is no traffic to draw") }
        var shapes = AMapShapes(context: context)
        try shapes.readPaths(query["paths"], &draft)
        try shapes.readMarkers(query["markers"], &draft)
        try shapes.readLabels(query["labels"], &draft)
        try draft.setCamera(
            query, center: "location", latitudeFirst: false, zooms: 1...17, around: shapes.coordinates)
        return draft.request(RenderRequest.Output("png"), dialect: "amap")
    }
}

/// Markers, labels and paths of AMap: groups with `|` between them, each a style, `:`, and coordinates with `;` between them.
struct AMapShapes {
    let context: DialectContext
    private(set) var coordinates: [Coordinate] = []

    private struct Group {
        /// Parts of the style, with empty ones kept.
        var style: [String]
        var coordinates: [Coordinate]
    }

    private mutating func groups(
        _ text: String?, _ parameter: String, most: Int
    ) throws(RequestError) -> [Group] {
        var groups: [Group] = []
        for part in (text ?? "").split(separator: "|") {
            // A custom marker's address has colons of its own: the coordinates are what comes after the last one.
            guard let colon = part.lastIndex(of: ":") else {
                throw .bad(parameter, "expected style:lon,lat;lon,lat, found \"\(part.prefix(60))\"")
            }
            var found: [Coordinate] = []
            for position in part[part.index(after: colon)...].split(separator: ";") {
                guard let coordinate = coordinate(position, latitudeFirst: false) else {
                    throw .bad(parameter, "expected longitude,latitude, found \"\(position.prefix(40))\"")
                }
                found.append(coordinate)
            }
            coordinates += found
            groups.append(
                Group(
                    style: part[..<colon].split(separator: ",", omittingEmptySubsequences: false).map(String.init),
                    coordinates: found))
        }
        let count = parameter == "paths" ? groups.count : groups.reduce(0) { $0 + $1.coordinates.count }
        guard count <= most else { throw .bad(parameter, "at most \(most) are allowed, found \(count)") }
        return groups
    }

    private func color(_ text: String, _ parameter: String) throws(RequestError) -> String {
        guard text.lowercased().hasPrefix("0x"), let color = hexColor(text, digits: [6]) else {
            throw .bad(parameter, "expected a color such as 0xFF0000, found \"\(text.prefix(20))\"")
        }
        return color
    }

    private func fraction(_ text: String, _ parameter: String) throws(RequestError) -> Double {
        guard let number = decimal(text), (0...1).contains(number) else {
            throw .bad(parameter, "expected a number from 0 to 1, found \"\(text.prefix(20))\"")
        }
        return number
    }

    mutating func readMarkers(_ text: String?, _ draft: inout SceneDraft) throws(RequestError) {
        let heights = ["": 24.0, "small": 24.0, "mid": 32.0, "large": 42.0]
        for group in try groups(text, "markers", most: 10) {
            let style = group.style + ["", "", ""]
            if style[0] == "-1" {
                let address = group.style.dropFirst().dropLast().joined(separator: ",")
                if let icon = draft.icon(address, "markers", context) {
                    draft.annotations += group.coordinates.map { imageAnnotation(icon, at: $0) }
                } else {
                    draft.annotations += group.coordinates.flatMap {
                        Pins.pin(at: $0, height: 32, color: "#fc6054", label: nil)
                    }
                }
                continue
            }
            guard let height = heights[style[0]] else {
                throw .bad("markers", "expected the size small, mid or large, found \"\(style[0].prefix(20))\"")
            }
            guard style[2].count <= 1 else {
                throw .bad("markers", "expected a label of one character, found \"\(style[2].prefix(20))\"")
            }
            let color = style[1].isEmpty ? "#fc6054" : try color(style[1], "markers")
            draft.annotations += group.coordinates.flatMap {
                Pins.pin(at: $0, height: height, color: color, label: style[2].isEmpty ? nil : style[2])
            }
        }
    }

    /// `content,font,bold,fontSize,fontColor,background`
    mutating func readLabels(_ text: String?, _ draft: inout SceneDraft) throws(RequestError) {
        for group in try groups(text, "labels", most: 10) {
            let style = group.style + Array(repeating: "", count: 6)
            guard !style[0].isEmpty, style[0].count <= 15 else {
                throw .bad("labels", "expected a text of at most 15 characters, found \"\(style[0].prefix(20))\"")
            }
            guard let size = whole(style[3].isEmpty ? "10" : style[3]), (1...72).contains(size) else {
                throw .bad("labels", "expected a font size from 1 to 72, found \"\(style[3].prefix(20))\"")
            }
            if !style[1].isEmpty, style[1] != "0" {
                draft.warn("labels: the font \(style[1].prefix(8)) is not told apart")
            }
            let font = style[4].isEmpty ? "#ffffff" : try color(style[4], "labels")
            let box = style[5].isEmpty ? "#5288d8" : try color(style[5], "labels")
            for place in group.coordinates {
                draft.addText(
                    style[0], at: place, size: size, isBold: style[2] == "1", color: font, box: box, radius: 3)
            }
        }
    }

    /// `weight,color,transparency,fillcolor,fillTransparency`
    mutating func readPaths(_ text: String?, _ draft: inout SceneDraft) throws(RequestError) {
        for group in try groups(text, "paths", most: 4) {
            let style = group.style + Array(repeating: "", count: 5)
            guard group.coordinates.count >= 2 else { throw .bad("paths", "expected at least two places") }
            guard let weight = decimal(style[0].isEmpty ? "5" : style[0]), (2...15).contains(weight) else {
                throw .bad("paths", "expected a width from 2 to 15, found \"\(style[0].prefix(20))\"")
            }
            let stroke = style[1].isEmpty ? "#0000ff" : try color(style[1], "paths")
            let opacity = style[2].isEmpty ? 1 : try fraction(style[2], "paths")
            var fill: String?
            if !style[3].isEmpty, group.coordinates.count >= 3 {
                let share = style[4].isEmpty ? 0.5 : try fraction(style[4], "paths")
                fill = try color(style[3], "paths").with(opacity: share)
            }
            draft.addPath(group.coordinates, fill: fill, stroke: stroke.with(opacity: opacity), width: weight)
        }
    }
}
