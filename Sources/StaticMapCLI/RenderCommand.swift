// SPDX-License-Identifier: MIT
import ArgumentParser
import StaticMap

struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render", abstract: "Renders a scene, or the map that the options describe.")

    @Argument(
        help: ArgumentHelp(
            "The scene, a JSON file, or a GeoJSON, TopoJSON, GPX, KML, KMZ, GeoPackage or WKT file to show. - reads "
                + "standard input."))
    var scene: String?

    @OptionGroup var output: OutputOptions

    @Option(help: "Writes a JSON report: the solved camera, missing tiles, omitted items, fonts, warnings and times.")
    var report: String?

    @Option(help: "Writes the clickable regions to a .json, .geojson or .html file (an HTML image map).")
    var regions: String?

    @Flag(help: "Writes a world file (EPSG:3857) beside the image, such as map.pgw.")
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

    @Flag(
        name: [.short, .long], help: "Shows no progress on a terminal. Errors and warnings are printed all the same.")
    var quiet = false

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
        task.quiet = quiet
        return task
    }
}
