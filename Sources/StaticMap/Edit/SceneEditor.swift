// SPDX-License-Identifier: MIT
import MapCanvas
public import MapDiagnostics
import MapGeo
public import MapPlane
public import MapScene

/// Moves things of a scene by dragging them in its picture; the scene's text changes where it must and nowhere else.
///
/// ```swift
/// var editor = try SceneEditor(document, map: renderer.hitMap(of: document))
/// let events = try editor.drag("overlay/area/handle/3", to: Point(120, 88))
/// print(editor.text)
/// ```
public struct SceneEditor: Sendable {
    /// The scene as it is now.
    public private(set) var document: SceneDocument
    /// What is odd about it now, such as an area whose edge crosses itself.
    public private(set) var warnings: [Diagnostic] = []
    /// As it was when the drag began: the camera does not follow what is dragged.
    public let hitMap: HitMap
    var json: JSONText
    /// What was said when the camera was frozen.
    var freezing: Diagnostic?
    /// What was dragged last, for a preview.
    var held: Handle?

    /// Creates an editor for a scene that was read from JSON text.
    ///
    /// - Parameters:
    ///   - document: the scene to edit.
    ///   - map: the layout of the scene, which converts points to coordinates.
    /// - Throws: a `Diagnostic` if the scene was built in Swift, and so has no text.
    public init(_ document: SceneDocument, map: HitMap) throws(Diagnostic) {
        guard document.json != nil else {
            throw Diagnostic(
                code: RenderCode.notEditable, file: document.file, "a scene that was built in Swift has no text to edit"
            )
        }
        self.document = document
        hitMap = map
        json = try JSONText(Array(document.text.utf8), file: document.file)
    }

    /// True when the camera was replaced by the view of the drag, because it would have moved with what was dragged.
    public var fixesCamera: Bool { freezing != nil }

    /// The scene's text as it is now.
    public var text: String { document.text }

    /// Moves an item, or one of its corners, to a point of the image.
    ///
    /// - Parameters:
    ///   - target: a path such as `annotation/hotel`, `overlay/area/handle/3`, `overlay/walk/vertex/0`, `userLocation`
    ///     or, for a circle, `overlay/reach`; a number alone is a corner of the one area that has handles.
    ///   - point: the new position, in points from the top left.
    /// - Returns: the events that an app's editor would send, in order.
    /// - Throws: a `Diagnostic` if there is no such item, if it cannot be moved, or if the scene is not valid
    ///   afterwards.
    public mutating func drag(_ target: String, to point: Point) throws(Diagnostic) -> [EditEvent] {
        let handle = try Handle(target, in: document.scene).located(in: json)
        try freezeCamera()
        let old = handle.line[handle.vertex ?? 0]
        // The item's own datum, in which its text is.
        let coordinate = hitMap.systems.map.convert(hitMap.viewport.coordinate(at: point), to: handle.system)
        let turns = ((old.longitude - coordinate.longitude) / 360).rounded()
        let decimals = hitMap.viewport.decimals
        let new = Coordinate(
            latitude: coordinate.latitude.rounded(decimals),
            longitude: (coordinate.longitude + 360 * turns).rounded(decimals))
        try write(new, to: handle)
        do throws(SceneError) {
            document = try SceneDocument(text: json.bytes, file: document.file, folder: document.folder)
        } catch {
            throw error.diagnostics.first
                ?? Diagnostic(code: RenderCode.notEditable, file: document.file, "the scene cannot be edited")
        }
        warnings = document.diagnostics + (freezing.map { [$0] } ?? [])
        held = handle
        let vertex = handle.vertex
        // Events are in the scene's datum, as all that is told of it.
        let told = handle.system.convert(new, to: hitMap.coordinateSystem)
        return [
            .highlighted(vertex: vertex), .moved(vertex: vertex, to: point, coordinate: told, isFinish: false),
            .moved(vertex: vertex, to: point, coordinate: told, isFinish: true), .finished,
        ]
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
            let isObject = json.node(at: steps)?.object != nil
            try json.set(.number(new.longitude), at: steps + [isObject ? .key("longitude") : .index(0)])
            try json.set(.number(new.latitude), at: steps + [isObject ? .key("latitude") : .index(1)])
        }
    }

    /// The scene as it looks while the last thing that was dragged is still held: its handle highlighted, or its pin
    /// lifted.
    public var preview: SceneDocument {
        guard let held, let text = try? highlighted(held) else { return document }
        return (try? SceneDocument(text: text, file: document.file, folder: document.folder)) ?? document
    }

    private func highlighted(_ handle: Handle) throws(Diagnostic) -> [UInt8] {
        var text = json
        switch handle.kind {
        case .annotation: try text.set(.text("dragging"), at: handle.item + [.key("dragState")])
        case .area:
            let steps = handle.item + [.key("handles")]
            if text.node(at: steps)?.object == nil { try text.set(.members([:]), at: steps) }
            try text.set(.count(handle.vertex ?? 0), at: steps + [.key("highlighted")])
        case .line, .circle, .userLocation: break
        }
        return text.bytes
    }
}
