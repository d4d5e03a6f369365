// SPDX-License-Identifier: MIT
public import MapCore
import MapGeo

extension Scene: KeyedValue {
    static var usual: Self { Self() }
    static let definition = "scene"

    mutating func keys(_ k: inout Keys) {
        var (schema, version): (String?, Void) = (nil, ())
        k("$schema", &schema, .text)
        k.required("version", &version, .version)
        var extent = size.map { ExtentCodec.Value(size: $0, automatic: automaticSide) }
        k("size", &extent, ExtentCodec())
        if k.isReading { (size, automaticSide) = (extent?.size, extent?.automatic) }
        k("page", &page)
        if k.isReading, let sheet = Self.sheet(page, k.given("page")) {
            if let size, size != sheet.paper, size != sheet.whole {
                k.given("size")?.report(
                    expected: "one size", found: "another one in the page", code: .sceneConflictingKeys)
            }
            size = sheet.whole
        }
        k("scale", &scale, .number(Scene.scales))
        k("basemap", &basemap, .basemap)
        k("camera", &camera)
        k("annotations", &annotations, .list(.objects()))
        k("selection", &selection)
        k("clusters", &clusters, .list(.objects()))
        k("numbering", &numbering)
        k("userLocation", &userLocation)
        k("appearance", &appearance)
        k("labels", &labels)
        k("leaders", &leaders)
        k("overlays", &overlays, .list(Form(SceneSchema.overlay, Overlay.init, \.jsonNode)))
        k("coordinateSystem", &coordinateSystem, .datum)
        k("decorations", &decorations, .list(Form(SceneSchema.decoration, Decoration.init, \.jsonNode)))
        k("attribution", &attribution, .attribution)
        k("title", &title, .filled)
        k("description", &description, .filled)
        k("animation", &animation)
        k("display", &display)
        if k.isReading, AnnotationNumbers(annotations, numbering).entries.isEmpty {
            k.noteNoEffect("numbering", "without \"$num\" or \"$alpha\" in an annotation")
        }
    }

    /// Decodes a scene and reports all that is wrong with it.
    /// - Returns: nil when there was an error; warnings leave a scene.
    package static func decode(_ field: Field) -> Scene? {
        let errors = field.diagnostics.errorCount
        var scene = Scene()
        _ = scene.read(field)
        let annotations = field.given("annotations")
        scene.reportSelections(annotations)
        ClusterNames(annotations, field.given("clusters")).check()
        let ids = SceneIDs(annotations, field.given("overlays"))
        ids.check(camera: field.given("camera"), animation: field.given("animation"))
        ids.check(decorations: field.given("decorations"))
        guard field.diagnostics.errorCount == errors else { return nil }
        if let annotations { SwappedCoordinates(scene).warn(annotations) }
        return scene
    }
}

extension KeyCodec where Self == Form<Void> {
    fileprivate static var version: Self {
        Form(
            ["const": 1],
            { $0.node.number == 1 ? () : $0.expected("1, the one version of scenes there is") }, { 1 })
    }
}

extension KeyCodec where Self == Form<Attribution> {
    /// "auto", "none", or the text itself.
    fileprivate static var attribution: Self {
        Form(
            ["type": "string"],
            { field in
                switch field.string() {
                case "auto": .automatic
                case "none": .hidden
                case .some(let text): .text(text)
                case nil: nil
                }
            },
            {
                switch $0 {
                case .automatic: "auto"
                case .hidden: "none"
                case .text(let text): .text(text)
                }
            })
    }
}

/// The names that a scene's items have, and those that they are called by.
struct SceneIDs {
    private let annotations: [Field]
    private let overlays: [Field]

    /// Takes the scene's lists as they stand in the text.
    init(_ annotations: Field?, _ overlays: Field?) {
        (self.annotations, self.overlays) = (Self.members(annotations), Self.members(overlays))
    }

    private static func members(_ list: Field?) -> [Field] { list?.node.array == nil ? [] : list?.elements() ?? [] }

