// SPDX-License-Identifier: MIT
import ArgumentParser
import MapCore
import MapText
import StaticMap

struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render", abstract: "Renders a scene, or the map that the options describe.")

    @Argument(
        help: ArgumentHelp(
            "The scene, a JSON file, or a GeoJSON, TopoJSON, GPX, KML, KMZ, GeoPackage, FlatGeobuf, Shapefile, CSV, WKT or GeoTIFF "
                + "file to show. - reads standard input."), completion: .file())
    var scene: String?

    @OptionGroup var output: OutputOptions

    @Option(
        help: "Writes a JSON report: the solved camera, missing tiles, omitted items, fonts, warnings and times.",
        completion: .file())
    var report: String?

    @Option(
        help: "Writes the clickable regions to a .json, .geojson or .html file (an HTML image map).",
        completion: .file())
    var regions: String?

    @Flag(help: "Writes a world file (EPSG:3857, or the map's --crs) beside the image, such as map.pgw.")
    var worldFile = false

    @Flag(help: "Prints the scene that the options make. Without --output, nothing is rendered.")
    var printScene = false

    @OptionGroup var options: SceneOptions
    @OptionGroup var assets: AssetOptions
    @OptionGroup var roots: RootOptions
    @OptionGroup var reporting: DiagnosticOptions

    @Option(help: "The number of threads. The output is the same for any number.")
    var threads: Int?

    @Flag(help: "Treats warnings as errors.")
    var strict = false

    @OptionGroup var showing: ProgressOptions

    func validate() throws {
        try options.check(scene: scene)
        if let threads, !(1...1024).contains(threads) { throw ValidationError("--threads must be from 1 to 1024") }
        guard !output.paths.isEmpty else {
            guard printScene else {
                throw ValidationError("Missing expected argument '--output <output>', such as -o map.png")
            }
            for (name, isGiven) in [("report", report != nil), ("regions", regions != nil), ("world-file", worldFile)]
            where isGiven {
                throw ValidationError("--\(name) goes with an --output")
            }
            return
        }
        if let regions, RegionFormat(fileName: regions) == nil {
            throw ValidationError("\(regions): expected a file that ends with .json, .html or .geojson")
        }
        let writesOut = output.paths.contains("-")
        if worldFile, writesOut { throw ValidationError("--world-file goes with an output that is a file") }
        let files = (output.paths + [report, regions].compactMap(\.self)).filter { $0 != "-" }
        if Set(files).count < files.count { throw ValidationError("each output needs a file of its own") }
        if report == "-", writesOut || printScene {
            throw ValidationError("the report and something else both go to standard output")
        }
        if printScene, writesOut { throw ValidationError("--print-scene and -o - both write to standard output") }
    }

    func run() throws { try task.run() }

    private var task: RenderTask {
        var task = RenderTask(
            renderer: assets.renderer(threads: threads, roots: roots), scene: scene, paths: output.paths,
            formats: output.formats)
        task.options = options
        task.encoding = output.encoding
        task.warnings = output.warnings
        task.report = report
        task.regions = regions
        task.worldFile = worldFile
        task.printScene = printScene
        task.reporting = reporting
        task.strict = strict
        task.quiet = showing.quiet
        return task
    }
}

/// What `staticmap render` does when its arguments are understood.
struct RenderTask {
    var renderer: MapRenderer
    /// The scene's file, - for standard input; nil for a map of options alone.
    var scene: String?
    /// Where the images go, and the format of each.
    var paths: [String]
    var formats: [OutputFormat]
    /// What changes the scene.
    var options: SceneOptions?
    var encoding = EncodingOptions()
    /// Of the options.
    var warnings: [Diagnostic] = []
    var report: String?
    var regions: String?
    var worldFile = false
    var printScene = false
    var reporting: any DiagnosticReporting = PlainDiagnostics()
    var strict = false
    var quiet = false

