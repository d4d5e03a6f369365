// SPDX-License-Identifier: MIT
import MapCanvas
package import MapCore
package import MapGeo
package import MapGeometry
import MapLayout
import MapScene
import MapStyle
import MapTiles
import MapVector

extension MapSnapshot {
    /// Names of the fonts that were used, sorted; those of glyph files of a style are not known.
    public var fonts: [String] { metadata.fonts }
    /// Tiles that are missing in archives that should contain them, sorted.
    public var missingTiles: [MissingTile] { metadata.missingTiles }
    /// How much each fog of the scene has cleared.
    public var explored: [ExploredFog] {
        metadata.fogs.map { ExploredFog(target: $0.target, squareKilometers: exploredArea(of: $0.tracks) / 1e6) }
    }
    /// The tracks of overlays of data in numbers.
    public var tracks: [TrackStatistics] { metadata.tracks.map(\.track.statistics) }

    /// The tracks in numbers, as JSON.
    package var trackReport: String {
        JSONNode.list(metadata.tracks.map { $0.track.statistics.report(of: $0.target) }).lines + "\n"
    }

    /// The report about the image, as JSON: the solved camera, what is missing, what was left out
    /// and why. The same scene gives the same report, but for the member "times".
    public var report: String { report(withOutputs: []) }

    /// The report, with the size and hash of each file of a rendering.
    ///
    /// - Parameter outputs: the paths of files and their images, in several formats of this map.
    /// - Returns: JSON.
    package func report(withOutputs outputs: [(path: String, snapshot: MapSnapshot)]) -> String {
        let members: KeyValuePairs<String, JSONNode?> = [
            "version": 1,
            "image": image,
            "outputs": outputs.isEmpty ? nil : .list(outputs.map { $0.snapshot.output(at: $0.path) }),
            "camera": hitMap.mapViewport.report(in: metadata.datum),
            "dataZoom": metadata.dataZoom.map(JSONNode.count),
            "description": description()?.node,
            "attribution": .text(attribution),
            "drawnAttribution": .text(metadata.drawnAttribution),
            "tiles": .list(
                metadata.schemas.map { tiles in
                    ["archive": .text(tiles.archive), "schema": .text(tiles.schema.rawValue)]
                }),
            "fonts": .list(metadata.fonts.map(JSONNode.text)),
            "missingTiles": .capped(metadata.missingTiles) { tile in
                ["archive": .text(tile.archive), "tile": .text(tile.tile)]
            },
            "omitted": .capped(metadata.omissions) { omission in
                [
                    "target": .text(omission.id), "text": omission.text.map(JSONNode.text),
                    "reason": .text(omission.reason.rawValue),
                ]
            },
            "clusters": .list(
                metadata.clusters.map { cluster in
                    ["target": .text(cluster.id), "members": .list(cluster.members.map(JSONNode.text))]
                }),
            "fog": .list(
                explored.map { fog in
                    ["target": .text(fog.target), "exploredSquareKilometers": .number(fog.squareKilometers.rounded(6))]
                }),
            "tracks": metadata.tracks.isEmpty
                ? nil : .list(metadata.tracks.map { $0.track.statistics.report(of: $0.target) }),
            "elevations": metadata.elevations.isEmpty
                ? nil
                : .capped(metadata.elevations) { place in
                    ["target": .text(place.target), "elevation": .number(place.meters.rounded(1))]
                },
            "warnings": .list(warnings.map(\.report)),
            "times": times,
        ]
        return JSONNode.members(members).lines + "\n"
    }

    private var image: JSONNode {
        [
            "format": .text(metadata.format.rawValue),
            "size": [.number(viewport.size.width), .number(viewport.size.height)],
            "scale": .number(viewport.scale), "width": .count(width), "height": .count(height),
            "bytes": .count(bytes.count), "sha256": .text(Digest.sha256.hexadecimal(bytes)),
        ]
    }

