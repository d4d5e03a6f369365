// SPDX-License-Identifier: MIT
package import HTTPTypes
import Libc
import MapCore
import MapGeo
import MapGeometry
import MapImages

/// The parameters of a map of OGC API – Maps, and the image that they come to.
///
/// - SeeAlso: OGC 20-058, *OGC API – Maps – Part 1: Core*: scaling, display resolution, spatial subsetting, coordinate reference
///   systems, background.
struct MapParameters: Sendable {
    static let names: Set<String> = [
        "f", "crs", "bbox", "bbox-crs", "subset", "subset-crs", "center", "center-crs", "width", "height",
        "scale-denominator", "mm-per-pixel", "bgcolor", "transparent", "void-color", "void-transparent",
    ]

    /// The longer side where nothing says how large a map is.
    private static let side = 1024
    /// The pixel of the standard, in millimetres.
    private static let pixel = 0.28
    /// Metres of a degree of latitude.
    private static let degree = WebMercator.circumference / 360

    let system: ServedSystem
    let box: PlaneBox
    let map: PlanarMap

    /// - Parameters:
    ///   - query: of the request.
    ///   - format: of the image.
    ///   - extent: of what is drawn, which is what is shown unless the request says otherwise.
    ///   - systems: those that there are.
    ///   - pixels: how many an image may have.
    ///   - paper: the background color of the style.
    /// - Throws: what is wrong with the parameters, with the status that the standard has for it.
    init(
        _ query: Query, format: RenderRequest.Output, extent: CoordinateBox, systems: ServedSystems, pixels: Int,
        paper: String
    ) throws(RequestError) {
        let places = Places(query: query, systems: systems)
        let system = try places.system("crs", .mercator)
        let whole = try Self.everything(extent, in: system)
        let given = try places.box(whole, system)
        let center = try places.center(system)
        let millimetres = try Self.positive(query, "mm-per-pixel") ?? Self.pixel
        let denominator = try Self.positive(query, "scale-denominator")
        let (width, height) = (try Self.count(query, "width"), try Self.count(query, "height"))
        let isSized = width != nil || height != nil
        if given != nil, denominator != nil, isSized {
            throw .bad(
                "scale-denominator", "a box, a size and a scale cannot be asked for together", hint: "leave one out")
        }
        let middle = center ?? (given ?? whole).center
        let perMetre = try Self.unitsPerMetre(of: system, at: middle)
        /// Units of the plane that a pixel covers at a scale.
        func unitsPerPixel(_ denominator: Double) -> Double { millimetres / 1000 * denominator * perMetre }
        let fitting = max(whole.width, whole.height) / Double(Self.side)
        let size: (width: Int, height: Int)
        let box: PlaneBox
        if center != nil || denominator != nil && isSized {
            let units = denominator.map(unitsPerPixel) ?? fitting
            size = (width ?? height ?? Self.side, height ?? width ?? Self.side)
            box = PlaneBox(center: middle, width: Double(size.width) * units, height: Double(size.height) * units)
        } else {
            box = given ?? whole
            let units =
                denominator.map(unitsPerPixel) ?? width.map { box.width / Double($0) }
                ?? height.map { box.height / Double($0) } ?? max(box.width, box.height) / Double(Self.side)
            let counts = [box.width, box.height].map { max(1, Int(min(1e6, ($0 / units).rounded()))) }
            size = (width ?? counts[0], height ?? counts[1])
        }
        guard size.width <= pixels / size.height else {
            throw RequestError(
                .contentTooLarge,
                "the image would have \(size.width) by \(size.height) pixels; \(pixels) are the limit",
                parameter: width == nil && height == nil ? "scale-denominator" : "width")
        }
        var map = PlanarMap(
            system: system, box: box, width: size.width, height: size.height, format: format)
        map.scale = min(4, max(1, Self.pixel / millimetres))
        try Self.setBackground(query, paper: paper, &map)
        map.warnings = SceneDraft.others(in: query, than: Self.names)
        (self.system, self.box, self.map) = (system, box, map)
    }

