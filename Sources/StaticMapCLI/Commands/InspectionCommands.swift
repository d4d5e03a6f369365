// SPDX-License-Identifier: MIT
import ArgumentParser
import MapCore
import StaticMap

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Describes an archive, a style or a scene.",
        discussion: """
            For an archive: format, schema, zoom levels, bounds, layers with their fields, attribution. For a style: sources, \
            layers and what is missing of it. For a scene: the solved camera.
            """)

    @Argument(
        help: "An MBTiles, PMTiles or GeoJSON file, a tile folder, a style or a scene. - reads standard input.",
        completion: .file())
    var file: String

    @Flag(help: "Prints JSON.")
    var json = false

    @OptionGroup var options: SceneOptions
    @OptionGroup var assets: AssetOptions
    @OptionGroup var reporting: DiagnosticOptions

    func validate() throws { try options.check(scene: file) }

    func run() throws {
        let renderer = assets.renderer(threads: nil)
        let inspection = try reporting.attempt { () throws(RenderError) in
            try renderer.inspect(path: path) { text throws(RenderError) in
                try SceneInput.document(text, file, options)
            }
        }
        reporting.report(inspection.warnings)
        StandardOutput.print(
            json ? inspection.json : inspection.lines.map { controlsEscaped($0) + "\n" }.joined(), terminator: "")
    }

    /// A file that a shell opened as standard input goes by its own path, as if it were named.
    private var path: String {
        guard file == "-" else { return file }
        guard FileState(standardInputPath)?.kind == .file else { return standardInputPath }
        return realPath(standardInputPath) ?? standardInputPath
    }
}

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Reports every problem in scenes and styles, with file, line and column.")

    @Argument(help: "Scenes or MapLibre styles to check. - reads standard input.", completion: .file())
    var files: [String]

    @OptionGroup var assets: AssetOptions
    @OptionGroup var roots: RootOptions
    @OptionGroup var reporting: DiagnosticOptions

    @Flag(help: "Treats warnings as errors.")
    var strict = false

    func run() throws {
        let renderer = assets.renderer(threads: nil, roots: roots)
        var worst: ExitCode?
        for file in files {
            do {
                let diagnostics = renderer.check(try SceneInput.sceneText(of: file), file: SceneInput.name(of: file))
                diagnostics.forEach { StandardOutput.print(reporting.line($0)) }
                let limit: Diagnostic.Severity = strict ? .warning : .error
                if diagnostics.contains(where: { $0.severity >= limit }) { worst = worst ?? .badData }
            } catch {
                reporting.report(error.diagnostics)
                worst = error.exitCode
            }
        }
        if let worst { throw worst }
    }
}

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Prints the JSON schema of scenes, for editors and validators.")

    @Option(help: "The folder with styles and base map. Overrides STATICMAP_HOME.", completion: .directory)
    var home: String?

    @OptionGroup var reporting: DiagnosticOptions

    func run() throws {
        let home = home.map(Home.init(folder:)) ?? .installed
        try reporting.write(reporting.attempt { () throws(RenderError) in try text(in: home) }, to: "-")
    }

    /// The schema of an installation, or else of a checkout.
    private func text(in home: Home) throws(RenderError) -> [UInt8] {
        if let source = try? SceneInput.text(of: home.path + "/Sources/MapScene/scene.schema.json") { return source }
        return try SceneInput.text(of: home.path + "/scene.schema.json")
    }
}

struct DescribeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "describe",
        abstract: "Says what a map shows, in a sentence and in a paragraph.",
        discussion: """
            Only what is drawn and visible is told: the place, the extent, markers and how they lie to one another, lines with \
            their lengths, areas with their sizes. The words are in the language of the labels, which --language sets: \
            \(MapDescription.languages.joined(separator: ", ")); in English for others. A scene's own "title" and \
            "description" replace them.
            """)

    @Argument(help: "The scene, a JSON file. - reads standard input.", completion: .file())
    var scene: String

    @Flag(help: "Prints the sentence alone.")
    var short = false

    @Flag(help: "Prints JSON, with the language, the sentence and the paragraph.")
    var json = false

    @OptionGroup var options: SceneOptions
    @OptionGroup var assets: AssetOptions
    @OptionGroup var roots: RootOptions
    @OptionGroup var reporting: DiagnosticOptions

    func validate() throws {
        try options.check(scene: scene)
        if short, json { throw ValidationError("--short and --json exclude each other") }
    }

    func run() throws {
        let renderer = assets.renderer(threads: nil, roots: roots)
        let (map, words) = try reporting.attempt { () throws(RenderError) in
            try renderer.withinLimits { () throws(RenderError) in
                let map = try renderer.hitMap(of: SceneInput.read(scene, options))
                return (map, map.description())
            }
        }
        reporting.report(map.warnings)
        guard let words else { return }
        StandardOutput.print(
            json ? words.json : controlsEscaped(short ? words.sentence : words.paragraph) + "\n", terminator: "")
    }
}