    /// An image, and the files that it links to.
    private func output(at path: String) -> JSONNode {
        let linked = files.map { file -> JSONNode in
            [
                "file": .text(file.name), "bytes": .count(file.bytes.count),
                "sha256": .text(Digest.sha256.hexadecimal(file.bytes)),
            ]
        }
        return [
            "file": .text(path), "format": .text(metadata.format.rawValue), "width": .count(width),
            "height": .count(height), "bytes": .count(bytes.count), "sha256": .text(Digest.sha256.hexadecimal(bytes)),
            "linked": linked.isEmpty ? nil : .list(linked),
        ]
    }

    /// Milliseconds.
    private var times: JSONNode {
        var object = JSONObject()
        for phase in phases {
            let milliseconds = JSONNode.number((phase.seconds * 1000).rounded(3))
            object.members.append(JSONObject.Member(phase.name, milliseconds))
        }
        return JSONNode(.object(object))
    }
}

extension JSONNode {
    /// At most a thousand of a list, and how many there are.
    static func capped<Item>(_ items: [Item], _ node: (Item) -> JSONNode) -> JSONNode {
        ["count": .count(items.count), "items": .list(items.prefix(1000).map(node))]
    }

    /// [longitude, latitude]
    package static func coordinate(_ c: Coordinate) -> JSONNode {
        [.number(c.longitude.rounded(10)), .number(c.latitude.rounded(10))]
    }

    /// [x, y] in points.
    package static func point(_ p: Point) -> JSONNode { [.number(p.x.rounded(4)), .number(p.y.rounded(4))] }
}

extension Viewport {
    /// The camera as it was solved.
    func report(in datum: SceneDatum) -> JSONNode {
        let (box, region) = (datum.inScene(bounds), region)
        let rect = MapRect(box)
        let corners = [Point(0, 0), Point(size.width, 0), Point(size.width, size.height), Point(0, size.height)]
        return [
            "coordinateSystem": datum.scene.node, "center": .coordinate(datum.inScene(center)),
            "zoom": .number(zoom.rounded(9)), "zoomTileSize": 512,
            "zoom256": .number((zoom + 1).rounded(9)), "bearing": .number(bearing.rounded(9)),
            "region": [
                "center": .coordinate(datum.inScene(region.center)),
                "span": [
                    "latitudeDelta": .number(region.span.latitudeDelta.rounded(9)),
                    "longitudeDelta": .number(region.span.longitudeDelta.rounded(9)),
                ],
            ],
            "pitch": tilt.isFlat ? nil : .number(tilt.pitch.rounded(9)),
            "roll": tilt.isFlat ? nil : .number(tilt.roll.rounded(9)),
            "verticalFieldOfView": tilt.isFlat ? nil : .number(tilt.verticalFieldOfView.rounded(9)),
            "footprint": tilt.isFlat && !isCurved ? nil : .list(footprint.map { .coordinate(datum.inScene($0)) }),
            "bounds": .list([box.west, box.south, box.east, box.north].map { .number($0.rounded(9)) }),
            "corners": .list(corners.map { .coordinate(datum.inScene(coordinate(at: $0))) }),
            "mapRect": [
                "x": .number(rect.x.rounded(3)), "y": .number(rect.y.rounded(3)),
                "width": .number(rect.width.rounded(3)), "height": .number(rect.height.rounded(3)),
            ],
            "distance": .number(centerCoordinateDistance.rounded(6)),
            "metersPerPoint": .number(metersPerPoint.rounded(9)),
            "mapScale": .number(mapScale.rounded(3)),
            "metersPerPixel": .number((metersPerPoint / scale).rounded(9)),
        ]
    }
}

extension TrackStatistics {
    /// Meters, seconds and meters a second.
    func report(of target: String) -> JSONNode {
        func number(_ value: Double?, _ decimals: Int = 1) -> JSONNode? { value.map { .number($0.rounded(decimals)) } }
        return [
            "target": .text(target), "name": name.map(JSONNode.text), "distance": number(distance),
            "start": start.map { .text(iso8601($0)) }, "duration": number(duration), "movingTime": number(movingTime),
            "ascent": number(ascent), "descent": number(descent), "lowest": number(lowest), "highest": number(highest),
            "averageSpeed": number(averageSpeed, 3), "maxSpeed": number(maxSpeed, 3),
            "averageHeartRate": number(averageHeartRate), "maxHeartRate": number(maxHeartRate),
        ]
    }
}