    func run() throws {
        renderer.keepUntilExit()
        let budget = RenderBudget(renderer.limits)
        let document = try reporting.attempt { () throws(RenderError) in
            try renderer.withinLimits(budget) { () throws(RenderError) in
                try SceneInput.read(scene, options, editing: printScene ? .text : .tree)
            }
        }
        if printScene { StandardOutput.print(document.text) }
        guard let first = paths.first else { return }
        prepareFonts(for: document)
        if !document.scene.camera.tilt.isFlat { try refuseWorldFile() }
        // A report says the hash of each image, which takes all its bytes.
        let files = paths.map { report == nil && $0 != "-" ? StripFile($0) : nil }
        let snapshots = try reporting.attemptShowingProgress(quiet: quiet) { () throws(RenderError) in
            try renderer.withinLimits(budget) { () throws(RenderError) in
                try renderer.render(document, as: Array(zip(formats, files)), options: encoding)
            }
        }
        let rendered = snapshots[0]
        if let perspective = rendered.viewport.perspective, perspective.projected == nil { try refuseWorldFile() }
        let warnings = warnings + rendered.warnings
        reporting.report(warnings)
        if strict, warnings.contains(where: { $0.severity == .warning }) { throw ExitCode.badData }
        try write(snapshots, files)
        if let report {
            let outputs = zip(paths, snapshots).map { (path: $0, snapshot: $1) }
            try reporting.write(Array(rendered.report(withOutputs: outputs).utf8), to: report)
        }
        if let regions, let format = RegionFormat(fileName: regions) {
            let image = first == "-" ? "map.\(OutputFormat.png.rawValue)" : relativeAddress(of: first, from: regions)
            try reporting.write(Array(rendered.regions(as: format, image: image).utf8), to: regions)
        }
        guard worldFile else { return }
        for (path, format) in zip(paths, formats) {
            try reporting.write(
                Array(rendered.worldFile.utf8), to: replacingExtension(of: path, with: format.worldFileExtension))
        }
    }

    /// Scans the fonts on another thread while the style is read, if the style is known to have names.
    private func prepareFonts(for document: SceneDocument) {
        switch document.scene.basemap.style {
        case nil, .named: break
        case .file, .inline: return
        }
        guard renderer.threads > 1, document.scene.basemap.tiles.isEmpty else { return }
        renderer.fonts.prepareInBackground()
    }

    private func write(_ snapshots: [MapSnapshot], _ files: [StripFile?]) throws {
        for (index, (path, snapshot)) in zip(paths, snapshots).enumerated() {
            for file in snapshot.files {
                try reporting.write(file.bytes, to: OutputOptions.folder(of: path) + file.name)
            }
            try reporting.write(snapshot.bytes, to: path, finishing: files[index])
        }
    }

    /// Ends a command that asks for the world file of a map whose pixels are in no grid.
    private func refuseWorldFile() throws(ValidationError) {
        guard worldFile else { return }
        throw ValidationError(
            "--world-file: the pixels of a tilted map are in no grid, nor those of a globe or a terrain; use a pitch and "
                + "roll of 0")
    }

    /// The image's address on a page: its name where both lie in one folder, else its full path.
    private func relativeAddress(of image: String, from page: String) -> String {
        let (image, page) = (absolutePath(image), absolutePath(page))
        let folder = page.prefix(through: page.lastIndex(of: "/") ?? page.startIndex)
        return image.hasPrefix(folder) ? String(image.dropFirst(folder.count)) : image
    }

    private func replacingExtension(of path: String, with new: String) -> String {
        let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        guard let dot = path[name...].lastIndex(of: "."), dot > name else { return "\(path).\(new)" }
        return path[..<dot] + "." + new
    }
}

extension RenderTask {
    /// The task of the plainest arguments: a scene and one output, `[render] SCENE -o FILE`. Nil for all others, and for
    /// mistakes. To read them by the tables of all options takes a tenth of the time of a small map.
    init?(plain arguments: [String]) {
        var words = arguments[...]
        let isNamed = words.first == "render"
        if isNamed { words.removeFirst() }
        guard words.count == 3, let option = words.firstIndex(where: { $0 == "-o" || $0 == "--output" }),
            option < words.endIndex - 1
        else { return nil }
        let path = words[option + 1]
        words.removeSubrange(option...(option + 1))
        // What has neither could be the name of another command.
        guard let scene = words.first, isNamed || scene.contains("/") || scene.contains("."),
            !scene.hasPrefix("-"), !path.hasPrefix("-"), let format = OutputFormat(fileName: path)
        else { return nil }
        self.init(
            renderer: MapRenderer(home: AssetOptions.installedHome, cacheBytes: 0), scene: scene, paths: [path],
            formats: [format])
    }
}
