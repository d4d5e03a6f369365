// SPDX-License-Identifier: MIT
public import MapCore
public import MapGeo
public import MapGeometry
public import MapScene

/// Moves items of a scene by dragging them in its image. Only the affected parts of the scene's text change.
///
/// ```swift
/// var editor = try SceneEditor(document, map: renderer.hitMap(of: document))
/// let events = try editor.drag("overlay/area/handle/3", to: Point(120, 88))
/// print(editor.text)
/// ```
public struct SceneEditor: Sendable {
    /// The current scene.
    public private(set) var document: SceneDocument
    /// Warnings about the current scene, for example that an area's outline crosses itself.
    public private(set) var warnings: [Diagnostic] = []
    /// The layout of the scene before the first drag; the camera does not follow what is dragged.
    public let hitMap: HitMap
    var json: JSONText
    /// What was said when the camera was frozen.
    var freezing: Diagnostic?
    /// What was dragged last, for a preview.
    var held: Handle?
    /// Drags to points at which a tilted map shows no ground.
    private var skyDrags: [Diagnostic] = []

    /// The path of what was dragged last.
    package var heldTarget: String? { held?.target }

    /// Creates an editor for a scene that was read from JSON text.
    ///
    /// - Parameters:
    ///   - document: the scene to edit.
    ///   - map: the layout of the scene, which converts points to coordinates.
    /// - Throws: a `Diagnostic` if the scene was built in Swift, and so has no text.
    public init(_ document: SceneDocument, map: HitMap) throws(Diagnostic) {
        guard document.json != nil else {
            throw Diagnostic(
                code: .editNotEditable, file: document.file, "a scene that was built in Swift has no text to edit"
            )
        }
        self.document = document
        hitMap = map
        json = try JSONText(Array(document.text.utf8), file: document.file)
    }

    /// True if the camera was replaced by the current view, because it would have moved with the dragged item.
    public var fixesCamera: Bool { freezing != nil }

    /// The current text of the scene.
    public var text: String { document.text }

    /// Moves an item, or one of its corners, to a point of the image.
    ///
    /// - Parameters:
    ///   - target: an annotation, a circle, the user's location, or a corner of an area or line; paths do as well, such as
    ///     `overlay/area/handle/3`, of which a number alone is a corner of the one area that has handles.
    ///   - point: the new position, in points from the top left.
    /// - Returns: the events that an app's editor would send, in order.
    /// - Throws: a `Diagnostic` if there is no such item, if it cannot be moved, or if the scene is not valid
    ///   afterwards.
    public mutating func drag(_ target: MapTarget, to point: Point) throws(Diagnostic) -> [EditEvent] {
        try drag(path: target.rawValue, to: point)
    }

    /// Drags what a path names; a line's corners may be called `vertex`.
    package mutating func drag(path target: String, to point: Point) throws(Diagnostic) -> [EditEvent] {
        let handle = try Handle(target, in: document.scene).located(in: json)
        try freezeCamera()
        let old = handle.line[handle.vertex ?? 0]
        // The item's own datum, in which its text is.
        let coordinate = hitMap.systems.map.convert(hitMap.mapViewport.coordinate(at: point), to: handle.system)
        let new = hitMap.viewport.rounded(coordinate, near: old)
        try write(new, to: handle)
        do throws(SceneError) {
            document = try SceneDocument(text: json.bytes, file: document.file, folder: document.folderPath)
        } catch {
            throw error.diagnostics.first
                ?? Diagnostic(code: .editNotEditable, file: document.file, "the scene cannot be edited")
        }
        if !hitMap.mapViewport.showsGround(at: point) { skyDrags.append(skyDrag(of: handle, to: point)) }
        warnings = document.diagnostics + (freezing.map { [$0] } ?? []) + skyDrags
        held = handle
        let vertex = handle.vertex
        // Events are in the scene's datum, as all that is told of it.
        let told = handle.system.convert(new, to: hitMap.coordinateSystem)
        return [
            .highlighted(vertex: vertex), .moved(vertex: vertex, to: point, coordinate: told, isFinish: false),
            .moved(vertex: vertex, to: point, coordinate: told, isFinish: true), .finished,
        ]
    }

    private func skyDrag(of handle: Handle, to point: Point) -> Diagnostic {
        Diagnostic(
            .warning, code: .editAboveHorizon, file: document.file,
            "at \(formatted(point.x)),\(formatted(point.y)) the map shows no ground; \(handle.target) is now at the ground's "
                + "end below",
            hint: "drag it to a point below the horizon")
    }

    private mutating func write(_ new: Coordinate, to handle: Handle) throws(Diagnostic) {
        if handle.isEncoded {
            var line = handle.line
            line[handle.vertex ?? 0] = new
            let precision = json.node(at: handle.item + [.key("precision")])?.number.flatMap { Int(exactly: $0) } ?? 5
            let text = EncodedPolyline.encode(line, precision: precision)
            try json.set(.text(text), at: handle.item + [.key("polyline")])
            return
        }
        for steps in handle.paths {
            let written = json.node(at: steps)?.object
            // A moment of a track has no coordinates that could be changed.
            if let written, written["time"] != nil {
                try json.set(.coordinate(new), at: steps)
                continue
            }
            let isObject = written != nil
            try json.set(.number(new.longitude), at: steps + [isObject ? .key("longitude") : .index(0)])
            try json.set(.number(new.latitude), at: steps + [isObject ? .key("latitude") : .index(1)])
        }
    }

