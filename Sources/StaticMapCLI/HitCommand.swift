// SPDX-License-Identifier: MIT
import ArgumentParser
import StaticMap

struct HitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hit",
        abstract: "Says what lies at places of the picture.",
        discussion: """
            Prints one line of JSON for each place: the topmost thing as "target", such as \
            annotation/hotel/callout/right, with its words and link, all that lies there as "all", and always the \
            coordinate. Where nothing but the map is, the target is "map". Of handles that overlap, the one with the \
            nearest middle is hit.
            """)

    @Argument(help: "The scene; - reads it from standard input.")
    var scene: String

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A place in points from the top left (may be repeated).", valueName: "x,y"))
    var at: [PlaneArgument]

    @OptionGroup var options: SceneOptions
    @OptionGroup var assets: AssetOptions

    func run() throws {
        let renderer = assets.renderer(threads: nil)
        let map = try answer { () throws(RenderError) in try renderer.hitMap(of: SceneInput.read(scene, options)) }
        complain(map.warnings)
        for place in at { print(map.hit(at: place.point).json) }
    }
}
