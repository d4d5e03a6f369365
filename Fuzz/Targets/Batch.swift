// SPDX-License-Identifier: MIT
import Libc
import MapCore
import MapTiles
import StaticMap
import StaticMapBatch
import Synchronization

/// Takes images and keeps none.
private struct NoOutput: BatchOutput {
    func add(_ drawn: [DrawnOutput], _ result: inout BatchResult) {}
}

extension FuzzTarget {
    /// A template of a scene, and after an empty line the rows: CSV, GeoJSON, or JSON lines by the first byte. Each row has a map, or an
    /// error with a place.
    static let batchRows = FuzzTarget("batch-rows") { bytes throws(BrokenPromise) in
        guard let kind = bytes.first else { return }
        let text = bytes.dropFirst()
        let end = text.indices.first { text[$0] == 10 && $0 + 1 < text.endIndex && text[$0 + 1] == 10 } ?? text.endIndex
        let ending = kind == UInt8(ascii: "c") ? "csv" : kind == UInt8(ascii: "g") ? "geojson" : "jsonl"
        try withScratchFile(Array(text[..<end]), "json") { template throws(BrokenPromise) in
            try withScratchFile(Array(text[min(end + 2, text.endIndex)...]), ending) { rows throws(BrokenPromise) in
                try draw(template, rows)
            }
        }
    }

    private static func draw(_ template: String, _ rows: String) throws(BrokenPromise) {
        let lost = Mutex<Diagnostic?>(nil)
        do throws(Diagnostic) {
            let name = try OutputName("{{id}}.png")
            let input = try BatchInput(
                template: try SceneTemplate(template), rows: rows, id: nil, names: [name], format: nil)
            var options = BatchRun.Options()
            options.isOrdered = true
            _ = try BatchRun(renderer, to: NoOutput(), options).run(input, results: nil) { result, _, _ in
                for error in result.errors where error.file == nil && error.path.isEmpty {
                    lost.withLock { $0 = error }
                }
            }
        } catch  where error.file == nil && error.path.isEmpty {
            lost.withLock { $0 = error }
        } catch {}
        if let error = lost.withLock(\.self) { throw BrokenPromise("an error has no place: \(error)") }
    }

    private static let renderer = {
        var limits = RenderLimits.strict
        limits.pixels = 1 << 16
        return MapRenderer(
            home: Home(folder: "/nonexistent"), fileRoots: [], threads: 1, cacheBytes: 4 << 20, limits: limits)
    }()

    /// An archive, MBTiles or PMTiles by its first bytes, for each verb that copies or checks one.
    static let archiveVerbs = FuzzTarget("archive-verbs", maxLength: 32768) { bytes throws(BrokenPromise) in
        let ending = bytes.starts(with: "SQLite".utf8) ? "mbtiles" : "pmtiles"
        try withScratchFile(bytes, ending) { path throws(BrokenPromise) in
            let output = path + ".out.pmtiles"
            defer {
                for name in [output, output + ".tiles.sqlite"] { unlink(name) }
            }
            let copied = accepted { () throws(Diagnostic) -> ContainerMetadata in
                let copy = try ArchiveCopy([path], region: nil, zooms: 0...TileID.maxZoom)
                let store = try TileStore(output + ".tiles.sqlite", settings: "copy", isResumed: false)
                defer { store.remove() }
                let metadata = try copy.run(into: store, name: nil) { _ in }
                try TileContainer(path: output).write(store, to: output, metadata)
                return metadata
            }
            _ = accepted { () throws(Diagnostic) in try ArchiveVerification(path) { _ in } }
            guard copied != nil else { return }
            let again = accepted { () throws(Diagnostic) in try ArchiveVerification(output) { _ in } }
            try promise(again != nil, "what was copied cannot be read")
        }
    }
}
