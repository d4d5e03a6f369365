// SPDX-License-Identifier: MIT
public import ArgumentParser
public import StaticMap

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

    @Argument(help: "The old scene, a JSON file; - for standard input.", completion: .file())
    var old: String

    @Argument(help: "The new scene.", completion: .file())
    var new: String

    @Flag(help: "Print the changes as JSON.")
    var json = false

    @Option(
        name: .customLong("image"),
        help: ArgumentHelp(
            "Draws the new scene with the changes marked, in the format of the extension.", valueName: "file"),
        completion: .file())
    var image: String?

    @OptionGroup var assets: AssetOptions
    @OptionGroup var reporting: DiagnosticOptions

    func validate() throws {
        if old == "-", new == "-" { throw ValidationError("standard input holds one scene: give - once") }
        if let image, image == "-" || OutputFormat(fileName: image) == nil {
            throw ValidationError("--image must be a .png, .jpg, .webp, .svg or .pdf file, found \"\(image)\"")
        }
    }

    func run() throws {
        let (before, after) = try reporting.attempt { () throws(RenderError) in
            (try SceneInput.document(old), try SceneInput.document(new))
        }
        let difference = SceneDifference(from: before.scene, to: after.scene)
        if let image { try draw(difference, after, to: image) }
        if json {
            StandardOutput.print(difference.json, terminator: "")
        } else {
            StandardOutput.print(difference.isEmpty ? "same: no differences\n" : difference.description, terminator: "")
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

struct MergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Merges versions of a scene, or unites scenes.",
        discussion: """
            With --base, the scene that the others come from, every change that one of them has made is taken. Without it, \
            the scenes are united: the items of all, by id, and each key that one of them has. The result is the text of \
            the first scene with the changes of the others in it. Where two scenes say different things, the path is \
            printed, nothing is written, and the exit code is 1; the others are those of all commands.
            """)

    @Argument(help: "Two or more scenes; - for standard input.", completion: .file())
    var scenes: [String]

    @Option(help: ArgumentHelp("The scene that the others come from.", valueName: "file"), completion: .file())
    var base: String?

    @Option(
        help: ArgumentHelp(
            "Which scene is right where they conflict: ours, the first one, or theirs, the later ones.",
            valueName: "ours|theirs"))
    var prefer: SceneMerge.Side?

    @Option(name: [.short, .long], help: "The file for the merged scene. - is standard output.", completion: .file())
    var output: String

    @OptionGroup var reporting: DiagnosticOptions

    func validate() throws {
        guard scenes.count >= 2 else { throw ValidationError("two scenes or more are merged, found \(scenes.count)") }
        guard (scenes + [base].compactMap(\.self)).count(where: { $0 == "-" }) <= 1 else {
            throw ValidationError("standard input holds one scene: give - once")
        }
    }

    func run() throws {
        let (documents, origin) = try reporting.attempt { () throws(RenderError) in
            func document(_ path: String) throws(RenderError) -> SceneDocument { try SceneInput.document(path) }
            return (try scenes.map(document), try base.map(document))
        }
        var conflicts: [Diagnostic] = []
        var merged = documents[0]
        for other in documents.dropFirst() {
            let merge = try reporting.attempt { () throws(RenderError) in
                try Self.merge(merged, other, origin, preferring: prefer)
            }
            conflicts += merge.conflicts
            merged = merge.document
        }
        guard conflicts.isEmpty else {
            reporting.report(conflicts)
            throw ExitCode(1)
        }
        try reporting.write(Array(merged.text.utf8), to: output)
    }

    private static func merge(
        _ ours: SceneDocument, _ theirs: SceneDocument, _ base: SceneDocument?, preferring side: SceneMerge.Side?
    ) throws(RenderError) -> (document: SceneDocument, conflicts: [Diagnostic]) {
        let merge: SceneMerge
        do throws(Diagnostic) {
            merge = try SceneMerge(ours: ours, theirs: theirs, base: base, preferring: side)
        } catch {
            throw RenderError(.badData, [error])
        }
        let conflicts = merge.conflicts.map { $0.diagnostic(ours: ours.file, theirs: theirs.file) }
        do throws(SceneError) {
            let file = "\(ours.file) with \(theirs.file)"
            return (try SceneDocument(text: Array(merge.text.utf8), file: file, folder: ours.folderPath), conflicts)
        } catch {
            throw RenderError(.badData, conflicts + error.diagnostics)
        }
    }
}

extension SceneMerge.Side: ExpressibleByArgument {}
