// SPDX-License-Identifier: MIT
import ArgumentParser
import StaticMap

struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Drags items of a scene to other points and writes the new scene.",
        discussion: """
            Targets are annotation/ID, userLocation, overlay/ID for a circle, overlay/ID/handle/N for vertices of areas, \
            overlay/ID/vertex/N for those of lines, by id or by number; N alone is a vertex of the only area. Only the \
            numbers that change are replaced in the text; a camera that fits or follows what is dragged becomes the view of the \
            drag. Events are printed as JSON, one per line, in the order in \
            which an app receives them: highlighted, moved, moved with isFinish, finished.
            """)

    @Argument(help: "The scene, a JSON file. - reads standard input.", completion: .file())
    var scene: String

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("An item and the point to drag it to. Can be repeated.", valueName: "target:x,y"))
    var drag: [DragArgument]

    @Option(
        name: [.short, .long], help: "The file for the new scene. - is standard output, without the events.",
        completion: .file())
    var output: String

    @Option(
        help: "Renders the new scene with the last item still held: its handle highlighted, or its pin lifted.",
        completion: .file())
    var preview: String?

    @OptionGroup var options: SceneOptions
    @OptionGroup var assets: AssetOptions
    @OptionGroup var reporting: DiagnosticOptions

    func validate() throws {
        try options.check(scene: scene)
        if let preview, preview == "-" || OutputFormat(fileName: preview) == nil {
            throw ValidationError("--preview must be a .png, .jpg or .webp file, found \"\(preview)\"")
        }
    }

    func run() throws {
        let renderer = assets.renderer(threads: nil)
        let (editor, lines) = try reporting.attempt { () throws(RenderError) in
            try dragged(SceneInput.sceneText(of: scene), with: renderer)
        }
        if let preview, let format = OutputFormat(fileName: preview) {
            let held = Array(editor.preview.text.utf8)
            let snapshot = try reporting.attempt { () throws(RenderError) in
                try renderer.render(
                    SceneInput.document(held, scene, options, keepsCamera: editor.fixesCamera), as: format)
            }
            try reporting.write(snapshot.bytes, to: preview)
        }
        reporting.report(editor.warnings)
        try reporting.write(Array(editor.text.utf8), to: output)
        if output != "-" { lines.forEach { StandardOutput.print($0) } }
    }

    /// The camera is that of the options; the text that is written is the scene's own.
    private func dragged(
        _ text: [UInt8], with renderer: MapRenderer
    ) throws(RenderError) -> (SceneEditor, events: [String]) {
        let map = try renderer.projection(of: SceneInput.document(text, scene, options))
        let file = SceneInput.name(of: scene)
        do {
            let document = try SceneDocument(text: text, file: file)
            var editor = try SceneEditor(document, map: map)
            var lines: [String] = []
            for drag in drag {
                let events = try editor.drag(path: drag.target, to: drag.point)
                let target = editor.heldTarget ?? drag.target
                lines += events.map { $0.json(target: target, coordinateSystem: map.coordinateSystem) }
            }
            return (editor, lines)
        } catch {
            throw RenderError(any: error, file: file)
        }
    }
}

/// `annotation/hotel:120,88`: a target, a colon, and points.
struct DragArgument: ExpressibleByArgument {
    let target: String
    let point: Point

    init?(argument: String) {
        guard let colon = argument.lastIndex(of: ":"), colon > argument.startIndex,
            let position = PlaneArgument(argument: String(argument[argument.index(after: colon)...]))
        else { return nil }
        target = String(argument[..<colon])
        point = position.point
    }
}
