// SPDX-License-Identifier: MIT
import ArgumentParser
import MapCore
import MapScene
import StaticMap
import StaticMapBatch

struct AtlasCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "atlas",
        abstract: "Lays out sheets of one scale over an area or along a track, with an overview and an index.",
        discussion: """
            The scene says how a sheet looks; its camera is that of each sheet. The output is a PDF with bookmarks and links, a \
            folder of images, or lines of scenes for "batch" (.jsonl). Exit codes are those of batch.
            """)

    @Argument(help: "The scene of a sheet, a JSON file; by default the base map.", completion: .file())
    var scene: String?

    @Option(
        help: ArgumentHelp("A GeoJSON file with the areas that the sheets cover.", valueName: "file"),
        completion: .file())
    var polygon: String?

    @Option(
        help: ArgumentHelp("A GPX file, or GeoJSON with lines, that the sheets follow.", valueName: "file"),
        completion: .file())
    var along: String?

    @Option(
        help: ArgumentHelp(
            "A table with a sheet in each row: lon and lat of its center, and its title.", valueName: "file"),
        completion: .file())
    var rows: String?

    @Option(
        help: ArgumentHelp("What neighboring sheets have in common.", valueName: "length"),
        transform: OutputLength.init(orNone:))
    var overlap: OutputLength?

    @Flag(help: "Begins with a map of all sheets.")
    var overview = false

    @Option(
        help: ArgumentHelp(
            "Ends with an index of names with sheet and square: streets, places, waters, or ids of layers, with commas between them.",
            valueName: "streets,places"))
    var index: String?

    @Option(help: ArgumentHelp("The squares of the index on each sheet: columns and rows.", valueName: "6x8"))
    var squares: String?

    @Option(help: "The title of the atlas, on its sheets and of the document.")
    var title: String?

    @Option(
        name: .shortAndLong,
        help: "Where the atlas goes: a file that ends with .pdf or .jsonl, or a folder.", completion: .file())
    var output: String

    @Option(help: "The format of the images of a folder.")
    var format: OutputFormat = .png

    @OptionGroup var options: SceneOptions
    @OptionGroup var assets: AssetOptions
    @OptionGroup var reporting: DiagnosticOptions

    @Option(help: "How many sheets are drawn at a time; by default one for each processor.")
    var threads: Int?

    func validate() throws {
        guard [polygon, along, rows].compactMap(\.self).count == 1 else {
            throw ValidationError("give --polygon, --along or --rows")
        }
        guard options.mapScale != nil || scene != nil else {
            throw ValidationError("give --map-scale, such as 1:25000")
        }
        if let squares, counts(squares) == nil {
            throw ValidationError("--squares must be columns and rows from 1 to 26, such as 6x8")
        }
        if let threads, !(1...1024).contains(threads) { throw ValidationError("--threads must be from 1 to 1024") }
        let turns = [
            ("--bearing", options.bearing), ("--pitch", options.pitch), ("--roll", options.roll),
            ("--field-of-view", options.fieldOfView),
        ]
        if let (option, _) = turns.first(where: { $0.1 != nil }) {
            throw ValidationError("\(option) is not for an atlas, whose sheets are flat and upright")
        }
        if output == "-" {
            throw ValidationError("-o -: an atlas goes to a file that ends with .pdf or .jsonl, or to a folder")
        }
        if let image = OutputFormat(fileName: output), image != .pdf {
            throw ValidationError(
                "-o \(output): an atlas is a file that ends with .pdf or .jsonl, or a folder of images: name a folder, "
                    + "and give --format \(image.rawValue)")
        }
        try options.check(scene: scene, rows: rows)
    }

    private func counts(_ text: String) -> [Int]? {
        let numbers = text.split(separator: "x").map { Int($0) }
        guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1], (1...26).contains(columns),
            (1...26).contains(rows)
        else { return nil }
        return [columns, rows]
    }

    func run() throws {
        guard let summary = try reporting.attempt(makeAtlas) else { return }
        if summary.failed > 0 || summary.warned > 0 {
            reporting.report([Diagnostic(.note, code: .batchSummary, summary.text)])
        }
        if summary.failed > 0 { throw ExitCode(1) }
    }

    /// Nil where only scenes were written.
    private func makeAtlas() throws(Diagnostic) -> BatchRun.Summary? {
        var request = try request()
        let (document, base) = try base(request)
        // Sheets are in the datum of their scene, and GPX is in WGS 84.
        if case .along(let line) = request.area, along.map(fileExtension) == "gpx" {
            let datum = document.scene.coordinateSystem
            request.area = .along(line.map { CoordinateSystem.wgs84.convert($0, to: datum) })
        }
        let atlas = try request.laidOut(document, base)
        let text = atlas.lines.map(\.line)
        if fileExtension(of: output) == "jsonl" {
            try writeFile(Array((text.joined(separator: "\n") + "\n").utf8), to: output)
            return nil
        }
        let isPDF = fileExtension(of: output) == "pdf"
        let renderer = assets.renderer(threads: threads, cacheBytes: 256 << 20)
        let destination: any BatchOutput
        if isPDF {
            try atlas.checkIndex(document, renderer)
            destination = try atlas.document(output, fonts: renderer.fonts)
        } else {
            destination = try FolderOutput(output)
        }
        let name = try OutputName(isPDF ? "{{id}}" : "{{id}}.\(self.format.usualExtension)")
        let file = document.file
        let input = BatchInput(
            lines: text.map { Array($0.utf8) }, file: file, names: [name],
            format: isPDF ? .pdf : self.format)
        return try BatchRun(renderer, to: destination, BatchRun.Options()).run(input, results: nil) {
            [reporting] result, _, _ in
            // Lines and columns are those of the sheet's text, which no file has.
            reporting.report(
                (result.errors + result.warnings).map { problem in
                    var problem = problem
                    if problem.file == file { problem.position = nil }
                    return problem
                })
        }
    }

    private func request() throws(Diagnostic) -> AtlasRequest {
        var request = AtlasRequest(try area())
        if let overlap { request.overlap = overlap.points }
        request.hasOverview = overview
        request.index = index?.split(separator: ",").map(String.init)
        request.squares = squares.flatMap(counts)
        request.title = title
        return request
    }

    private func area() throws(Diagnostic) -> AtlasRequest.Area {
        if let polygon { return .covering(try TileRegion(polygonsOf: polygon)) }
        if let along { return .along(try AtlasPlan.line(of: along)) }
        return .at(try AtlasPlan.places(of: rows ?? "-"))
    }

    /// The scene of a sheet, which has a page; and its text as a tree.
    private func base(_ request: AtlasRequest) throws(Diagnostic) -> (SceneDocument, JSONNode) {
        do {
            var text = try JSONText(
                scene.map { path throws(RenderError) in try SceneInput.sceneText(of: path) }
                    ?? Array(#"{"version": 1, "camera": {"center": [0, 0], "mapScale": 25000}}"#.utf8),
                file: scene ?? "command line")
            if scene != nil, text.root["camera"]?["center"] == nil, let own = options.mapScale {
                try text.set(["center": [0, 0], "mapScale": .number(own.denominator)], at: [.key("camera")])
            }
            if text.root["size"] == nil, text.root["page"]?["size"] == nil, options.sizing.size == nil {
                try text.set("A4", at: [.key("size")])
            }
            try options.edit(&text, keepsCamera: false)
            try request.complete(&text, hasSize: true)
            return (try SceneDocument(text: text.bytes, file: scene ?? "command line"), text.root)
        } catch let error as RenderError {
            throw error.diagnostics.first ?? Diagnostic(code: .renderFailed, "\(error)")
        } catch let error as SceneError {
            reporting.report(Array(error.diagnostics.dropFirst()))
            throw error.diagnostics.first ?? Diagnostic(code: .renderFailed, "\(error)")
        } catch let error as Diagnostic {
            throw error
        } catch {
            throw Diagnostic(code: .commandUsage, "\(error)")
        }
    }
}
