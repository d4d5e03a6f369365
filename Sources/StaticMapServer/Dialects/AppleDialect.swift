// SPDX-License-Identifier: MIT
import MapCore
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
            draft.warn("t: there are no aerial images; the standard map is drawn")
        }
        draft.language = query["lang"].flatMap(languageTag)
        if query["poi"] == "0" { draft.basemap.append(("hide", ["poi-*"])) }
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
            let middle = center ?? CoordinateBox(showing: coordinates)?.mercatorCenter
            guard let middle else { throw .bad("center", "auto needs annotations or overlays") }
            draft.camera = [
                "region": [
                    "center": middle.pair,
                    "span": ["latitudeDelta": .number(span[0]), "longitudeDelta": .number(span[1])],
                ]
            ]
            return
        }
        let zoom = try query.number("z", 1...20)
        if let center {
            draft.setCamera(at: center, zoom: zoom ?? 12, zoomTileSize: 256)
        } else {
            guard let box = CoordinateBox(showing: coordinates) else {
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

/// The JSON parameters of Apple's snapshots.
struct AppleShapes {
    let context: DialectContext
    /// What the point "center" stands for.
    let center: Coordinate?
    /// All that `center=auto` must show.
    private(set) var coordinates: [Coordinate] = []
    private var images: [Image] = []

    private struct Image {
        var address: String
        /// In points; nil for those of the file.
        var size: (width: Double, height: Double)?
    }

    init(context: DialectContext, center: Coordinate?) {
        self.context = context
        self.center = center
    }

    private func list(_ text: String?, _ parameter: String) throws(RequestError) -> [JSONNode] {
        guard let text, !text.isEmpty else { return [] }
        guard let items = try JSONNode(text.utf8, of: parameter).array else {
            throw .bad(parameter, "expected a JSON array")
        }
        return items
    }

    mutating func readImages(_ text: String?) throws(RequestError) {
        let items = try list(text, "imgs")
        guard items.count <= 10 else { throw .bad("imgs", "at most 10 images are allowed, found \(items.count)") }
        for item in items {
            let sides = [item["width"]?.number, item["height"]?.number].compactMap(\.self)
            guard sides.allSatisfy({ (1...512).contains($0) }), sides.count != 1 else {
                throw .bad("imgs", "width and height: expected two numbers from 1 to 512")
            }
            images.append(
                Image(address: item["url"]?.string ?? "", size: sides.count == 2 ? (sides[0], sides[1]) : nil))
        }
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
            draft.overlays.append([
                "type": "polyline", "level": "aboveRoads", "coordinates": .list(line.map(\.pair)),
                "strokeColor": .text(color), "lineWidth": .number(min(100, max(0, item["lineWidth"]?.number ?? 2))),
                "lineDashPattern": dash(item["lineDash"]),
            ])
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
            let (address, size) = (images[Int(index)].address, images[Int(index)].size)
            if let icon = context.icon(address) {
                let offset = item["offset"]?.string.flatMap { decimals($0) } ?? []
                // Apple counts offsets to the left and up, from the middle of the image's lower edge.
                return imageAnnotation(
                    icon, at: coordinate, offset: offset.count == 2 ? (-offset[0], -offset[1]) : nil,
                    scale: size.flatMap { imageScale(of: icon, for: $0, &draft) })
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
        return [
            "coordinate": coordinate.pair, "view": "marker", "tint": color.map(JSONNode.text),
            "glyphText": item["glyphText"]?.string.map(JSONNode.text),
            "glyphTint": item["glyphColor"]?.string.flatMap { hexColor($0, digits: [3, 6, 8]) }.map(JSONNode.text),
            "selected": style == "large" ? true : nil,
            "canShowCallout": style == "large" ? false : nil,
            "titleVisibility": "hidden", "displayPriority": "required", "collisionMode": "none",
        ]
    }

    /// How many times its own size an image is in a frame, whose sides it does not exceed.
    private func imageScale(
        of icon: String, for size: (width: Double, height: Double), _ draft: inout SceneDraft
    ) -> Double? {
        guard let own = context.imageSize(icon) else {
            draft.warn("imgs: the size of \"\(icon.prefix(40))\" is not known; width and height change nothing")
            return nil
        }
        let (across, down) = (size.width / own.width, size.height / own.height)
        if max(across, down) > 1.05 * min(across, down) {
            draft.warn("imgs: \"\(icon.prefix(40))\" keeps its proportions within width and height")
        }
        return max(0.05, min(20, min(across, down)))
    }

    private func dot(_ color: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="14" height="14"><circle cx="7" cy="7" r="5.5" fill="\(color)" \
        stroke="#fff" stroke-width="2"/></svg>
        """
    }
}