    /// Ids are unique, and those that cameras fit, that fog clears around and that move exist.
    func check(camera: Field?, animation: Field?) {
        var ids: Set<String> = []
        for item in annotations + overlays {
            guard let node = item.node["id"], let id = node.string else { continue }
            if !ids.insert(id).inserted {
                item.member("id", node).report(
                    expected: "an id of its own", found: "\(node.summary) again", code: .sceneDuplicateId)
            }
        }
        let waypoints = animation?.given("camera")?.elements() ?? []
        for camera in [camera].compactMap(\.self) + waypoints.compactMap({ $0.given("camera") }) {
            if let fit = camera.given("fit"), fit.node.array != nil {
                fit.checkNames(in: ids, of: "an annotation or overlay")
            }
        }
        if let tracks = animation?.given("tracks") { checkTracks(tracks) }
        let tracks = Set(overlays.compactMap { $0.node["type"]?.string == "fog" ? nil : $0.node["id"]?.string })
        for overlay in overlays {
            guard let reveal = overlay.node["reveal"], reveal.array != nil else { continue }
            for hole in overlay.member("reveal", reveal).elements() ?? [] {
                guard let track = hole.node["track"] else { continue }
                hole.member("track", track).checkNames(in: tracks, of: "an overlay")
            }
        }
    }
}

extension SceneIDs {
    /// Of two decorations with one id the second has none in an SVG; legends explain overlays that exist.
    func check(decorations: Field?) {
        var ids: Set<String> = []
        let known = Set(overlays.compactMap { $0.node["id"]?.string })
        for decoration in Self.members(decorations) {
            if let field = decoration.given("id"), let id = field.node.string, !ids.insert(id).inserted {
                field.report(
                    expected: "an id of its own", found: "\(field.node.summary) again", severity: .warning,
                    code: .sceneDuplicateId)
            }
            guard decoration.node["type"]?.string == "legend" else { continue }
            decoration.given("overlays")?.checkNames(in: known, of: "an overlay", severity: .warning)
        }
    }

    /// Files of data may have what is named: then nothing is known before they are read.
    private func checkTracks(_ tracks: Field) {
        guard !overlays.contains(where: { $0.node["data"] != nil }) else { return }
        let lines = Set(overlays.enumerated().map { index, overlay in overlay.node["id"]?.string ?? String(index) })
        let markers = Set(annotations.compactMap { $0.node["id"]?.string })
        for track in tracks.elements() ?? [] {
            track.given("track")?.checkNames(in: lines, of: "an overlay")
            track.given("marker")?.checkNames(in: markers, of: "an annotation")
        }
    }
}

extension Field {
    /// A member; nil when there is none.
    fileprivate func given(_ key: String) -> Field? { node[key].map { member(key, $0) } }

    /// Reports names, one or an array of them, that nothing has.
    fileprivate func checkNames(
        in ids: Set<String>, of things: String, severity: Diagnostic.Severity = .error
    ) {
        for name in node.array == nil ? [self] : elements() ?? [] {
            guard let id = name.node.string, !ids.contains(id) else { continue }
            name.report(
                expected: "the id of \(things)", found: name.node.summary, severity: severity, code: .sceneUnknownId,
                hint: didYouMean(id, ids.sorted()))
        }
    }
}

/// Finds annotations whose longitude and latitude seem to stand in the wrong order: alone they lie far from all else in
/// the scene, the other way round they lie among it.
struct SwappedCoordinates {
    /// The two least and the two greatest values, so that one may be left out.
    private struct Extent {
        private var low = (Double.infinity, Double.infinity)
        private var high = (-Double.infinity, -Double.infinity)

        mutating func add(_ value: Double) {
            if value < low.0 { low = (value, low.0) } else { low.1 = min(low.1, value) }
            if value > high.0 { high = (value, high.0) } else { high.1 = max(high.1, value) }
        }

        /// Of all but one value that was added, grown by so many times as much, and by as many degrees at least.
        func range(without value: Double, times: Double = 1) -> ClosedRange<Double>? {
            let (from, to) = (value == low.0 ? low.1 : low.0, value == high.0 ? high.1 : high.0)
            guard from <= to else { return nil }
            let margin = times * max(1, to - from)
            return from - margin...to + margin
        }
    }

    /// Places near the equator and the prime meridian are not far from each other when swapped.
    private static let far = 4.0

    private var longitudes = Extent()
    private var latitudes = Extent()
    private let annotations: [Annotation]

