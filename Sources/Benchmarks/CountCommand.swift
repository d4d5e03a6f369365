// SPDX-License-Identifier: MIT
import ArgumentParser
import MapCanvas
import MapCore
import MapGeo
import MapLayout
import MapStyle
import MapText
import MapTiles
import StaticMap
import Synchronization

/// Counts what a map is made of and what is seen of it, for `make account`.
struct CountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "count", abstract: "Counts what a map is made of and what is seen of it.")

    @Argument(help: "The name of a map, such as w2.")
    var map: String

    func run() throws {
        let data = try BenchmarkData(threads: 1)
        guard let scene = data.scenes.first(where: { $0.name == map }) else {
            throw ValidationError("MAP must be one of " + data.scenes.map(\.name).joined(separator: ", "))
        }
        var input = try data.renderer(threads: 1).open(try data.scene(scene.text), DiagnosticSink()).input
        let tiles = TilesRead()
        for (name, source) in input.sources {
            guard case .vector(var stack) = source else { continue }
            for index in stack.indices {
                stack[index].source = Recorded(source: stack[index].source, name: name, tiles: tiles)
            }
            input.sources[name] = .vector(stack)
        }
        let drawing = SceneLayout(input).drawing()
        var (asked, passed, read, stored) = (0, 0, 0, 0)
        let (viewport, isFlat) = (input.viewport, input.viewport.tilt.isFlat)
        for (name, id, tile) in tiles.all {
            stored += tile.layers.reduce(0) { $0 + $1.features.reduce(0) { $0 + $1.vertexCount } }
            for style in input.style.layers
            where style.source == name && style.isVisible(at: viewport.zoom) && !(isFlat && style.isForTiltedMaps) {
                guard let layer = style.sourceLayer.map({ tile[$0] }) ?? tile.layers.first else { continue }
                asked += layer.features.count
                layer.forEach(passing: style.filter, in: id, EvaluationContext(zoom: viewport.zoom)) { feature, _ in
                    passed += 1
                    read += feature.vertexCount
                }
            }
        }
        let touched = try drawing.items.reduce(0) { try $0 + Self.pixels(of: $1, in: drawing) }
        let painted = drawing.items.reduce(0) { $0 + $1.mark.vertexCount }
        print("features asked by layers, drawn: \(asked) \(passed)")
        print("vertices read by layers, stored in tiles, in marks: \(read) \(stored) \(painted)")
        print("pixels touched by items, shown: \(touched) \(drawing.width * drawing.height)")
    }

    /// Those that an item alone would paint.
    private static func pixels(of item: DrawingItem, in drawing: Drawing) throws -> Int {
        var alone = Drawing(width: drawing.width, height: drawing.height, scale: drawing.scale)
        alone.items = [item]
        let box = item.bounds.intersection(drawing.rect)
        guard !box.isNull else { return 0 }
        let area = PixelRect(
            minX: Int(box.minX), minY: Int(box.minY), maxX: Int(box.maxX.rounded(.up)),
            maxY: Int(box.maxY.rounded(.up)))
        guard !area.isEmpty else { return 0 }
        return try RasterPainter().paint(alone, threads: 1, area: area).pixels.count { $0 != 0 }
    }
}

/// The tiles that a layout has read.
private final class TilesRead: Sendable {
    typealias Tile = (source: String, id: TileID, tile: VectorTile)

    private let tiles = Mutex<[Tile]>([])

    var all: [Tile] { tiles.withLock(\.self) }

    func add(_ tile: Tile) { tiles.withLock { $0.append(tile) } }
}

/// A source whose tiles are recorded.
private struct Recorded: VectorTileSource {
    let source: any VectorTileSource
    let name: String
    let tiles: TilesRead

    var archive: (any TileArchive)? { source.archive }

    func vectorTile(_ id: TileID) throws(Diagnostic) -> VectorTile? {
        let tile = try source.vectorTile(id)
        if let tile { tiles.add((name, id, tile)) }
        return tile
    }
}

extension Mark {
    /// Points of paths and lines, centers of circles, letters, corners of images.
    fileprivate var vertexCount: Int {
        switch self {
        case .fill(let path, _, _), .aliasedFill(let path, _), .edge(let path, _), .stroke(let path, _, _):
            path.points.count
        case .ribbon(let ribbon): ribbon.centerLines.reduce(0) { $0 + $1.count }
        case .circles(let circles): circles.instances.reduce(0) { count, _ in count + 1 }
        case .glyphs(let run): run.glyphs.count
        case .sdf(let mark): mark.pieces.count
        case .image, .maskedFill: 4
        case .group(let group): group.marks.reduce(0) { $0 + $1.vertexCount }
        case .faces(let faces): faces.faces.reduce(0) { $0 + $1.path.points.count }
        }
    }
}
