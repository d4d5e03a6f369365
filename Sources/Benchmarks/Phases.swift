// SPDX-License-Identifier: MIT
import CDeflate
import Foundation
import MapCanvas
import MapCore
import MapGeo
import MapImages
import MapLayout
import MapStyle
import MapTiles
import StaticMap

/// The phases of drawing a map of the city, measured one by one.
struct Phases {
    private let data: BenchmarkData

    init(_ data: BenchmarkData) { self.data = data }

    var work: [Work] {
        get throws {
            let scene = try data.scene(data.scenes[1].text)
            let diagnostics = DiagnosticSink()
            let renderer = data.renderer(threads: 1)
            let input = try renderer.open(scene, diagnostics).input
            let layout = SceneLayout(input)
            let archive = try cityArchive(input)
            let ids = tiles(input.viewport, archive)
            let bytes = try ids.compactMap { try archive.tile($0) }
            let tiles = try bytes.map { try VectorTile(decoding: $0) }
            let megabytes = Double(bytes.reduce(0) { $0 + $1.count }) / 1e6
            let features = tiles.reduce(0) { $0 + $1.layers.reduce(0) { $0 + $1.features.count } }
            let evaluated = layout.evaluatingTiles()
            let drawing = layout.drawing(evaluated)
            let bitmap = try RasterPainter().paint(drawing, threads: data.threads)
            let labels = drawing.items.count { $0.role == .label }
            let pixels = Double(bitmap.width * bitmap.height) / 1e6
            return [
                Work(name: "open") { _ = try renderer.open(scene, DiagnosticSink()) },
                Work(name: "read and inflate", amount: (megabytes, "MB")) {
                    for id in ids { _ = try archive.tile(id) }
                },
                inflating(bytes, megabytes),
                Work(name: "decode", amount: (Double(features), "features")) {
                    for bytes in bytes { _ = try VectorTile(decoding: bytes) }
                },
            ] + evaluation(input, tiles, ids) + [
                Work(name: "lay out all tiles", amount: (Double(features), "features")) {
                    _ = layout.evaluatingTiles()
                },
                Work(name: "place labels, assemble", amount: (Double(labels), "label marks")) {
                    _ = layout.drawing(evaluated)
                },
                Work(name: "paint", amount: (pixels, "Mpixels")) {
                    _ = try RasterPainter().paint(drawing, threads: data.threads)
                },
                Work(name: "encode", amount: (pixels * 3, "MB")) {
                    _ = try encodePNG(bitmap, threads: data.threads)
                },
            ]
        }
    }

    private func cityArchive(_ input: LayoutInput) throws -> any TileArchive {
        for case .vector(let stack) in input.sources.values {
            if let archive = stack.last?.source.archive { return archive }
        }
        throw BenchmarkError("the city's style has no vector tiles")
    }

    private func tiles(_ viewport: Viewport, _ archive: any TileArchive) -> [TileID] {
        let zoom = min(Int(viewport.zoom), archive.info.maxZoom)
        return (TilePlan.covering(viewport, zoom: zoom) ?? []).map(\.id)
    }

    private func inflating(_ tiles: [[UInt8]], _ megabytes: Double) -> Work {
        let packed = tiles.map { tile -> [UInt8] in
            let compressor = libdeflate_alloc_compressor(6)
            defer { libdeflate_free_compressor(compressor) }
            let bound = libdeflate_gzip_compress_bound(compressor, tile.count)
            return [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
                count = libdeflate_gzip_compress(compressor, tile, tile.count, buffer.baseAddress, bound)
            }
        }
        return Work(name: "inflate", amount: (megabytes, "MB")) {
            for tile in packed { _ = try decompressed(tile) }
        }
    }

    /// Filters for all features of their layers, and all properties of the features that pass.
    private func evaluation(_ input: LayoutInput, _ tiles: [VectorTile], _ ids: [TileID]) -> [Work] {
        let zoom = input.viewport.zoom
        let context = EvaluationContext(zoom: zoom)
        let styles = input.style.layers.filter { $0.isVisible(at: zoom) && $0.sourceLayer != nil }
        let pairs = zip(tiles, ids).flatMap { tile, id in
            styles.compactMap { style in style.sourceLayer.flatMap { tile[$0] }.map { (style, $0, id) } }
        }
        let tested = pairs.reduce(0) { $0 + $1.1.features.count }
        var passed = 0
        for (style, layer, id) in pairs {
            layer.forEach(passing: style.filter, in: id, context) { _, _ in passed += 1 }
        }
        return [
            Work(name: "filter", amount: (Double(tested), "features")) {
                for (style, layer, id) in pairs { layer.forEach(passing: style.filter, in: id, context) { _, _ in } }
            },
            Work(name: "filter, evaluate all properties", amount: (Double(passed), "features")) {
                for (style, layer, id) in pairs {
                    let properties = style.properties.values.map(\.self)
                    var context = context
                    layer.forEach(passing: style.filter, in: id, context) { _, seen in
                        context.feature = seen
                        for property in properties { _ = property.value(context) }
                    }
                }
            },
        ]
    }
}

/// The cost of one benchmark, in seconds and bytes.
struct Measurement: Codable {
    var name: String
    var cpu: Double
    var wall: Double
    var fastest: Double
    /// Units per second of wall-clock time.
    var rate: Double?
    var unit: String?
    var allocations: UInt64
    var allocatedBytes: UInt64
    var peakMemory: Int
}

/// Measurements, as written to a file and compared.
struct Report: Codable {
    var results: [Measurement] = []

    init() {}

    init(file: String) throws {
        self = try JSONDecoder().decode(Report.self, from: try Data(contentsOf: URL(fileURLWithPath: file)))
    }

    func write(to file: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(self).write(to: URL(fileURLWithPath: file))
    }

    subscript(name: String) -> Measurement? { results.first { $0.name == name } }

    static func title(comparing: Bool) -> String {
        row("", "CPU ms", "wall ms", "a second", "allocations", "MB asked", "peak MiB", comparing ? "CPU new/old" : "")
    }
}

extension Measurement {
    func line(_ earlier: Measurement?) -> String {
        let speed = rate.map { "\(short($0)) \(unit ?? "")" } ?? ""
        let change = earlier.map { String(format: "%.2f", cpu / $0.cpu) } ?? ""
        return row(
            name, String(format: "%.1f", cpu * 1000), String(format: "%.1f", wall * 1000), speed, "\(allocations)",
            String(format: "%.1f", Double(allocatedBytes) / 1e6), "\(peakMemory >> 20)", change)
    }

    private func short(_ number: Double) -> String {
        switch number {
        case 1e6...: String(format: "%.1f M", number / 1e6)
        case 1e4...: String(format: "%.0f k", number / 1e3)
        case 100...: String(format: "%.0f", number)
        default: String(format: "%.1f", number)
        }
    }
}

private func row(_ name: String, _ cells: String...) -> String {
    let widths = [9, 9, 18, 12, 9, 9, 13]
    let padded = zip(cells, widths).map { String(repeating: " ", count: max(1, $1 - $0.count)) + $0 }
    return name + String(repeating: " ", count: max(1, 40 - name.count)) + padded.joined()
}
