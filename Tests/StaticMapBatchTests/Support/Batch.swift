// SPDX-License-Identifier: MIT
import Foundation
import MapCore
import StaticMap
import StaticMapBatch
import Synchronization
import TestSupport

/// A batch in this process, with an input in a folder of its own.
struct Batch {
    let folder: ScratchFolder
    var options = BatchRun.Options()
    var limits = RenderLimits.generous
    var threads = 3
    /// False for a machine without any font.
    var hasFonts = true
    var names = ["{{id}}.png"]

    init() throws { folder = try ScratchFolder() }

    /// What a run came to.
    struct Outcome {
        /// In the order in which they were written.
        var results: [BatchResult] = []
        var summary = BatchRun.Summary()

        /// The codes of the errors of a map.
        func errors(_ id: String) -> [String] {
            results.first { $0.id == id }?.errors.map(\.code.rawValue) ?? ["there is no result"]
        }
    }

    var renderer: MapRenderer {
        MapRenderer(
            home: Home(folder: packageRoot.path(percentEncoded: false)), fontFolders: hasFonts ? testFontFolders : [],
            useSystemFonts: false, threads: threads, cacheBytes: 8 << 20, limits: limits)
    }

    /// Draws scenes, one a line.
    func run(
        _ lines: [String], to output: any BatchOutput, resumes: Bool = false, format: OutputFormat? = nil
    ) throws -> Outcome {
        let path = try folder.write("scenes.jsonl", lines.joined(separator: "\n"))
        let input = try BatchInput(files: [path], names: names.map { try OutputName($0) }, format: format)
        let run = BatchRun(renderer, to: output, options)
        let outcome = Mutex(Outcome())
        let summary = try run.run(input, results: try results(resumes: resumes)) { result, _, _ in
            outcome.withLock { $0.results.append(result) }
        }
        return outcome.withLock { outcome in
            outcome.summary = summary
            return outcome
        }
    }

    /// Draws a template with rows.
    func run(
        template: String, rows: String, as name: String, id: String? = nil, to output: any BatchOutput
    ) throws -> Outcome {
        let template = try SceneTemplate(try folder.write("card.json", template))
        let input = try BatchInput(
            template: template, rows: try folder.write(name, rows), id: id, names: names.map { try OutputName($0) },
            format: nil)
        let outcome = Mutex(Outcome())
        let summary = try BatchRun(renderer, to: output, options).run(input, results: nil) { result, _, _ in
            outcome.withLock { $0.results.append(result) }
        }
        return outcome.withLock { outcome in
            outcome.summary = summary
            return outcome
        }
    }

    /// New results, or those of the last run.
    func results(resumes: Bool = false) throws -> sending ResultsFile {
        let path = folder.file("results.jsonl")
        guard resumes else { return try ResultsFile(creating: path) }
        return try ResultsFile(resuming: path) { [folder] name, bytes in
            guard FileManager.default.fileExists(atPath: folder.file("maps")) else { return true }
            return FileState(folder.file("maps/" + name)).map { $0.size == bytes } ?? false
        }
    }

    func folderOutput() throws -> FolderOutput { try FolderOutput(folder.file("maps")) }

    /// A scene of one color.
    static func scene(_ color: String = "#dde8d0", more: String = "") -> String {
        """
        {"version": 1, "size": [30, 20], "basemap": {"style": {"version": 8, "sources": {}, "layers": [{"id": "ground", \
        "type": "background", "paint": {"background-color": "\(color)"}}]}}, "camera": {"center": [0, 0], "zoom": 1}\(more)}
        """
    }

    static func line(_ id: String, _ color: String = "#dde8d0", more: String = "") -> String {
        #"{"id": "\#(id)", "scene": \#(scene(color, more: more))}"#
    }

    /// The same with columns for the color and the place.
    static let template = """
        {
          "version": 1, "size": [30, 20],
          "basemap": {"style": {"version": 8, "sources": {}, "layers": [
            {"id": "ground", "type": "background", "paint": {"background-color": "{{color|red}}"}}]}},
          "camera": {"center": ["{{lon}}", "{{lat}}"], "zoom": "{{zoom:number}}"}
        }
        """
}

extension ScratchFolder {
    func bytes(_ name: String) throws -> [UInt8] { [UInt8](try contents(name)) }

    /// The names of the files below a folder.
    func files(_ name: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: file(name)).filter { $0.contains(".") }.sorted()
    }
}

extension Batch {
    /// An archive of vector tiles.
    static let basemapArchive = packageRoot.appending(path: "basemap/helsinki.pmtiles").path(percentEncoded: false)
}
