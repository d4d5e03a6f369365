// SPDX-License-Identifier: MIT
public import ArgumentParser
public import StaticMap

/// Options that complete a scene, or change what it says.
struct SceneOptions: ParsableArguments {
    @OptionGroup var sizing: SizeOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The center of the map, also as MGRS (35VLG8594), UTM or a plus code.", valueName: "lon,lat"))
    var center: String?

    @Option(parsing: .unconditional, help: "The zoom level, as in MapLibre: the world is 512 points wide at 0.")
    var zoom: Double?

    @Option(
        help: ArgumentHelp(
            "The scale on paper, true at the center, where a point is 1/96 inch; instead of a zoom.",
            valueName: "1:25000"))
    var mapScale: MapScaleArgument?

    @Option(parsing: .unconditional, help: "The direction that points up, in degrees clockwise from north.")
    var bearing: Double?

    @Option(help: "The tilt of the camera, in degrees from straight down towards the horizon.")
    var pitch: Double?

    @Option(parsing: .unconditional, help: "The turn of the camera around its line of sight, in degrees clockwise.")
    var roll: Double?

    @Option(help: "The angle from the lower edge of the map to the upper one that a tilted camera sees, in degrees.")
    var fieldOfView: Double?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("A box that must be visible.", valueName: "w,s,e,n"),
        transform: BoundingBox.init(parsing:))
    var bbox: BoundingBox?

    @Flag(help: "Fits everything on the map. This is the default if no camera is given.")
    var fit = false

    @Option(
        help: ArgumentHelp(
            "Room around what the camera frames, in points or percent.", valueName: "all|v,h|t,r,b,l"))
    var padding: PaddingArgument?

    @Option(
        help: "The name of an installed style, or a MapLibre style file; - for standard input.",
        completion: .custom(styleCompletions))
    var style: String?

    @Option(
        help: ArgumentHelp(
            "How the Earth is shown: flat, as a ball up to zoom 11 or at every zoom, or in another projection.",
            valueName: "mercator|globe|robinson|…|EPSG:n"))
    var projection: BaseMap.Projection?

    @Option(
        help: ArgumentHelp(
            "The coordinate system that the map is drawn in, such as EPSG:3035; as --projection.", valueName: "epsg:n"))
    var crs: String?

    @Option(help: "The language of labels, such as de or zh-Hant, or local for local names.")
    var language: String?

    @Option(
        help: ArgumentHelp(
            "Whose opinion of disputed borders the map follows, such as IN; ISO for that of ISO 3166.",
            valueName: "country"))
    var worldview: String?

    @Option(
        help: ArgumentHelp(
            "How labels find their places: as in MapLibre, or by a search that shows more of them and takes longer.",
            valueName: "standard|best"))
    var labels: LabelPlacement?

    @Flag(help: "Titles that find no room beside their markers stand farther away, at the end of a line.")
    var leaders = false

    @Option(
        help: "An MBTiles, PMTiles or GeoJSON file or a tile folder, instead of the base map. Can be repeated.",
        completion: .file())
    var tiles: [String] = []

    @Option(help: "The attribution: auto for that of the data, none, or a text.")
    var attribution: String?

    @Option(
        help: ArgumentHelp(
            "Lines of latitude and longitude, at an automatic distance or one in degrees; or a grid of meters, with a distance in meters: utm, mgrs or a projected system.",
            valueName: "auto|degrees|lon,lat|mgrs,1000|epsg:2056"))
    var graticule: GraticuleArgument?

    @OptionGroup(title: "Rasters") var rasters: RasterArguments

    @OptionGroup(title: "On the map") var shapes: ShapeOptions

    @OptionGroup(title: "By data") var data: DataOptions

    func validate() throws {
        let ways = [bbox != nil, center != nil || zoom != nil, fit].count { $0 }
        if ways > 1 {
            throw ValidationError("--bbox, --fit, and --center with --zoom each set the camera: give one of them")
        }
        if zoom != nil, mapScale != nil {
            throw ValidationError("--zoom and --map-scale each say how large the map is drawn: give one of them")
        }
        if let zoom, !Camera.zooms.contains(zoom) {
            let (low, high) = (Camera.zooms.lowerBound, Camera.zooms.upperBound)
            throw ValidationError(
                "--zoom must be from \(formatted(low)) to \(formatted(high)), found \(formatted(zoom))")
        }
        for (option, degrees) in [("--bearing", bearing), ("--roll", roll)] where degrees?.isFinite == false {
            throw ValidationError("\(option) must be a number of degrees")
        }
        for (option, degrees, range) in [
            ("--pitch", pitch, Tilt.pitches), ("--field-of-view", fieldOfView, Tilt.fieldsOfView),
        ] {
            guard let degrees, !range.contains(degrees) else { continue }
            let (low, high) = (formatted(range.lowerBound), formatted(range.upperBound))
            throw ValidationError("\(option) must be from \(low) to \(high) degrees, found \(formatted(degrees))")
        }
        if let center, coordinate(center) == nil {
            let order = shapes.latlng ? "lat,lon" : "lon,lat"
            let isName = center.contains(where: \.isLetter)
            let problem =
                Coordinate.rangeProblem(center, latitudeFirst: shapes.latlng).map { "; \($0)" }
                ?? (isName ? "; names are not looked up: staticmap locate --keyword finds places of the base map" : "")
            throw ValidationError("--center must be \(order), found \"\(center)\"\(problem)")
        }
        if tiles.contains("-") {
            throw ValidationError("--tiles -: tiles are read in no order, which standard input cannot do: name a file")
        }
        if standardInputCount > 1 { throw Self.inputIsTaken }
        for (option, names) in [("--tiles", tiles), ("--style", style.map { [$0] } ?? [])] {
            for name in names where name.hasPrefix("https://") || name.hasPrefix("http://") {
                throw ValidationError(
                    "\(option) \(name): staticmap reads local files only; download "
                        + (option == "--tiles" ? "the tiles as MBTiles or PMTiles" : "the style and its data"))
            }
        }
    }

    func coordinate(_ argument: String, in datum: CoordinateSystem = .wgs84) -> Coordinate? {
        Coordinate(argument: argument, latitudeFirst: shapes.latlng, in: datum)
    }

    /// True when these options alone say where to look, or what to look at: tiles and style files have views of their own.
    var namesFraming: Bool {
        !shapes.isEmpty || rasters.namesFraming || fit || !tiles.isEmpty || style.map(isFile) ?? false
    }

    private func isFile(_ style: String) -> Bool { style == "-" || style.contains("/") || style.hasSuffix(".json") }

    /// How many options read standard input.
    private var standardInputCount: Int {
        ([style, data.join?.file].compactMap(\.self) + shapes.files).count { $0 == "-" }
    }

    private static let inputIsTaken = ValidationError("standard input can be read once: give - for one thing")

    /// Standard input cannot be the scene and something else.
    ///
    /// - Parameters:
    ///   - scene: the argument of a command.
    ///   - rows: a table that a command reads besides.
    /// - Throws: for the user, when several are named.
    func check(scene: String?, rows: String? = nil) throws {
        if [scene, rows].count(where: { $0 == "-" }) + standardInputCount > 1 { throw Self.inputIsTaken }
    }

    /// Writes what the options say into a scene; flags win over the scene. What is not a JSON object stays as it
    /// is, for the decoder to tell.
    func edit(_ text: inout some EditableJSON, keepsCamera: Bool) throws {
        guard text.root.object != nil else { return }
        let datum = text.root["coordinateSystem"]?.string.flatMap(CoordinateSystem.init) ?? .wgs84
        if !keepsCamera, let camera = camera(text.root["camera"], in: datum) {
            try text.set(camera, at: [.key("camera")])
        }
        if let padding, !keepsCamera {
            if text.root["camera"] == nil { try text.set([:], at: [.key("camera")]) }
            if text.root["camera"]?.object != nil {
                try text.set(padding.json, at: [.key("camera"), .key("padding")])
            }
        }
        let ball = projection?.rawValue ?? crs ?? text.root["basemap"]?["projection"]?.string
        try sizing.edit(&text, isFlat: ball == nil || ball == BaseMap.Projection.mercator.rawValue)
        if let attribution { try text.set(.text(attribution), at: [.key("attribution")]) }
        if let labels { try text.set(.text(labels.rawValue), at: [.key("labels")]) }
        if leaders { try text.set(true, at: [.key("leaders")]) }
        if let graticule, isList("overlays", of: text) {
            let count = text.root["overlays"]?.array?.count ?? 0
            try text.set(graticule.json, at: [.key("overlays"), .index(count)])
        }
        try data.edit(&text, namesFiles: !shapes.files.isEmpty)
        if let basemap = basemap(text.root["basemap"]) { try text.set(basemap, at: [.key("basemap")]) }
        for (list, items) in [
            ("overlays", rasters.overlays), ("annotations", try shapes.annotations(in: datum)),
            ("overlays", try shapes.overlays(styledBy: data, in: datum)),
        ]
        where isList(list, of: text) {
            for item in items {
                let count = text.root[list]?.array?.count ?? 0
                try text.set(item, at: [.key(list), .index(count)])
            }
        }
    }

    /// Whether something can be added there. What is no list is for the decoder to tell.
    private func isList(_ key: String, of text: some EditableJSON) -> Bool {
        text.root[key] == nil || text.root[key]?.array != nil
    }

    private func basemap(_ old: JSONNode?) -> JSONNode? {
        let isProjected = projection != nil || crs != nil
        let isNamed = style != nil || !tiles.isEmpty || language != nil || worldview != nil || isProjected
        guard isNamed || !rasters.elevation.isEmpty else { return nil }
        // What is neither an object nor a name is for the decoder to tell.
        guard old == nil || old?.object != nil || old?.string != nil else { return nil }
        var basemap = old?.object ?? JSONObject()
        if let name = old?.string { basemap.members.append(JSONObject.Member("style", .text(name))) }
        func put(_ key: String, _ node: JSONNode) { basemap.set(key, node) }
        if let style {
            put("style", .text(isFile(style) ? inputPath(style) : style))
        }
        if let projection = projection?.rawValue ?? crs { put("projection", .text(projection)) }
        if let language { put("language", .text(language)) }
        if let worldview { put("worldview", .text(worldview)) }
        if !tiles.isEmpty { put("tiles", .list(tiles.map { .text(absolutePath($0)) })) }
        if !rasters.elevation.isEmpty {
            var elevation = basemap["elevation"]?.object ?? JSONObject()
            elevation.members.removeAll { $0.key == "data" }
            let files = JSONNode.list(rasters.elevation.map { .text(absolutePath($0)) })
            elevation.members.insert(JSONObject.Member("data", files), at: 0)
            put("elevation", JSONNode(.object(elevation)))
        }
        return JSONNode(.object(basemap))
    }
}

