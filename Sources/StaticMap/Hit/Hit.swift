// SPDX-License-Identifier: MIT
import MapCanvas
package import MapCore
public import MapGeo
public import MapGeometry

/// The items at a point of the image.
public struct Hit: Hashable, Sendable {
    /// The topmost item; nil if only the map is there.
    public var target: MapTarget?
    /// The id of the topmost item in the scene.
    public var id: String?
    /// Its name.
    public var title: String?
    /// Its description for people who do not see the image.
    public var alt: String?
    /// The URL that it links to.
    public var href: String?
    /// The index of the corner if the item is a handle of an area.
    public var vertex: Int?
    /// All items at the point, the topmost first.
    public var all: [MapTarget]
    /// The point, from the top left.
    public var point: Point
    /// The coordinate of the point, in the scene's datum; above the horizon of a tilted map, that of the last ground
    /// below the point.
    public var coordinate: Coordinate
    /// False above the horizon of a tilted map, where there is no ground.
    public var showsGround = true
    /// The datum of `coordinate`.
    public var coordinateSystem = CoordinateSystem.wgs84
}

/// A part of an image that can be hit.
struct HitTarget: Hashable, Sendable {
    var target: Target
    var role: DrawingItem.Role

    /// The number at the end of `overlay/area/handle/3`.
    var vertex: Int? {
        guard role == .handle, let slash = target.path.lastIndex(of: "/") else { return nil }
        return Int(target.path[target.path.index(after: slash)...])
    }
}

extension Drawing {
    /// What can be hit, from the lowest to the topmost.
    var hitTargets: [HitTarget] {
        items.flatMap { item in item.targets.map { HitTarget(target: $0, role: item.role) } }
    }
}

extension [HitTarget] {
    /// All targets at a pixel, the topmost first.
    ///
    /// Where handles overlap, UIKit takes the first view that says yes. Here the handle with the nearest middle wins, and
    /// of equally near ones the one with the lowest number; all else goes by what lies on top.
    func hit(at pixel: Point) -> [HitTarget] {
        let found = reversed().filter { $0.target.shape.contains(pixel) }
        guard found.first?.role.isHitByDistance == true else { return found }
        let handles = found.prefix { $0.role.isHitByDistance }
        let sorted = handles.enumerated().sorted { a, b in
            let (nearA, nearB) = (a.element.distance(to: pixel), b.element.distance(to: pixel))
            // Within a thousandth of a pixel they are equally near.
            if abs(nearA - nearB) > 1e-3 { return nearA < nearB }
            // The highlighted one is painted last, whatever its number.
            if let first = a.element.vertex, let second = b.element.vertex, first != second { return first < second }
            return a.offset > b.offset
        }.map(\.element)
        return sorted + found.dropFirst(handles.count)
    }
}

extension HitTarget {
    fileprivate func distance(to pixel: Point) -> Double { target.shape.bounds.center.distance(to: pixel) }
}

extension Hit {
    /// The hit as JSON on one line, as `staticmap hit` prints it.
    public var json: String { node.line }

    /// The hit as JSON.
    package var node: JSONNode {
        .members([
            "target": .text(target?.rawValue ?? "map"), "vertex": vertex.map(JSONNode.count),
            "id": id.map(JSONNode.text), "title": title.map(JSONNode.text), "alt": alt.map(JSONNode.text),
            "href": href.map(JSONNode.text), "all": .list(all.map { .text($0.rawValue) }), "point": .point(point),
            "coordinate": showsGround ? .coordinate(coordinate) : .null,
            "ground": showsGround ? nil : JSONNode(.bool(false)), "coordinateSystem": coordinateSystem.node,
        ])
    }
}
