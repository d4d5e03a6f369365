// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapScene

/// Something of a scene that can be dragged, and where its coordinate stands in the text.
struct Handle: Sendable {
    enum Kind: Sendable { case annotation, area, line, circle, userLocation }

    private(set) var kind: Kind
    /// The path of what is dragged, such as `overlay/area/handle/3`.
    private(set) var target = ""
    /// The way to the thing.
    private(set) var item: [JSONText.Step]
    /// The coordinates of the thing; all but lines and areas have one.
    private(set) var line: [Coordinate]
    private(set) var vertex: Int?
    /// The datum of its text.
    private(set) var system: CoordinateSystem
    /// Where in the text the coordinate stands: a ring may repeat its first one.
    private(set) var paths: [[JSONText.Step]] = []
    /// True when the text has all coordinates as one encoded line.
    private(set) var isEncoded = false

    /// - Parameters:
    ///   - target: as `SceneEditor.drag` takes it.
    ///   - scene: where it is looked for.
    /// - Throws: when there is no such thing, or it cannot be dragged.
    init(_ target: String, in scene: Scene) throws(Diagnostic) {
        let steps = target.split(separator: "/").map {
            String($0).replacing("%2F", with: "/").replacing("%25", with: "%")
        }
        switch (steps.first, steps.count) {
        case ("userLocation", 1):
            guard let user = scene.userLocation else { throw Handle.unknown(target, scene) }
            self.init(
                .userLocation, [.key("userLocation")], user.coordinate, "coordinate",
                user.coordinateSystem ?? scene.coordinateSystem)
        case ("annotation", 2...):
            let ids = scene.annotations.map(\.id)
            guard let index = Handle.index(of: steps[1], in: ids) else { throw Handle.unknown(target, scene) }
            let annotation = scene.annotations[index]
            self.init(
                .annotation, [.key("annotations"), .index(index)], annotation.coordinate, "coordinate",
                annotation.coordinateSystem ?? scene.coordinateSystem)
        case ("overlay", 2...):
            let ids = scene.overlays.map(\.id)
            guard let index = Handle.index(of: steps[1], in: ids) else { throw Handle.unknown(target, scene) }
            try self.init(scene.overlays[index], index, Array(steps.dropFirst(2)), target, scene)
        default:
            guard steps.count == 1, Int(target) != nil else { throw Handle.unknown(target, scene) }
            let areas = scene.overlays.indices.filter {
                if case .polygon = scene.overlays[$0].content { true } else { false }
            }
            guard !areas.isEmpty else { throw Handle.unknown(target, scene) }
            guard areas.count == 1 else {
                throw Diagnostic(
                    code: .editAmbiguousTarget,
                    "\"\(target)\" is a corner of one of \(areas.count) areas",
                    hint: "name it: overlay/area/handle/\(target)")
            }
            try self.init(scene.overlays[areas[0]], areas[0], ["handle", target], target, scene)
            self.target = "\(scene.overlays[areas[0]].path(at: areas[0]))/handle/\(target)"
            return
        }
        self.target = target
    }

    private init(
        _ kind: Kind, _ item: [JSONText.Step], _ coordinate: Coordinate, _ key: String, _ system: CoordinateSystem
    ) {
        self.kind = kind
        self.item = item
        self.system = system
        line = [coordinate]
        paths = [item + [.key(key)]]
    }

    /// A circle, or a corner of a line or area.
    private init(
        _ overlay: Overlay, _ index: Int, _ rest: [String], _ target: String, _ scene: Scene
    ) throws(Diagnostic) {
        let item = [JSONText.Step.key("overlays"), .index(index)]
        let system = overlay.coordinateSystem ?? scene.coordinateSystem
        let coordinates: [Coordinate]
        let kind: Kind
        switch overlay.content {
        case .circle(let circle):
            guard rest.isEmpty else { throw Handle.unknown(target, scene) }
            self.init(.circle, item, circle.center, "center", system)
            return
        case .polyline(let polyline): (kind, coordinates) = (.line, polyline.coordinates)
        case .polygon(let polygon): (kind, coordinates) = (.area, polygon.coordinates)
        case .data:
            throw Diagnostic(
                code: .editNotDraggable, path: "overlays[\(index)]", "what data holds is edited where it stands",
                hint: "change its coordinates there, or write it as annotations, polylines and polygons")
        case .fog, .tiles, .graticule, .night, .drawing:
            throw Diagnostic(
                code: .editNotDraggable, path: "overlays[\(index)]",
                "fog, tiles, graticules and drawings have no corners to drag")
        }
        let isClosed = kind == .area && coordinates.count > 1 && coordinates.first == coordinates.last
        let count = coordinates.count - (isClosed ? 1 : 0)
        guard rest.count == 2, rest[0] == "handle" || rest[0] == "vertex", let vertex = Int(rest[1]),
            (0..<count).contains(vertex)
        else {
            throw Diagnostic(
                code: .editUnknownTarget, path: "overlays[\(index)]",
                expected: "a corner from 0 to \(count - 1)", found: "\"\(target)\"",
                hint: "such as overlay/\(overlay.id ?? String(index))/\(kind == .area ? "handle" : "vertex")/0")
        }
        self.init(kind, item, coordinates[vertex], "coordinates", system)
        self.vertex = vertex
        line = coordinates
        let twins = isClosed && vertex == 0 ? [0, count] : [vertex]
        paths = twins.map { item + [.key("coordinates"), .index($0)] }
    }

    /// Says whether the text has the line encoded.
    func located(in json: JSONText) -> Handle {
        var handle = self
        handle.isEncoded = json.node(at: item + [.key("polyline")]) != nil
        return handle
    }

    private static func index(of name: String, in ids: [String?]) -> Int? {
        ids.firstIndex(of: name) ?? Int(name).flatMap { ids.indices.contains($0) && ids[$0] == nil ? $0 : nil }
    }

    private static func unknown(_ target: String, _ scene: Scene) -> Diagnostic {
        let annotations = scene.annotations.enumerated().map { $1.path(at: $0) }
        let overlays = scene.overlays.enumerated().map { $1.path(at: $0) }
        let known = annotations + overlays + (scene.userLocation == nil ? [] : ["userLocation"])
        return Diagnostic(
            code: .editUnknownTarget,
            "there is no \"\(target)\" to drag",
            hint: didYouMean(target, known)
                ?? (known.isEmpty ? "the scene has nothing to drag" : "there is \(listing(known.prefix(8)))"))
    }
}
