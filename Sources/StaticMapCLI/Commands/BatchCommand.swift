// SPDX-License-Identifier: MIT
import ArgumentParser
import MapCore
import StaticMap
import StaticMapBatch
import Synchronization

struct BatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Renders many scenes, or a template with many rows, on all processors.",
        discussion: """
            Each line of the input is a scene as JSON, or {"id": "a", "scene": {...}, "outputs": ["a.png"]}. With --template \
            and --rows, each row of a table fills the placeholders of one scene, such as "{{lon}}". A line that cannot be \
            drawn is reported, and the rest goes on. Exit codes: 0 if all maps were drawn, 1 if some failed; the others are \
            those of all commands.
            """)

    @Argument(help: "Files with a scene on each line. - reads standard input.", completion: .file())
    var scenes: [String] = []

    @Option(
        help: ArgumentHelp("A scene with placeholders, such as \"{{lon}}\", that rows fill.", valueName: "file"),
        completion: .file())
    var template: String?

    @Option(
        help: ArgumentHelp(
            "Rows for the template: CSV with a header, JSON lines or GeoJSON. - reads JSON lines from standard input.",
            valueName: "file"), completion: .file())
    var rows: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Where maps go: a folder, or a file that ends with .tar, .zip, .pdf (a page for each map) or .sqlite. - is "
                + "standard output."), completion: .file())
    var output: String

    @Option(help: "What the output is, if its name does not say it; frames are for programs, on standard output.")
    var container: BatchContainer?

    @Option(
        help: ArgumentHelp(
            """
            The name of each map, with {{id}}, {{number}}, {{number:06}} or columns of the rows. Its extension selects the \
            format; in a PDF it is the bookmark. Can be repeated. Default: {{id}}.png.
            """, valueName: "pattern"))
    var name: [String] = []

    @Option(
        help: ArgumentHelp(
            "The id of each row, such as {{sku}}; by default its column id, or its number.", valueName: "pattern"))
    var id: String?

    @Option(help: "The format, if the names do not say it.")
    var format: OutputFormat?

    @OptionGroup var bitmap: BitmapOptions

    @Option(help: "The title of an SVG or PDF.")
    var title: String?

    @Option(
        help: ArgumentHelp(
            """
            The file that gets a line of JSON for each map: id, outputs, sizes, SHA-256, warnings and time. - is standard \
            output. Default: results.jsonl in the folder, or beside the output.
            """, valueName: "file"), completion: .file())
    var results: String?

    @Flag(help: "Continues a run that was ended: what its results name is not drawn again.")
    var resume = false

    @Flag(help: "Writes maps and results in the order of the input.")
    var ordered = false

    @OptionGroup var assets: AssetOptions
    @OptionGroup var roots: RootOptions
    @OptionGroup var reporting: DiagnosticOptions

    @Option(help: "How many maps are drawn at a time; by default one for each processor.")
    var threads: Int?

    @Option(help: ArgumentHelp("The memory for tiles and styles that are kept from map to map.", valueName: "MB"))
    var cache = 256

    @Flag(help: "Treats warnings as errors.")
    var strict = false

    @OptionGroup var showing: ProgressOptions

    private var kind: BatchContainer { container ?? BatchContainer(path: output) }

    func validate() throws {
        switch (template, rows) {
        case (nil, nil):
            guard !scenes.isEmpty else { throw ValidationError("name a file of scenes, or --template and --rows") }
        case (_?, _?):
            guard scenes.isEmpty else { throw ValidationError("give files of scenes, or --template and --rows") }
        default: throw ValidationError("--template and --rows go together")
        }
        guard (scenes + [rows].compactMap(\.self)).count(where: { $0 == "-" }) <= 1 else {
            throw ValidationError("standard input can be read once: give - once")
        }
        if id != nil, template == nil { throw ValidationError("--id goes with --template and --rows") }
        if let threads, !(1...1024).contains(threads) { throw ValidationError("--threads must be from 1 to 1024") }
        if !(0...65_536).contains(cache) { throw ValidationError("--cache must be from 0 to 65536") }
        if output == "-" {
            guard [.frames, .tar, .zip, .pdf].contains(kind) else {
                throw ValidationError("standard output takes --container frames, tar, zip or pdf")
            }
            if results == "-" { throw ValidationError("maps and results both go to standard output") }
        } else if kind == .frames {
            throw ValidationError("frames go to standard output: give -o -")
        }
        if resume {
            if output == "-" { throw ValidationError("--resume goes with an output that is a file or a folder") }
            if kind == .pdf { throw ValidationError("--resume is not for PDF, which is written as a whole") }
            if results == "-" { throw ValidationError("--resume reads the results: give them a file") }
        }
        if kind == .pdf {
            if name.count > 1 { throw ValidationError("a PDF has one page for each map: give --name once") }
            if format != nil { throw ValidationError("--format is not for PDF") }
        }
        if name.count > 16 { throw ValidationError("--name can be given 16 times") }
    }

    func run() throws {
        let progress = showing.ofBatch(reporting)
        let summary = try reporting.attempt { () throws(Diagnostic) in
            defer { progress?.erase() }
            return try drawAll(progress)
        }
        if summary.failed > 0 || summary.warned > 0 || progress != nil {
            reporting.report([Diagnostic(.note, code: .batchSummary, summary.text)])
        }
        if summary.failed > 0 { throw ExitCode(1) }
    }

    private func drawAll(_ progress: BatchProgress?) throws(Diagnostic) -> BatchRun.Summary {
        let shared = Mutex(SharedErrors())
        defer { reporting.report(shared.withLock { $0.rest }) }
        let input = try input()
        let results = try resultsFile()
        let output = try destination(resume ? results : nil)
        var options = BatchRun.Options()
        options.isOrdered = ordered
        options.isStrict = strict
        options.encoding = bitmap.encoding
        if let title { options.encoding.title = title }
        let renderer = assets.renderer(threads: threads, roots: roots, cacheBytes: cache << 20)
        defer { renderer.keepUntilExit() }
        let printsResults = self.results == "-"
        return try BatchRun(renderer, to: output, options).run(input, results: results) {
            [reporting] result, summary, share in
            let errors = reporting.format == .json ? result.errors : shared.withLock { $0.add(result.errors) }
            if printsResults || !errors.isEmpty { progress?.erase() }
            if printsResults { StandardOutput.print(result.line) }
            reporting.report(errors)
            progress?.show(summary, share)
        }
    }

    private func input() throws(Diagnostic) -> sending BatchInput {
        let fallback = kind == .pdf ? "{{id}}" : "{{id}}.\(format.map(\.usualExtension) ?? "png")"
        var names: [OutputName] = []
        for pattern in name.isEmpty ? [fallback] : name {
            let name = try OutputName(pattern)
            try name.check(option: "--name", hasFormat: kind == .pdf || format != nil)
            names.append(name)
        }
        let format = kind == .pdf ? .pdf : format
        guard let template, let rows else { return try BatchInput(files: scenes, names: names, format: format) }
        return try BatchInput(
            template: try SceneTemplate(template), rows: rows, id: id, names: names, format: format)
    }

    private func resultsFile() throws(Diagnostic) -> sending ResultsFile? {
        let folder = output.hasSuffix("/") ? output : output + "/"
        guard
            let path = results
                ?? (output == "-" ? nil : kind == .folder ? folder + "results.jsonl" : output + ".results.jsonl"),
            path != "-"
        else { return nil }
        if kind == .folder { _ = try FolderOutput(output) }
        guard resume else { return try ResultsFile(creating: path) }
        return try ResultsFile(resuming: path) { [kind] name, bytes in
            guard kind == .folder else { return true }
            return FileState(folder + name).map { $0.size == bytes } ?? false
        }
    }

    private func destination(_ resumed: ResultsFile?) throws(Diagnostic) -> any BatchOutput {
        switch kind {
        case .folder: try FolderOutput(output)
        case .tar: try TarOutput(output, resuming: resumed)
        case .zip: try ZipOutput(output, resuming: resumed)
        case .sqlite: try DatabaseOutput(output, resuming: resumed)
        case .frames: try FrameOutput()
        case .pdf:
            try PagesOutput(output, title: title ?? "Maps", author: "", background: bitmap.background?.color)
        }
    }
}

