// SPDX-License-Identifier: MIT
import ArgumentParser
import MapRuntime
import StaticMap

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Describes an archive, a style or a scene.",
        discussion: """
            For an archive: format, zoom levels, bounds, layers with their fields, attribution. For a style: sources and \
            layers. For a scene: the solved camera.
            """)

    @Argument(
        help: "An MBTiles, PMTiles or GeoJSON file, a tile folder, a style or a scene. - reads standard input.")
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
            try renderer.inspect(file == "-" ? standardInputPath : file) { text throws(RenderError) in
                try SceneInput.document(text, file, options)
            }
        }
        reporting.report(inspection.warnings)
        if json { print(inspection.json, terminator: "") } else { inspection.lines.forEach { print($0) } }
    }
}
