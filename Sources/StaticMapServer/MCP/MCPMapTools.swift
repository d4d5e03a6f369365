// SPDX-License-Identifier: MIT
import HTTPTypes
import MapCore
import MapGeo
import MapGeometry
import StaticMap

/// Drawing and describing.
extension MCPServer {
    func render(
        _ arguments: inout MCPArguments, _ cancellation: CancellationFlag
    ) async throws(RequestError) -> MCPToolResult {
        let scene = arguments.scene()
        let format = arguments.choice("format", of: OutputFormat.self) ?? .png
        let quality = arguments.whole("quality", in: 1...100)
        try arguments.finish()
        let map = try drawable(scene)
        let output = service.withQuality(RenderRequest.Output(format.rawValue, quality: quality))
        let drawn = try await drawn(of: map.admitted.text, cancellation) { () throws(RequestError) in
            try map.rendering.draw(map.admitted.text, as: [output])
        }
        guard let first = drawn.first else { throw RequestError(.internalServerError, "nothing was drawn") }
        let report = MapReport(first)
        return MCPToolResult(
            text: ([report.sentence(first, format)] + report.lines).joined(separator: "\n"),
            structured: report.node.setting("format", .text(format.rawValue))
                .setting("bytes", .count(first.bytes.count)),
            contents: [Self.content(first, format)])
    }

    /// An image as a client shows it; a document as a file.
    private static func content(_ drawn: Rendering.Drawn, _ format: OutputFormat) -> JSONNode {
        switch format {
        case .png, .png8, .jpeg, .webp:
            return ["type": "image", "data": .text(base64(drawn.bytes)), "mimeType": .text(drawn.mediaType)]
        case .svg, .pdf:
            let isText = format == .svg
            return [
                "type": "resource",
                "resource": [
                    "uri": "staticmap://maps/map.\(format.rawValue)", "mimeType": .text(drawn.mediaType),
                    "text": isText ? .text(String(decoding: drawn.bytes, as: UTF8.self)) : nil,
                    "blob": isText ? nil : .text(base64(drawn.bytes)),
                ],
            ]
        }
    }

    func describe(
        _ arguments: inout MCPArguments, _ cancellation: CancellationFlag
    ) async throws(RequestError) -> MCPToolResult {
        let scene = arguments.scene()
        try arguments.finish()
        let map = try drawable(scene)
        return try await drawn(of: map.admitted.text, cancellation) { () throws(RequestError) in
            let text = map.admitted.text
            let drawn = try map.rendering.draw(text, as: [RenderRequest.Output("png")])
            guard let first = drawn.first else { throw RequestError(.internalServerError, "nothing was drawn") }
            let report = MapReport(first)
            let seen = try map.rendering.hitMap(of: text)
            let places = seen.knownPlaces(map.rendering.renderer)
            let items = seen.items
            let hidden = try map.rendering.document(text).hiddenAnnotations(seen, items)
            var lines = report.lines
            if !places.isEmpty {
                lines.append("Places in view: " + places.map { $0["name"]?.string ?? "" }.joined(separator: ", "))
            }
            lines += items.prefix(Self.shownItems).map(\.itemLine)
            if items.count > Self.shownItems { lines.append("and \(items.count - Self.shownItems) more items") }
            lines += hidden.prefix(Self.shownItems).map { "\($0.target) is not drawn: \($0.reason)" }
            let node = report.node.setting("places", .list(places))
                .setting("items", .list(items.prefix(Self.shownItems)))
                .setting("style", .text(map.admitted.style.id))
            return MCPToolResult(text: ([report.view] + lines).joined(separator: "\n"), structured: node)
        }
    }

    /// A model reads all that a tool says.
    private static let shownItems = 100
}

/// What the report of a map says to a model.
private struct MapReport {
    private let report: JSONNode
    private let warnings: [Diagnostic]

    init(_ drawn: Rendering.Drawn) {
        report = (try? JSONDocument(file: "report", text: Array(drawn.report().utf8)).root) ?? [:]
        warnings = drawn.warnings
    }

    private var camera: JSONNode? { report["camera"] }
    private var omitted: [String] { (report["omitted"]?["items"]?.array ?? []).compactMap { $0["text"]?.string } }

    /// What was drawn, and what to do where it is larger than clients like.
    func sentence(_ drawn: Rendering.Drawn, _ format: OutputFormat) -> String {
        let size = "\(format.rawValue), \(drawn.width) x \(drawn.height) pixels, \((drawn.bytes.count + 999) / 1000) kB"
        let isLarge = drawn.bytes.count > 750_000
        return size + "; " + view
            + (isLarge ? " Some clients take no images of this size: use webp or jpeg, or a lower scale." : "")
    }