/// Errors of maps as people read them: one that every map has is printed once.
struct SharedErrors {
    /// What two maps have in common when a template or its data is wrong for both.
    private struct Key: Hashable {
        var code: Diagnostic.Code
        var path: String
        var message: String

        init(_ error: Diagnostic) {
            (code, path, message) = (error.code, error.path, error.expected ?? error.message)
        }
    }

    /// How many errors are kept until a map is without them; later ones are counted.
    private static let limit = 1000
    private var maps = 0
    /// Those that every map has had: the first, and later ones that were not printed.
    private var shared: [(key: Key, held: [Diagnostic], count: Int)] = []

    /// - Parameter errors: those of the next map.
    /// - Returns: those to print now.
    mutating func add(_ errors: [Diagnostic]) -> [Diagnostic] {
        maps += 1
        guard maps > 1 else {
            for error in errors where !shared.contains(where: { $0.key == Key(error) }) {
                shared.append((Key(error), [], 0))
            }
            return errors
        }
        let keys = Set(errors.map(Key.init))
        var printed = shared.filter { !keys.contains($0.key) }.flatMap(\.held)
        shared.removeAll { !keys.contains($0.key) }
        for error in errors {
            guard let index = shared.firstIndex(where: { $0.key == Key(error) }) else {
                printed.append(error)
                continue
            }
            shared[index].count += 1
            if shared[index].held.count < Self.limit { shared[index].held.append(error) }
        }
        return printed
    }

    /// What is to be printed at the end.
    var rest: [Diagnostic] {
        shared.filter { $0.count > 0 }.map { entry in
            let first = entry.held.first
            return Diagnostic(
                .note, code: .batchSummary, file: first?.file, path: entry.key.path,
                "all \(maps) maps have this error")
        }
    }
}

extension OutputFormat {
    /// Of files that nobody has named.
    var usualExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .png8: "png"
        case .png, .webp, .svg, .pdf: rawValue
        }
    }
}

/// What the maps of a batch are put into.
enum BatchContainer: String, CaseIterable, ExpressibleByArgument {
    case folder, tar, zip, pdf, sqlite, frames

    init(path: String) {
        switch fileExtension(of: path) {
        case _ where path == "-": self = .frames
        case "tar": self = .tar
        case "zip": self = .zip
        case "pdf": self = .pdf
        case "sqlite", "db": self = .sqlite
        default: self = .folder
        }
    }
}

extension BatchRun.Summary {
    /// For people.
    var text: String {
        let counts = [
            (drawn, "drawn"), (skipped, "drawn before"), (warned, "with warnings"), (failed, "failed"),
        ]
        return "maps: "
            + counts.filter { $0.0 > 0 || $0.1 == "drawn" }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}

extension Diagnostic {
    /// What the shell is told when a whole batch ends.
    var batchExitCode: ExitCode {
        switch code {
        case Diagnostic.Code.fileMissing, Diagnostic.Code.fileUnreadable, Diagnostic.Code.fileNotAFile: .missingInput
        case Diagnostic.Code.batchNotWritable, Diagnostic.Code.fileCannotWrite: .cannotWrite
        default: .badData
        }
    }
}
