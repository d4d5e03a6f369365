// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo

/// One `path` parameter of tileserver-gl: options, then points with bars between them or an encoded line.
package struct TileServerPath {
    private(set) var points: [Coordinate] = []
    private var options: [String: String] = [:]

    package static let names: Set<String> = ["fill", "stroke", "width", "border", "borderwidth"]

    init(_ text: String, latitudeFirst: Bool, _ draft: inout SceneDraft) {
        var rest = text[...]
        while !rest.isEmpty {
            // An encoded line may have bars of its own: it is the rest.
            if rest.hasPrefix("enc:") {
                do throws(EncodedPolyline.DecodingError) {
                    points += try EncodedPolyline.decode(String(rest.dropFirst(4)), precision: 5)
                } catch {
                    draft.warn("path: the encoded line is broken: \(error.message); it is left out")
                }
                return
            }
            let part = rest.prefix { $0 != "|" }
            rest = rest.dropFirst(part.count + 1)
            if let colon = part.firstIndex(of: ":"), Self.names.contains(String(part[..<colon])) {
                options[String(part[..<colon])] = String(part[part.index(after: colon)...])
            } else if let point = coordinate(part, latitudeFirst: latitudeFirst) {
                points.append(point)
            } else {
                draft.warn("path: \"\(part.prefix(40))\" is no coordinate; it is left out")
            }
        }
    }

    /// The fill, and over it the line.
    func overlays(_ query: Query, _ draft: inout SceneDraft) -> [JSONNode] {
        guard points.count >= 2 else { return [] }
        var overlays: [JSONNode] = []
        let line = JSONNode.list(points.map(\.pair))
        if let fill = options["fill"] ?? query["fill"], points.count >= 3 {
            let color = color(fill.isEmpty ? "rgba(255,255,255,0.4)" : fill, or: "rgba(255,255,255,0.4)", &draft)
            overlays.append(
                .members([
                    "type": .text("polygon"), "level": .text("aboveLabels"), "coordinates": line,
                    "fillColor": .text(color), "strokeColor": .text("transparent"), "lineWidth": .count(0),
                ]))
        }
        let width = min(500, max(0, (options["width"] ?? query["width"]).flatMap(decimal) ?? 1))
        guard width > 0 else { return overlays }
        let stroke = options["stroke"] ?? query["stroke"]
        overlays.append(
            .members([
                "type": .text("polyline"), "level": .text("aboveLabels"), "coordinates": line,
                "strokeColor": .text(
                    stroke.map { color($0, or: "rgba(0,64,255,0.7)", &draft) } ?? "rgba(0,64,255,0.7)"),
                "lineWidth": .number(width),
                "lineCap": .text(word(query["linecap"], of: ["butt", "round", "square"])),
                "lineJoin": .text(word(query["linejoin"], of: ["miter", "round", "bevel"])),
                "casing": casing(query, width: width, &draft),
            ]))
        return overlays
    }

    /// The border on each side; a path's own border beats that of the query.
    private func casing(_ query: Query, width: Double, _ draft: inout SceneDraft) -> JSONNode? {
        guard let border = options["border"] ?? query["border"] else { return nil }
        let own = options["border"] == nil ? query["borderwidth"] : options["borderwidth"]
        let side = min(100, own.flatMap(decimal) ?? width * 0.1)
        guard side > 0 else { return nil }
        return .members(["color": .text(color(border, or: "#000", &draft)), "width": .number(side)])
    }

    private func word(_ text: String?, of words: [String]) -> String {
        text.flatMap { words.contains($0) ? $0 : nil } ?? words[0]
    }

    private func color(_ text: String, or other: String, _ draft: inout SceneDraft) -> String {
        if text == "none" { return "transparent" }
        if Color(css: text) != nil { return text }
        draft.warn("path: \"\(text.prefix(30))\" is no CSS color; \(other) is drawn instead")
        return other
    }
}
