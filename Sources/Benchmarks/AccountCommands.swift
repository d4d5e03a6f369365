// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import MapCanvas
import MapCore
import MapGeo
import MapImages
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

    func vectorTile(_ id: TileID, layers _: Set<String>?) throws(Diagnostic) -> VectorTile? {
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

/// Predicts how long maps take on more processors than there are.
struct ScalingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scaling",
        abstract: "Predicts how long maps take on more processors than there are.",
        discussion: """
            A map is drawn by one thread, and the processor time of each call of its loops is measured. More threads take \
            the calls in the same order, each the next one when it is free; a loop ends with its last call, and what is \
            in no loop is done by one thread. It is painted in the bands of as many threads. The last columns are elapsed \
            times, the least of all runs.
            """)

    @Argument(help: "Names of maps.")
    var maps = ["w2"]

    @Option(help: "Runs of each; the quickest of each phase counts.")
    var runs = 9

    private static let processors = [1, 2, 4, 8, 16, 64]

    func validate() throws {
        guard (1...1000).contains(runs) else { throw ValidationError("--runs must be from 1 to 1000") }
    }

    func run() throws {
        let data = try BenchmarkData(threads: 1)
        for name in maps {
            guard let text = data.scenes.first(where: { $0.name == name })?.text else {
                throw ValidationError("MAPS must be of " + data.scenes.map(\.name).joined(separator: ", "))
            }
            let scene = try data.scene(text)
            var (phases, elapsed): ([PhaseTimes], [Int: [Double]]) = ([], [:])
            for _ in 0...runs {
                let found = try draw(scene, by: data.renderer(threads: 1), measuringCalls: true)
                phases = phases.isEmpty ? found : zip(phases, found).map { $0.quicker($1) }
                for threads in [1, 2] {
                    let phases = try draw(scene, by: data.renderer(threads: threads), measuringCalls: false)
                    elapsed[threads] = zip(elapsed[threads] ?? phases.map(\.elapsed), phases).map {
                        min($0, $1.elapsed)
                    }
                }
            }
            print(name)
            for row in table(of: phases, elapsed) { print("| " + row.joined(separator: " | ") + " |") }
        }
    }

    /// Milliseconds of each phase, and of all, by processors; serial parts; elapsed times.
    private func table(of phases: [PhaseTimes], _ elapsed: [Int: [Double]]) -> [[String]] {
        func cells(_ name: String, _ times: [Double]) -> [String] {
            [name] + times.map { String(format: "%.1f", $0 * 1000) }
        }
        let measured = [1, 2].compactMap { elapsed[$0] }
        var rows = phases.indices.map { index in
            let phase = phases[index]
            return (
                phase.name, Self.processors.map(phase.time(processors:)) + [phase.serial] + measured.map { $0[index] }
            )
        }
        let sums = rows[0].1.indices.map { column in rows.reduce(0) { $0 + $1.1[column] } }
        rows.append(("All", sums))
        let head = ["Processors"] + Self.processors.map(String.init) + ["in no loop", "1, measured", "2, measured"]
        return [head, head.indices.map { $0 == 0 ? "---" : "---:" }] + rows.map(cells)
    }

    private func draw(
        _ scene: SceneDocument, by renderer: MapRenderer, measuringCalls: Bool
    ) throws -> [PhaseTimes] {
        var phases: [PhaseTimes] = []
        func phase<Result>(_ name: String, _ work: () throws -> Result) throws -> Result {
            let (times, begin, start) = (LoopTimes(), threadSeconds(), Usage.now().wall)
            let result = try WorkContext.run(changing: { $0.loopTimes = measuringCalls ? times : nil }) { () throws in
                try work()
            }
            phases.append(
                PhaseTimes(
                    name: name, total: threadSeconds() - begin, elapsed: Usage.now().wall - start,
                    loops: times.loops.map(\.seconds)))
            return result
        }
        let input = try phase("open") { try renderer.open(scene, DiagnosticSink()).input }
        let layout = SceneLayout(input)
        let tiles = try phase("read tiles, make shapes") { layout.evaluatingTiles() }
        let drawing = try phase("place labels, assemble") { layout.drawing(tiles) }
        let bitmap = try phase("paint") { try RasterPainter().paint(drawing, threads: renderer.threads) }
        for processors in measuringCalls ? Self.processors.dropFirst() : [] {
            _ = try phase("") { try RasterPainter().paint(drawing, threads: 1, inBandsFor: processors) }
            let painted = phases.removeLast()
            phases[phases.count - 1].shared[processors] = [painted]
        }
        _ = try phase("encode") { try encodePNG(bitmap, threads: renderer.threads) }
        return phases
    }
}

/// A phase of a map drawn by one thread, in seconds.
private struct PhaseTimes {
    var name: String
    /// Processor time.
    var total: Double
    var elapsed: Double
    /// The processor time of each call of each loop.
    var loops: [[Double]]
    /// Where the calls depend on the number of processors, one each.
    var shared: [Int: [PhaseTimes]] = [:]

    func quicker(_ other: PhaseTimes) -> PhaseTimes {
        var result = total < other.total ? self : other
        result.shared = shared.merging(other.shared) { $0[0].total < $1[0].total ? $0 : $1 }
        return result
    }

    /// What is in no loop.
    var serial: Double { total - loops.joined().reduce(0, +) }

    func time(processors: Int) -> Double {
        if let own = shared[processors]?.first { return own.time(processors: processors) }
        return serial
            + loops.reduce(0) { sum, calls in
                var busy = [Double](repeating: 0, count: processors)
                for call in calls {
                    guard let first = busy.indices.min(by: { busy[$0] < busy[$1] }) else { continue }
                    busy[first] += call
                }
                return sum + (busy.max() ?? 0)
            }
    }
}
