// SPDX-License-Identifier: MIT
import MapCanvas
public import MapCore
public import MapGeo
public import MapGeometry
import MapLayout
public import MapScene

/// The layout of a scene, which converts between coordinates and points and finds the items at a point. Nothing is
/// painted.
public struct HitMap: Sendable {
    /// The solved camera, in the datum of the base map.
    package let mapViewport: Viewport
    /// Warnings and notes about the scene.
    public let warnings: [Diagnostic]
    /// From the lowest to the topmost.
    let targets: [HitTarget]
    /// The datum of the scene's coordinates, and that of the map.
    let systems: (scene: CoordinateSystem, map: CoordinateSystem)
    /// True when the view would move with what is moved on the map.
    let followsContent: Bool
    /// What is drawn; nil where nothing was laid out.
    let facts: MapFacts?

    /// The solved camera, which converts between coordinates and points of the image; in the scene's datum.
    public var viewport: Viewport { mapViewport.told(in: systems.scene, map: systems.map) }

    /// The datum of the scene and of all coordinates.
    public var coordinateSystem: CoordinateSystem { systems.scene }

    /// Converts a coordinate to a point of the image.
    ///
    /// - Parameter coordinate: a location in degrees, in the scene's datum.
    /// - Returns: its point, from the top left; outside of the image if the location is not visible.
    public func point(for coordinate: Coordinate) -> Point {
        mapViewport.point(for: systems.scene.convert(coordinate, to: systems.map))
    }

    /// Converts a point of the image to a coordinate.
    ///
    /// - Parameter point: points from the top left.
    /// - Returns: the location in degrees, in the scene's datum.
    public func coordinate(at point: Point) -> Coordinate {
        systems.map.convert(mapViewport.coordinate(at: point), to: systems.scene)
    }

    /// Finds the items at a point of the image.
    ///
    /// - Parameter point: points from the top left; a point outside of the image hits nothing.
    /// - Returns: the topmost item, all items below it, and the coordinate of the point.
    public func hit(at point: Point) -> Hit {
        let pixel = point * mapViewport.scale
        let found = contains(point) ? targets.hit(at: pixel) : []
        let top = found.first
        var paths: [String] = []
        for target in found where !paths.contains(target.target.path) { paths.append(target.target.path) }
        return Hit(
            target: top.map { MapTarget(rawValue: $0.target.path) }, id: top?.target.name, title: top?.target.title,
            alt: top?.target.alt,
            href: top?.target.href, vertex: top?.vertex, all: paths.map(MapTarget.init(rawValue:)), point: point,
            coordinate: coordinate(at: point), showsGround: mapViewport.showsGround(at: point),
            coordinateSystem: coordinateSystem)
    }

    /// Returns whether a point is inside the image.
    ///
    /// - Parameter point: points from the top left.
    /// - Returns: true for points inside the image.
    public func contains(_ point: Point) -> Bool { mapViewport.pixelRect.contains(point * mapViewport.scale) }

    /// Finds the center of an item's hit area.
    ///
    /// - Parameter target: the item.
    /// - Returns: the center of the bounds in points from the top left; nil if the item cannot be hit.
    public func middle(of target: MapTarget) -> Point? {
        let path = target.rawValue
        guard let shape = targets.last(where: { $0.target.path == path })?.target.shape, !shape.bounds.isNull else {
            return nil
        }
        return shape.bounds.center * (1 / mapViewport.scale)
    }

    /// The parts of the image that can be hit.
    ///
    /// - Parameters:
    ///   - format: how they are written.
    ///   - image: the address of the image, for HTML.
    /// - Returns: a text file.
    public func regions(as format: RegionFormat, image: String = "map.png") -> String {
        let regions = HitRegions(targets, mapViewport, SceneDatum(systems))
        return switch format {
        case .json: regions.json
        case .html: regions.html(image: image, description: description())
        case .geojson: regions.geojson
        }
    }
}

extension HitMap {
    /// What the map shows, in words.
    ///
    /// - Parameter language: a BCP 47 tag; nil for the language of the scene's labels. `MapDescription.languages` lists those
    ///   that there are words of; others are described in English.
    /// - Returns: nil of a map that was not laid out, as `projection(of:)` returns it.
    public func description(in language: String? = nil) -> MapDescription? { facts?.description(in: language) }
}

extension MapRenderer {
    /// Lays a scene out for hit-testing and paints nothing; on a thread of its own as `render` does.
    ///
    /// - Parameter document: the scene.
    /// - Returns: the hit targets of the map, as in an image of the same scene.
    /// - Throws: a `RenderError` if the scene is not valid, or if its files are missing or cannot be read, or
    ///   `CancellationError`.
    public func hitMap(of document: SceneDocument) async throws -> HitMap {
        try await cancellable { () throws(RenderError) in try hitMap(of: document) }
    }

