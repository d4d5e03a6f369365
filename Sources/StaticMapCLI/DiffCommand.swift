// SPDX-License-Identifier: MIT
import ArgumentParser
import StaticMap

struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Shows what differs between two scenes.",
        discussion: """
            Scenes are compared by what they mean: the order of keys and defaults that are written out make no difference. \
            Annotations, overlays and other items are compared by id, those without one by location or content. Prints one \
            line per change: added, removed, moved, changed or reordered. Exit codes: 0 if the scenes are the same, 1 if \
            they differ; the others are those of all commands.
            """)

    @Argument(help: "The old scene, a JSON file; - for standard input.")
    var old: String

    @Argument(help: "The new scene.")
    var new: String

    @Flag(help: "Print the changes as JSON.")
    var json = false

    @Option(
        name: .customLong("picture"),
        help: ArgumentHelp(
            "Draws the new scene with the changes marked, in the format of the extension.", valueName: "file"))
    var image: String?

    @OptionGroup var assets: AssetOptions
    @OptionGroup var reporting: DiagnosticOptions

    func validate() throws {
        if old == "-", new == "-" { throw ValidationError("standard input holds one scene: give - once") }
        if let image, image == "-" || OutputFormat(fileName: image) == nil {
            throw ValidationError("--picture must be a .png, .jpg, .webp, .svg or .pdf file, found \"\(image)\"")
        }
    }

    func run() throws {
        let (before, after) = try reporting.attempt { () throws(RenderError) in
            (try SceneInput.document(old), try SceneInput.document(new))
        }
        let difference = SceneDifference(from: before.scene, to: after.scene)
        if let image { try draw(difference, after, to: image) }
        if json {
            print(difference.json, terminator: "")
        } else {
            print(difference.isEmpty ? "same: no differences\n" : difference.description, terminator: "")
        }
        if !difference.isEmpty { throw ExitCode(1) }
    }

    private func draw(_ difference: SceneDifference, _ document: SceneDocument, to file: String) throws {
        guard let format = OutputFormat(fileName: file) else { return }
        var marked = document
        marked.scene = difference.markedScene
        marked.scene.size = marked.scene.size ?? SizeOptions.defaultSize
        let snapshot = try reporting.attempt { () throws(RenderError) in
            try assets.renderer(threads: nil).render(marked, as: format)
        }
        reporting.report(snapshot.warnings)
        try reporting.write(snapshot.bytes, to: file)
    }
}
