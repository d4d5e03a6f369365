// SPDX-License-Identifier: MIT
import MapDiagnostics
public import MapGeo
public import MapPlane

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
        let node: JSONNode =
            switch self {
            case .highlighted(let vertex):
                .members([
                    "event": .text("highlighted"), "target": .text(target), "vertex": vertex.map(JSONNode.count),
                ])
            case .moved(let vertex, let point, let coordinate, let isFinish):
                .members([
                    "event": .text("moved"), "target": .text(target), "vertex": vertex.map(JSONNode.count),
                    "point": .point(point), "coordinate": .coordinate(coordinate),
                    "coordinateSystem": coordinateSystem.node, "isFinish": JSONNode(.bool(isFinish)),
                ])
            case .finished: .members(["event": .text("finished"), "target": .text(target)])
            }
        return node.line
    }
}