    /// All that is drawn, as far as it is in a system.
    private static func everything(_ extent: CoordinateBox, in system: ServedSystem) throws(RequestError) -> PlaneBox {
        let degrees = PlaneBox(extent)
        guard system.turn == nil else { return try system.box(degrees, from: .crs84) }
        let common = degrees.intersection(system.area)
        guard common.width > 0, common.height > 0 else { return system.bounds }
        return try system.box(common, from: .crs84)
    }

    /// How long a metre on the Earth is; of degrees, as long as on the equator.
    private static func unitsPerMetre(of system: ServedSystem, at point: Point) throws(RequestError) -> Double {
        guard !system.isGeographic else { return 1 / degree }
        let place = try ServedSystem.crs84.positions([point], from: system)[0]
        guard place.x.isFinite else { return 1 }
        if system == .mercator { return 1 / max(1e-9, cos(place.y * .pi / 180)) }
        return try system.plane.unitsPerMeter(at: Coordinate(latitude: place.y, longitude: place.x))
    }

    // MARK: background

    private static func setBackground(
        _ query: Query, paper: String, _ map: inout PlanarMap
    ) throws(RequestError) {
        let color = try color(query, "bgcolor")
        let canBeTransparent = map.format.format != "jpeg"
        let asked = try flag(query, "transparent")
        map.transparent = (asked ?? (color == nil)) && canBeTransparent
        map.omitsBackground = map.transparent || color != nil
        map.background = color ?? paper
        let void = try Self.color(query, "void-color")
        let isVoidTransparent = try flag(query, "void-transparent") ?? (void == nil && map.transparent)
        if isVoidTransparent, canBeTransparent {
            map.void = .transparent
        } else {
            map.void = .color(void ?? map.background ?? "#ffffff")
        }
    }

    /// Six digits, with `0x` or `#` or nothing before them, or a name of CSS.
    private static func color(_ query: Query, _ name: String) throws(RequestError) -> String? {
        guard let text = query[name] else { return nil }
        if let color = hexColor(text, digits: [6, 8]) { return color }
        let word = text.lowercased()
        guard !word.isEmpty, word.allSatisfy({ $0.isASCII && $0.isLetter }), Color(css: word) != nil else {
            throw .bad(name, "expected a color such as 0xFF8800 or lightblue, found \"\(text.prefix(30))\"")
        }
        return word
    }

    private static func flag(_ query: Query, _ name: String) throws(RequestError) -> Bool? {
        guard let text = query[name]?.lowercased() else { return nil }
        guard text == "true" || text == "false" else {
            throw .bad(name, "expected true or false, found \"\(text.prefix(20))\"")
        }
        return text == "true"
    }

    // MARK: numbers

    private static func positive(_ query: Query, _ name: String) throws(RequestError) -> Double? {
        guard let text = query[name] else { return nil }
        guard let number = Double(text), number.isFinite, number > 0 else {
            throw .bad(name, "expected a positive number, found \"\(text.prefix(30))\"")
        }
        return number
    }

    private static func count(_ query: Query, _ name: String) throws(RequestError) -> Int? {
        guard let text = query[name] else { return nil }
        guard let number = whole(text), number > 0 else {
            throw .bad(name, "expected a number of pixels, found \"\(text.prefix(30))\"")
        }
        return number
    }

    fileprivate static func numbers(_ text: some StringProtocol) -> [Double]? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double(String($0).trimmed) }
        guard numbers.allSatisfy({ $0.map { $0.isFinite && abs($0) < 1e9 } ?? false }) else { return nil }
        return numbers.compactMap(\.self)
    }
}

/// Where the parameters of a map say that it is.
private struct Places {
    let query: Query
    let systems: ServedSystems