    /// Where the map is.
    var view: String {
        let size = (report["image"]?["size"]?.array ?? []).compactMap(\.number).map(formatted)
        let bounds = (camera?["bounds"]?.array ?? []).compactMap(\.number).map(formatted).joined(separator: ", ")
        return "\(size.joined(separator: " x ")) points, center \(camera?["center"]?.line ?? "?"), "
            + "zoom \(camera?["zoom"]?.line ?? "?"), bounds [\(bounds)], "
            + "\(camera?["metersPerPoint"]?.line ?? "?") meters per point."
    }

    var lines: [String] {
        var lines: [String] = []
        if let credit = report["attribution"]?.string, !credit.isEmpty { lines.append("Credits: \(credit)") }
        let missing = report["missingTiles"]?["count"]?.number ?? 0
        if missing > 0 { lines.append("\(formatted(missing)) tiles are missing.") }
        if !omitted.isEmpty {
            lines.append("Names without room: " + omitted.prefix(20).joined(separator: ", "))
        }
        if !warnings.isEmpty { lines.append(MCPServer.problemLines(warnings)) }
        return lines
    }

    var node: JSONNode {
        let image = report["image"]
        return [
            "size": image?["size"], "scale": image?["scale"], "width": image?["width"], "height": image?["height"],
            "center": camera?["center"], "zoom": camera?["zoom"], "bearing": camera?["bearing"],
            "bounds": camera?["bounds"], "metersPerPoint": camera?["metersPerPoint"],
            "coordinateSystem": camera?["coordinateSystem"], "attribution": report["attribution"],
            "missingTiles": report["missingTiles"]?["count"],
            "omittedNames": .list(omitted.prefix(20).map(JSONNode.text)),
            "problems": .list(warnings.prefix(50).map(\.problem)),
        ]
    }
}

extension HitMap {
    /// What can be hit, with its place in the image and without its outlines.
    fileprivate var items: [JSONNode] {
        let regions = try? JSONDocument(file: "regions", text: Array(regions(as: .json).utf8)).root
        return (regions?["regions"]?.array ?? []).map { $0.removing("outlines") }
    }

    /// The largest places of the base map that the image shows, at most twelve.
    fileprivate func knownPlaces(_ renderer: MapRenderer) -> [JSONNode] {
        let center = coordinateSystem.convert(viewport.center, to: .wgs84)
        let named = renderer.gazetteer(around: center).places.filter { place in
            contains(point(for: CoordinateSystem.wgs84.convert(place.coordinate, to: coordinateSystem)))
        }
        let sorted = named.enumerated().sorted {
            ($0.element.importance, $0.offset) < ($1.element.importance, $1.offset)
        }
        return sorted.prefix(12).map(\.element).map { place in
            let there = CoordinateSystem.wgs84.convert(place.coordinate, to: coordinateSystem)
            let p = point(for: there)
            return place.node.setting("at", [.number(p.x.rounded()), .number(p.y.rounded())])
        }
    }
}

extension JSONNode {
    /// A region in words: `annotation/hotel "Hotel": x 120, y 80, 40 x 52 points`.
    fileprivate var itemLine: String {
        let title = self["title"]?.string ?? self["alt"]?.string
        let box = (self["bounds"]?.array ?? []).compactMap(\.number).map { formatted($0.rounded()) }
        let place = box.count == 4 ? "x \(box[0]), y \(box[1]), \(box[2]) x \(box[3]) points" : ""
        return (self["target"]?.string ?? "") + (title.map { " \"\($0)\"" } ?? "") + ": " + place
    }
}

extension SceneDocument {
    /// Annotations that nothing is seen of, and why.
    fileprivate func hiddenAnnotations(_ map: HitMap, _ items: [JSONNode]) -> [(target: String, reason: String)] {
        let seen = Set(
            items.compactMap { $0["target"]?.string }.map { $0.split(separator: "/").prefix(2).joined(separator: "/") })
        return scene.annotations.enumerated().compactMap { index, annotation in
            let target = "annotation/\(annotation.id ?? String(index))"
            guard !seen.contains(target) else { return nil }
            let system = annotation.coordinateSystem ?? scene.coordinateSystem
            let there = system.convert(annotation.coordinate, to: map.coordinateSystem)
            return (target, map.contains(map.point(for: there)) ? "others cover it" : "it lies outside of the map")
        }
    }
}
