// SPDX-License-Identifier: MIT
import ArgumentParser
import StaticMap

struct HitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hit",
        abstract: "Finds out what is at a point of the image.",
        discussion: """
            Prints one line of JSON for each point: the topmost item as "target", such as annotation/hotel/callout/right, \
            with its texts and link; everything at that point as "all"; and the coordinate. The target is "map" where there \
            is nothing else. Among overlapping handles, the one with the nearest center is hit.
            """)

    @Argument(help: "The scene, a JSON file. - reads standard input.")
    var scene: String

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A point of the image, measured from the top left. Can be repeated.", valueName: "x,y"))
    var at: [PlaneArgument]

    @OptionGroup var options: SceneOptions
    @OptionGroup var assets: AssetOptions
    @OptionGroup var roots: RootOptions
    @OptionGroup var reporting: DiagnosticOptions

    func validate() throws { try options.check(scene: scene) }

    func run() throws {
        let renderer = assets.renderer(threads: nil, roots: roots)
        let map = try reporting.attempt { () throws(RenderError) in
            try renderer.hitMap(of: SceneInput.read(scene, options))
        }
        reporting.report(map.warnings)
        for position in at { print(map.hit(at: position.point).json) }
    }
}