extension BaseMap.Projection: ExpressibleByArgument {}
extension LabelPlacement: ExpressibleByArgument {}

extension SceneOptions {
    /// The camera with what the options say of it; nil when they say nothing.
    ///
    /// A box, a fit, or a center with a zoom replaces what the camera frames. A center alone moves it, a zoom alone changes
    /// how near it is, also where it falls back to a default.
    func camera(_ old: JSONNode?, in datum: CoordinateSystem) -> JSONNode? {
        guard old == nil || old?.object != nil else { return nil }
        var camera = old?.object ?? JSONObject()
        var isChanged = false
        // A zoom of the command line is MapLibre's, whatever the scene counts in.
        let shift = camera["zoomTileSize"]?.number == 256 ? 1.0 : 0
        func put(_ key: String, _ node: JSONNode) {
            camera.set(key, node)
            isChanged = true
        }
        func replaceFraming(_ framing: KeyValuePairs<String, JSONNode>) {
            let framings = ["bounds", "region", "mapRect", "fit", "follow", "center", "zoom", "distance", "mapScale"]
            camera.members.removeAll { framings.contains($0.key) }
            camera.members.insert(contentsOf: framing.map { JSONObject.Member($0.key, $0.value) }, at: 0)
            isChanged = true
        }
        if let bbox {
            replaceFraming([
                "bounds": .list([bbox.box.west, bbox.box.south, bbox.box.east, bbox.box.north].map(JSONNode.number))
            ])
        } else if fit {
            replaceFraming(["fit": "all"])
        } else if let center = center.flatMap({ coordinate($0, in: datum) })?.json {
            if let mapScale {
                replaceFraming(["center": center, "mapScale": .number(mapScale.denominator)])
            } else if zoom == nil, camera["zoom"] == nil, camera["fit"] != nil {
                put("center", center)
            } else if zoom == nil, var region = region(of: camera) {
                region.members.removeAll { $0.key == "center" }
                region.members.insert(JSONObject.Member("center", center), at: 0)
                let near = camera["zoom"]
                replaceFraming(["region": JSONNode(.object(region))])
                if let near { put("zoom", near) }
            } else if zoom == nil, let scale = camera["mapScale"] {
                replaceFraming(["center": center, "mapScale": scale])
            } else if zoom == nil, let distance = camera["distance"] {
                replaceFraming(["center": center, "distance": distance])
            } else {
                replaceFraming(["center": center, "zoom": camera["zoom"] ?? .number(Self.plainZoom + shift)])
            }
        }
        if let zoom {
            camera.members.removeAll { $0.key == "distance" || $0.key == "mapScale" }
            put("zoom", .number(zoom + shift))
            if var other = camera["default"]?.object, other["center"] != nil {
                other.members.removeAll { $0.key == "zoom" || $0.key == "distance" }
                other.members.append(JSONObject.Member("zoom", .number(zoom + shift)))
                put("default", JSONNode(.object(other)))
            }
        }
        if let mapScale {
            camera.members.removeAll { ["zoom", "distance", "minZoom", "maxZoom", "snapZoom"].contains($0.key) }
            put("mapScale", .number(mapScale.denominator))
        }
        for (key, degrees) in [
            ("bearing", bearing), ("pitch", pitch), ("roll", roll), ("verticalFieldOfView", fieldOfView),
        ] {
            if let degrees { put(key, .number(degrees)) }
        }
        return isChanged ? JSONNode(.object(camera)) : nil
    }

    /// The zoom at a center when neither options nor scene have one.
    private static let plainZoom = 10.0

    /// What a camera shows of a region, a box or a rectangle, as a region that can be moved.
    private func region(of camera: JSONObject) -> JSONObject? {
        if let region = camera["region"]?.object { return region }
        let rect = ["x", "y", "width", "height"].compactMap { camera["mapRect"]?.object?[$0]?.number }
        var box = camera["bounds"]?.array?.compactMap(\.number) ?? []
        if rect.count == 4 {
            let bounds = MapRect(x: rect[0], y: rect[1], width: rect[2], height: rect[3]).box
            box = [bounds.west, bounds.south, bounds.east, bounds.north]
        }
        guard box.count == 4 else { return nil }
        let width = box[2] - box[0]
        let span: JSONNode = [
            "latitudeDelta": .number(box[3] - box[1]), "longitudeDelta": .number(width < 0 ? width + 360 : width),
        ]
        return JSONObject([JSONObject.Member("span", span)])
    }
}