extension Diagnostic {
    var report: JSONNode {
        [
            "severity": .text(severity.rawValue), "file": file.map(JSONNode.text),
            "line": position.map { .count($0.line) }, "column": position.map { .count($0.column) },
            "path": path.isEmpty ? nil : .text(path), "message": .text(message), "hint": hint.map(JSONNode.text),
        ]
    }
}

extension Double {
    /// With so many decimals.
    package func rounded(_ decimals: Int) -> Double {
        let power = (0..<decimals).reduce(1.0) { value, _ in value * 10 }
        let scaled = self * power
        return abs(scaled) < 0x1p52 ? scaled.rounded() / power : self
    }
}

/// Converts what is known in the map's datum into the scene's: all outputs are in that, and say so.
struct SceneDatum: Sendable {
    let scene: CoordinateSystem
    let map: CoordinateSystem

    init(_ systems: (scene: CoordinateSystem, map: CoordinateSystem)) {
        scene = systems.scene
        map = systems.map
    }

    func inScene(_ coordinate: Coordinate) -> Coordinate { map.convert(coordinate, to: scene) }

    func inScene(_ box: CoordinateBox) -> CoordinateBox { map == scene ? box : box.mapped(inScene) }
}

extension CoordinateSystem {
    /// The member "coordinateSystem" of outputs.
    package var node: JSONNode { .text(rawValue) }
}

/// What style and scene say about the drawn items, for formats that can name them.
struct MapMetadata {
    /// By the id of their items.
    private(set) var parts: [String: PartMetadata] = [:]
    /// Names of the style's images.
    let bitmapNames: [ObjectIdentifier: String]

    init(_ map: MapRenderer.OpenedMap, _ drawing: Drawing) {
        let input = map.input
        bitmapNames = input.styleImages.bitmapNames
        for layer in input.style.layers { parts["layer/\(layer.id)"] = PartMetadata(layer) }
        for (index, overlay) in input.overlays.enumerated() {
            parts[overlay.path(at: index)] = PartMetadata(overlay)
        }
        for (index, annotation) in input.annotations.enumerated() {
            let coordinate = map.systems.map.convert(annotation.coordinate, to: map.systems.scene)
            parts[annotation.path(at: index)] = PartMetadata(annotation, at: coordinate)
        }
        for cluster in drawing.clusters {
            var words = PartMetadata()
            words.note("count", String(cluster.members.count))
            parts[cluster.id] = words
        }
    }
}

extension PartMetadata {
    fileprivate init(_ layer: StyleLayer) {
        self.init()
        note("type", layer.kind.rawValue)
        note("source", layer.source)
        note("source-layer", layer.sourceLayer)
    }

    fileprivate init(_ overlay: Overlay) {
        self.init()
        note("type", overlay.content.word)
        note(properties: overlay.properties.texts)
    }

    fileprivate init(_ annotation: Annotation, at coordinate: Coordinate) {
        self.init()
        note("view", annotation.view.kind.rawValue)
        note("coordinate", coordinate.text)
        note("subtitle", annotation.subtitle)
        note(properties: annotation.properties.texts)
    }
}

extension Coordinate {
    /// Longitude and latitude in degrees, as the scene has them; a centimetre or so exact.
    fileprivate var text: String {
        let number = { (degrees: Double) in (degrees * 1e7).rounded() / 1e7 }
        return "\(number(longitude)),\(number(latitude))"
    }
}

extension Overlay.Content {
    fileprivate var word: String {
        switch self {
        case .polyline: "polyline"
        case .polygon: "polygon"
        case .circle: "circle"
        case .fog: "fog"
        case .tiles(let tiles): tiles.raster == nil ? "tiles" : "geotiff"
        case .graticule: "graticule"
        case .night: "night"
        case .drawing: "drawing"
        case .data(let data): data.format.rawValue
        }
    }
}