    func system(_ name: String, _ fallback: ServedSystem) throws(RequestError) -> ServedSystem {
        guard let text = query[name] else { return fallback }
        guard let system = systems.system(text) else {
            throw .bad(
                name, "the system \"\(text.prefix(80))\" is not served",
                hint: "expected \(listing(systems.all.prefix(12).map(\.code)))")
        }
        return system
    }

    /// What `bbox` or `subset` says, in a system.
    func box(_ whole: PlaneBox, _ system: ServedSystem) throws(RequestError) -> PlaneBox? {
        let given = ["bbox", "subset", "center"].filter { query[$0] != nil }
        guard given.count <= 1 else {
            throw .bad(given[1], "\(given.joined(separator: " and ")) cannot be used together")
        }
        var box: PlaneBox
        let own: ServedSystem
        if let text = query["bbox"] {
            own = try self.system("bbox-crs", .crs84)
            guard let n = MapParameters.numbers(text), n.count == 4 || n.count == 6 else {
                throw .bad("bbox", "expected four numbers, found \"\(text.prefix(80))\"")
            }
            let flat = n.count == 4 ? n : [n[0], n[1], n[3], n[4]]
            box =
                own.isNorthFirst
                ? PlaneBox(minX: flat[1], minY: flat[0], maxX: flat[3], maxY: flat[2])
                : PlaneBox(minX: flat[0], minY: flat[1], maxX: flat[2], maxY: flat[3])
        } else if query["subset"] != nil {
            own = try self.system("subset-crs", .crs84)
            box = try subset(try own.box(whole, from: system), own)
        } else {
            return nil
        }
        // To the east of 180 degrees.
        if box.minX > box.maxX, own.isGeographic { box.maxX += 360 }
        // Around the Earth, one may go on.
        let sides = own.turn ?? 0
        guard box.minX < box.maxX, box.minY < box.maxY, own.turn == nil || box.width <= 2 * sides else {
            throw .bad(given[0], "expected the smaller numbers first")
        }
        let common = box.intersection(own.reach.extended(by: sides))
        guard common.width > 0, common.height > 0, box.minY < own.reach.maxY, box.maxY > own.reach.minY else {
            throw .notFound("\(given[0]): there is nothing so far away")
        }
        return try system.box(box, from: own)
    }

    /// `Lat(60:61),Lon(24:25)`; an axis that is not named is shown whole.
    private func subset(_ whole: PlaneBox, _ system: ServedSystem) throws(RequestError) -> PlaneBox {
        var box = whole
        let axes = system.axes
        for part in query.all("subset").flatMap({ $0.split(separator: ",") }) {
            guard let open = part.firstIndex(of: "("), part.last == ")" else {
                throw .bad("subset", "expected axis(low:high), found \"\(part.prefix(40))\"")
            }
            let axis = String(part[..<open]).trimmed.lowercased()
            let range = part[part.index(after: open)...].dropLast().split(
                separator: ":", omittingEmptySubsequences: false)
            guard axes.x.contains(axis) || axes.y.contains(axis) else {
                throw .bad("subset", "the axis \"\(axis.prefix(20))\" is none of \(system.code)")
            }
            let isX = axes.x.contains(axis)
            func number(_ text: Substring, _ other: Double) -> Double? {
                text == "*" ? other : Double(text).flatMap { $0.isFinite && abs($0) < 1e9 ? $0 : nil }
            }
            guard range.count == 2, let low = number(range[0], isX ? whole.minX : whole.minY),
                let high = number(range[1], isX ? whole.maxX : whole.maxY)
            else { throw .bad("subset", "expected low:high, found \"\(part.prefix(60))\"") }
            if isX { (box.minX, box.maxX) = (low, high) } else { (box.minY, box.maxY) = (low, high) }
        }
        return box
    }