    /// Solves a scene's camera to convert between coordinates and points, on a thread of its own as `render` does. Unlike
    /// `hitMap(of:)`, it lays nothing out, and nothing is hit.
    ///
    /// - Parameter document: the scene.
    /// - Returns: the projection of the scene's image, without items.
    /// - Throws: a `RenderError` if the scene is not valid, or if its files are missing or cannot be read, or
    ///   `CancellationError`.
    public func projection(of document: SceneDocument) async throws -> HitMap {
        try await cancellable { () throws(RenderError) in try projection(of: document) }
    }
}

extension MapRenderer {
    /// Lays a scene out for hit-testing without painting it; blocks the calling thread.
    /// All else is as in the asynchronous function.
    public func hitMap(of document: SceneDocument) throws(RenderError) -> HitMap {
        try inPipeline { pipeline throws(RenderError) in
            let map = try pipeline.open(document)
            let drawing = try pipeline.layOut(map)
            return map.hitMap(drawing.hitTargets, MapFacts(map, drawing), pipeline.diagnostics)
        }
    }

    /// Solves a scene's camera to convert between coordinates and points, and blocks the calling thread meanwhile. Unlike
    /// `hitMap(of:)`, it lays nothing out, and nothing is hit.
    /// All else is as in the asynchronous function.
    public func projection(of document: SceneDocument) throws(RenderError) -> HitMap {
        try inPipeline { pipeline throws(RenderError) in
            try pipeline.open(document).hitMap([], nil, pipeline.diagnostics)
        }
    }
}

extension MapRenderer.OpenedMap {
    func hitMap(_ targets: [HitTarget], _ facts: MapFacts?, _ diagnostics: DiagnosticSink) -> HitMap {
        HitMap(
            mapViewport: input.viewport, warnings: diagnostics.all, targets: targets, systems: systems,
            followsContent: followsContent, facts: facts)
    }
}

extension HitMap {
    /// A coordinate and its point as JSON on one line, as `staticmap project` prints it.
    package func json(_ coordinate: Coordinate, _ point: Point) -> String { node(coordinate, point).line }

    /// A coordinate and its point as JSON.
    package func node(_ coordinate: Coordinate, _ point: Point) -> JSONNode {
        // Where a tilted camera sees no ground, there is no coordinate.
        let isGround = mapViewport.showsGround(at: point)
        // Something else is seen where a globe hides the coordinate.
        let isHidden = isGround && !viewport.shows(coordinate)
        return [
            "coordinate": isGround ? .coordinate(coordinate) : .null, "ground": isGround ? nil : false,
            "coordinateSystem": coordinateSystem.node, "point": .point(point),
            "pixel": .point(point * mapViewport.scale), "inside": .bool(contains(point) && !isHidden),
            "mgrs": isGround ? .text(MilitaryGrid.reference(of: systems.scene.convert(coordinate, to: .wgs84))) : nil,
        ]
    }
}

extension MapSnapshot {
    /// Converts a coordinate to a point of the image.
    ///
    /// - Parameter coordinate: a location in degrees, in the scene's datum.
    /// - Returns: its point, from the top left; outside of the image if the location is not visible.
    public func point(for coordinate: Coordinate) -> Point { hitMap.point(for: coordinate) }

    /// Converts a point of the image to a coordinate.
    ///
    /// - Parameter point: points from the top left.
    /// - Returns: the location in degrees, in the scene's datum.
    public func coordinate(at point: Point) -> Coordinate { hitMap.coordinate(at: point) }

    /// Finds the items at a point of the image.
    ///
    /// ```swift
    /// let hit = map.hit(at: Point(120, 88))
    /// print(hit.target?.rawValue ?? "map", hit.coordinate)
    /// ```
    ///
    /// - Parameter point: points from the top left; a point outside of the image hits nothing.
    /// - Returns: the topmost item, all items below it, and the coordinate of the point.
    public func hit(at point: Point) -> Hit { hitMap.hit(at: point) }

    /// What the map shows, in words.
    ///
    /// - Parameter language: a BCP 47 tag; nil for the language of the scene's labels. `MapDescription.languages` lists those
    ///   that there are words of; others are described in English.
    /// - Returns: the words; nil of no map that was rendered.
    public func description(in language: String? = nil) -> MapDescription? { hitMap.description(in: language) }

    /// Writes the parts of the image that can be hit.
    ///
    /// - Parameters:
    ///   - format: the format of the text.
    ///   - image: the URL of the image, for HTML.
    /// - Returns: the contents of a text file.
    public func regions(as format: RegionFormat, image: String = "map.png") -> String {
        hitMap.regions(as: format, image: image)
    }
}

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
        var targets: [HitTarget] = []
        for item in items { for target in item.targets { targets.append(HitTarget(target: target, role: item.role)) } }
        return targets
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
        [
            "target": .text(target?.rawValue ?? "map"), "vertex": vertex.map(JSONNode.count),
            "id": id.map(JSONNode.text), "title": title.map(JSONNode.text), "alt": alt.map(JSONNode.text),
            "href": href.map(JSONNode.text), "all": .list(all.map { .text($0.rawValue) }), "point": .point(point),
            "coordinate": showsGround ? .coordinate(coordinate) : .null,
            "ground": showsGround ? nil : false, "coordinateSystem": coordinateSystem.node,
        ]
    }
}
