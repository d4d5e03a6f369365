// SPDX-License-Identifier: MIT
import HTTPTypes
import MapDiagnostics
import MapGeo

/// The JSON parameters of Apple's snapshots.
struct AppleShapes {
    let context: DialectContext
    /// What the point "center" stands for.
    let center: Coordinate?
    /// All that `center=auto` must show.
    private(set) var coordinates: [Coordinate] = []
    private var images: [String] = []

    init(context: DialectContext, center: Coordinate?) {
        self.context = context
        self.center = center
    }

    private func list(_ text: String?, _ parameter: String) throws(RequestError) -> [JSONNode] {
        guard let text, !text.isEmpty else { return [] }
        let root: JSONNode
        do throws(Diagnostic) {
            root = try JSONDocument(file: parameter, text: Array(text.utf8)).root
        } catch {
            throw RequestError(.badRequest, error.message, parameter: parameter, diagnostics: [error])
        }
        guard let items = root.array else { throw .bad(parameter, "expected a JSON array") }
        return items
    }

    mutating func readImages(_ text: String?) throws(RequestError) {
        let items = try list(text, "imgs")
        guard items.count <= 10 else { throw .bad("imgs", "at most 10 images are allowed, found \(items.count)") }
        images = items.map { $0["url"]?.string ?? "" }
    }

    private func point(_ node: JSONNode, _ parameter: String) throws(RequestError) -> Coordinate {
        let text = node.string ?? ""
        if text == "center", let center { return center }
        return try AppleDialect.location(text, parameter)
    }

    mutating func readOverlays(_ text: String?, _ draft: inout SceneDraft) throws(RequestError) {
        for item in try list(text, "overlays") {
            var line: [Coordinate] = []
            for node in item["points"]?.array ?? [] { line.append(try point(node, "overlays")) }
            guard line.count >= 2 else { throw .bad("overlays", "points: expected at least two places") }
            coordinates += line
            let stroke = item["strokeColor"]?.string ?? "0088ff"
            guard let color = hexColor(stroke, digits: [3, 6, 8]) else {
                throw .bad("overlays", "strokeColor: expected hexadecimal digits, found \"\(stroke.prefix(20))\"")
            }
            draft.overlays.append(
                .members([
                    "type": .text("polyline"), "level": .text("aboveRoads"), "coordinates": .list(line.map(\.pair)),
                    "strokeColor": .text(color),
                    "lineWidth": .number(min(100, max(0, item["lineWidth"]?.number ?? 2))),
                    "lineDashPattern": dash(item["lineDash"]),
                ]))
        }
    }

    private func dash(_ node: JSONNode?) -> JSONNode? {
        guard let numbers = node?.array?.compactMap(\.number), !numbers.isEmpty, numbers.count <= 64,
            numbers.allSatisfy({ (0...10000).contains($0) })
        else { return nil }
        return .list(numbers.map(JSONNode.number))
    }

    mutating func readAnnotations(_ text: String?, _ draft: inout SceneDraft) throws(RequestError) {
        for item in try list(text, "annotations") {
            guard let node = item["point"] else { throw .bad("annotations", "point is required") }
            let coordinate = try point(node, "annotations")
            coordinates.append(coordinate)
            draft.annotations.append(try annotation(item, at: coordinate, &draft))
        }
    }

    private func annotation(
        _ item: JSONNode, at coordinate: Coordinate, _ draft: inout SceneDraft
    ) throws(RequestError) -> JSONNode {
        let style = item["markerStyle"]?.string ?? "balloon"
        let given = item["color"]?.string
        let color = given.flatMap { hexColor($0, digits: [3, 6, 8]) }
        if let given, color == nil {
            throw .bad("annotations", "color: expected hexadecimal digits, found \"\(given.prefix(20))\"")
        }
        switch style {
        case "img":
            guard let index = item["imgIdx"]?.number, index >= 0, index < Double(images.count) else {
                throw .bad("annotations", "imgIdx: expected the number of one of \(images.count) images")
            }
            let address = images[Int(index)]
            if let icon = context.icon(address) {
                let offset = item["offset"]?.string.flatMap { decimals($0) } ?? []
                // Apple counts offsets to the left and up, from the middle of the image's lower edge.
                return imageAnnotation(
                    icon, at: coordinate, offset: offset.count == 2 ? (-offset[0], -offset[1]) : nil)
            }
            draft.warn(
                "imgs: \"\(address.prefix(80))\" is not among the served icons, and nothing is fetched; a balloon stands instead"
            )
        case "dot":
            return imageAnnotation(dot(color ?? "#ff3b30"), at: coordinate, anchor: "center")
        case "balloon", "large": break
        default:
            throw .bad("annotations", "markerStyle: expected dot, balloon, large or img, found \"\(style.prefix(20))\"")
        }
        if item["glyphImgIdx"] != nil { draft.warn("annotations: glyphImgIdx changes nothing") }
        return .members([
            "coordinate": coordinate.pair, "view": .text("marker"), "tint": color.map(JSONNode.text),
            "glyphText": item["glyphText"]?.string.map(JSONNode.text),
            "glyphTint": item["glyphColor"]?.string.flatMap { hexColor($0, digits: [3, 6, 8]) }.map(JSONNode.text),
            "selected": style == "large" ? JSONNode(.bool(true)) : nil,
            "canShowCallout": style == "large" ? JSONNode(.bool(false)) : nil,
            "titleVisibility": .text("hidden"), "displayPriority": .text("required"), "collisionMode": .text("none"),
        ])
    }

    private func dot(_ color: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="14" height="14"><circle cx="7" cy="7" r="5.5" fill="\(color)" \
        stroke="#fff" stroke-width="2"/></svg>
        """
    }
}
