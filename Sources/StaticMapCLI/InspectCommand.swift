// SPDX-License-Identifier: MIT
import ArgumentParser
import StaticMap

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Says what an archive, a style or a scene is.",
        discussion: """
            Of an archive: format, zooms, bounds, layers with their fields, attribution. Of a style: sources and layers. \
            Of a scene: the camera as it is solved.
            """)

    @Argument(help: "An MBTiles, PMTiles or GeoJSON file, a tile folder, a style or a scene.")
    var file: String

    @OptionGroup var options: SceneOptions
    @OptionGroup var assets: AssetOptions

    func run() throws {
        let renderer = assets.renderer(threads: nil)
        let inspection = try answer { () throws(RenderError) in
            try renderer.inspect(file) { text throws(RenderError) in
                try SceneInput.document(text, file, options)
            }
        }
        complain(inspection.warnings)
        inspection.lines.forEach { print($0) }
    }
}
