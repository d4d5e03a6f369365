// SPDX-License-Identifier: MIT
import MapDiagnostics
public import MapGeo
public import MapPlane

/// What an edit tells, in the order in which an app's editor of areas would: something is highlighted, it moves, and
/// when it comes to rest the change is finished.
public enum EditEvent: Hashable, Sendable {
    /// Something was taken hold of, and looks like it; nil for a corner that is let go of.
    case highlighted(vertex: Int?)
    /// It was moved to a place, in points. `isFinish` is false while it is held.
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