    /// The scene during the last drag: with a highlighted handle, or a lifted pin.
    public var preview: SceneDocument {
        guard let held, let text = try? highlighted(held) else { return document }
        return (try? SceneDocument(text: text, file: document.file, folder: document.folderPath)) ?? document
    }

    private func highlighted(_ handle: Handle) throws(Diagnostic) -> [UInt8] {
        var text = json
        switch handle.kind {
        case .annotation: try text.set("dragging", at: handle.item + [.key("dragState")])
        case .area:
            let steps = handle.item + [.key("handles")]
            if text.node(at: steps)?.object == nil { try text.set([:], at: steps) }
            try text.set(.count(handle.vertex ?? 0), at: steps + [.key("highlighted")])
        case .line, .circle, .userLocation: break
        }
        return text.bytes
    }
}

extension SceneEditor {
    /// Replaces a camera that fits or follows what is dragged by the view in which it is dragged: else the map would move
    /// with it, and what was dragged would be elsewhere.
    mutating func freezeCamera() throws(Diagnostic) {
        guard hitMap.followsContent, freezing == nil else { return }
        let viewport = hitMap.viewport
        let (center, zoom) = (hitMap.coordinate(at: focus), viewport.zoom.rounded(9))
        var camera = json.root["camera"]?.object ?? JSONObject()
        // Padding and snapping count for fits alone.
        let replaced = [
            "fit", "follow", "center", "zoom", "zoomTileSize", "mapScale", "minZoom", "maxZoom", "default", "bearing",
            "padding", "snapZoom",
        ]
        camera.members.removeAll { replaced.contains($0.key) }
        camera.members.insert(
            contentsOf: [JSONObject.Member("center", .coordinate(center)), JSONObject.Member("zoom", .number(zoom))],
            at: 0)
        if viewport.bearing != 0 { camera.members.append(JSONObject.Member("bearing", .number(viewport.bearing))) }
        try json.set(JSONNode(.object(camera)), at: [.key("camera")])
        freezing = Diagnostic(
            .note, code: .editFrozenCamera, file: document.file, path: "camera",
            "the camera fitted or followed what was dragged; it is now fixed to the view of the drag, zoom "
                + formatted((zoom * 100).rounded() / 100),
            hint: "set it to {\"fit\": \"all\"} to fit the new scene")
    }

    /// Where a camera with the scene's padding and insets puts its center, in points.
    private var focus: Point {
        var scene = document.scene
        (scene.size, scene.automaticSide) = (hitMap.viewport.size, nil)
        scene.camera.framing = .center(Coordinate(latitude: 0, longitude: 0), zoom: hitMap.viewport.zoom)
        let diagnostics = DiagnosticSink()
        let solved = scene.viewport(extent: { _ in .null }, SceneReporter(diagnostics: diagnostics))
        return solved?.focus ?? hitMap.viewport.size.middle
    }
}

extension Size {
    fileprivate var middle: Point { Point(width / 2, height / 2) }
}

/// The events of an edit, in the order in which an app's editor sends them: an item is highlighted, it moves, and the
/// change is finished.
public enum EditEvent: Hashable, Sendable {
    /// A corner or an item was highlighted; nil for an item without corners, and when a drag is canceled.
    case highlighted(vertex: Int?)
    /// It was moved to a point of the image. `isFinish` is false while it is being dragged.
    case moved(vertex: Int?, to: Point, coordinate: Coordinate, isFinish: Bool)
    /// The change is complete.
    case finished
}

extension EditEvent {
    /// The event as JSON on one line.
    ///
    /// - Parameters:
    ///   - target: what the event is about.
    ///   - coordinateSystem: the datum of the event's coordinate, that of the scene.
    /// - Returns: no line break at the end.
    public func json(target: String, coordinateSystem: CoordinateSystem = .wgs84) -> String {
        node(target: target, coordinateSystem: coordinateSystem).line
    }

    /// The event as JSON.
    package func node(target: String, coordinateSystem: CoordinateSystem) -> JSONNode {
        switch self {
        case .highlighted(let vertex):
            ["event": "highlighted", "target": .text(target), "vertex": vertex.map(JSONNode.count)]
        case .moved(let vertex, let point, let coordinate, let isFinish):
            [
                "event": "moved", "target": .text(target), "vertex": vertex.map(JSONNode.count),
                "point": .point(point), "coordinate": .coordinate(coordinate),
                "coordinateSystem": coordinateSystem.node, "isFinish": .bool(isFinish),
            ]
        case .finished: ["event": "finished", "target": .text(target)]
        }
    }
}