    /// `24.94,60.17` in the order of its system, or `Lat(60.17),Lon(24.94)`.
    func center(_ system: ServedSystem) throws(RequestError) -> Point? {
        guard let text = query["center"] else { return nil }
        let own = try self.system("center-crs", .crs84)
        var point: Point?
        if let n = MapParameters.numbers(text), n.count == 2 {
            point = own.isNorthFirst ? Point(n[1], n[0]) : Point(n[0], n[1])
        } else if let match = text.wholeMatch(of: #/([A-Za-z]+)\(([-+.0-9]+)\),([A-Za-z]+)\(([-+.0-9]+)\)/#),
            let first = Double(match.2), let second = Double(match.4)
        {
            let isXFirst = own.axes.x.contains(match.1.lowercased())
            let names = isXFirst ? (match.1, match.3) : (match.3, match.1)
            if own.axes.x.contains(names.0.lowercased()), own.axes.y.contains(names.1.lowercased()) {
                point = isXFirst ? Point(first, second) : Point(second, first)
            }
        }
        let reach = own.reach.extended(by: own.turn.map { $0 / 2 } ?? 0)
        guard let point, point.x >= reach.minX, point.x <= reach.maxX, point.y >= own.reach.minY,
            point.y <= own.reach.maxY
        else {
            throw .bad("center", "expected a position of \(own.code), found \"\(text.prefix(60))\"")
        }
        let found = try system.positions([point], from: own)[0]
        guard found.x.isFinite else { throw .notFound("center: there is nothing so far away") }
        return found
    }
}

extension HTTPField.Name {
    /// The box of a map, in its system.
    package static let contentBbox = own("Content-Bbox")
    /// The system of a map, unless that is CRS84.
    package static let contentCrs = own("Content-Crs")
}

/// OGC API – Maps.
///
/// - SeeAlso: OGC 20-058.
extension MapService {
    /// `…/map`: of all data, of a collection, in the default style or in another.
    func ogcMap(_ request: ServerRequest) async throws(RequestError) -> Response {
        let resource = try ogcResource(request)
        let format = try ogcFormat(request)
        let parameters = try MapParameters(
            request.query, format: withQuality(RenderRequest.Output(format)), extent: resource.extent,
            systems: systems, pixels: pixels(for: request), paper: resource.style.paper)
        var fields = HTTPFields()
        fields[.contentBbox] = parameters.system.text(parameters.box)
        if parameters.system != .crs84 { fields[.contentCrs] = parameters.system.address }
        return try await draw(
            parameters.map, in: resource.style, request, fields: fields, varies: request.query["f"] == nil)
    }

    /// The format of an image: what `f` says, or else what the client prefers.
    ///
    /// - Throws: 400 for another format, 406 when the client takes none of them.
    func ogcFormat(_ request: ServerRequest) throws(RequestError) -> String {
        let formats = ["image/png": "png", "image/jpeg": "jpeg", "image/webp": "webp"]
        if let name = request.query["f"] {
            guard let format = formats[name] ?? outputFormat(extension: name), formats.values.contains(format) else {
                throw .bad("f", "expected png, jpeg or webp, found \"\(name.prefix(20))\"")
            }
            return format
        }
        guard let field = request.headers[.accept] else { return "png" }
        let wishes = weighted(field).filter { $0.weight > 0 }
        let any = wishes.filter { ["*/*", "image/*"].contains($0.name) }.map(\.weight).max() ?? 0
        let best = wishes.filter { formats[$0.name] != nil }.max { $0.weight < $1.weight }
        if let best, best.weight > any { return formats[best.name] ?? "png" }
        guard any > 0 else {
            throw RequestError(
                HTTPResponse.Status(code: 406), "there are png, jpeg and webp", parameter: "Accept", hint: "f=png")
        }
        return "png"
    }
}

extension ServedStyle {
    /// The color of its background where that is a plain one, else white.
    var paper: String {
        let layer = json?["layers"]?.array?.first { $0["type"]?.string == "background" }
        return layer?["paint"]?["background-color"]?.string ?? "#ffffff"
    }
}