    init(_ scene: Scene) {
        annotations = scene.annotations
        for c in annotations.map(\.coordinate) + scene.overlays.flatMap(\.samplePlaces) {
            longitudes.add(c.longitude)
            latitudes.add(c.latitude)
        }
    }

    /// Warns at the coordinates; `list` is the scene's list of annotations, of which none was left out.
    func warn(_ list: Field) {
        guard let fields = list.elements(), fields.count == annotations.count else { return }
        for (field, annotation) in zip(fields, annotations) {
            let c = annotation.coordinate
            guard abs(c.longitude) <= 90, let node = field.node["coordinate"], node.array != nil,
                let eastWest = longitudes.range(without: c.longitude),
                let northSouth = latitudes.range(without: c.latitude),
                let wideEastWest = longitudes.range(without: c.longitude, times: Self.far),
                let wideNorthSouth = latitudes.range(without: c.latitude, times: Self.far)
            else { continue }
            let lies = wideEastWest.contains(c.longitude) && wideNorthSouth.contains(c.latitude)
            let wouldLie = eastWest.contains(c.latitude) && northSouth.contains(c.longitude)
            guard !lies, wouldLie else { continue }
            field.member("coordinate", node).report(
                "the place lies far from all others, and among them the other way round", severity: .warning,
                code: .sceneSwappedCoordinates,
                hint: "[lon, lat]: are they swapped?")
        }
    }
}

extension Overlay {
    /// Some of its places, enough to tell where it lies.
    fileprivate var samplePlaces: [Coordinate] {
        switch content {
        case .polyline(let line): Array(line.coordinates.prefix(100))
        case .polygon(let polygon): Array(polygon.coordinates.prefix(100))
        case .circle(let circle): [circle.center]
        case .fog, .tiles, .data, .graticule, .night, .drawing: []
        }
    }
}

extension Scene {
    /// The scene as JSON text that `SceneDocument` and the command line read.
    ///
    /// Colors are rounded to 8 bits a component. Code has no JSON form: see `jsonOmissions`.
    public var json: String { jsonNode.lines + "\n" }

    /// Everything that is wrong or questionable about the scene.
    ///
    /// A scene built in Swift and the same scene read from JSON give the same diagnostics: both go through the decoder.
    /// Paths are those of the JSON format, such as `annotations[3].centerOffset`. Files that the scene refers to are not
    /// opened; `MapRenderer.check(_:file:)` does that.
    ///
    /// - Returns: errors, with which the scene cannot be rendered, and warnings and notes, with which it can.
    public func validate() -> [Diagnostic] {
        let diagnostics = DiagnosticSink()
        _ = Scene.decode(Field(JSONDocument(file: "scene", root: jsonNode), diagnostics: diagnostics))
        return diagnostics.all.filter { $0.code != Diagnostic.Code.sceneDrawnByCode }.map { diagnostic in
            var diagnostic = diagnostic
            diagnostic.file = nil
            return diagnostic
        }
    }

    /// What `json` cannot express: overlays that code draws (`Overlay.Content.drawing`), which become overlays of type
    /// `drawing` that draw nothing, images inside drawings, which are left out of the drawing, and a center that replaces
    /// that of a region or a box.
    ///
    /// Warnings with the codes `scene.drawn-by-code` and `scene.conflicting-keys`; empty when the JSON renders as the scene
    /// does.
    public var jsonOmissions: [Diagnostic] {
        var omissions = overlays.enumerated().compactMap { index, overlay -> Diagnostic? in
            guard case .drawing = overlay.content else { return nil }
            return Diagnostic(
                .warning, code: .sceneDrawnByCode, path: "overlays[\(index)]",
                "an overlay that Swift code draws has no JSON form: nothing is drawn from the JSON")
        }
        for reference in imageReferences {
            guard case .drawing(let drawing) = reference.asset.source, !drawing.images.isEmpty else { continue }
            omissions.append(
                Diagnostic(
                    .warning, code: .sceneDrawnByCode, path: SceneReporter.path(of: reference.path),
                    "images inside a drawing have no JSON form: they are left out of the JSON"))
        }
        if camera.losesCenter {
            omissions.append(
                Diagnostic(
                    .warning, code: .sceneConflictingKeys, path: "camera.center",
                    "a center beside a region or a box has no JSON form: it is left out of the JSON",
                    hint: "give the camera a zoom too"))
        }
        return omissions
    }
}
