// SPDX-License-Identifier: MIT
import ArgumentParser
import StaticMap

struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render", abstract: "Draws a scene; without one, the world or what the options say.")

    @Argument(help: "The scene, a JSON file; - reads it from standard input.")
    var scene: String?

    @Option(name: [.short, .long], help: "Where the picture goes; - writes to standard output.")
    var output: String

    @Option(help: "png, jpeg or webp; by default what the output's name says.")
    var format: PictureFormat?

    @OptionGroup var options: SceneOptions
    @OptionGroup var assets: AssetOptions

    @Option(help: "How many processors to use; the picture is the same for any number.")
    var threads: Int?

    @Flag(help: "Warnings are errors.")
    var strict = false

    func validate() throws {
        if let threads, !(1...1024).contains(threads) { throw ValidationError("--threads must be from 1 to 1024") }
        if format == nil, output != "-", PictureFormat(fileName: output) == nil {
            throw ValidationError("\(output): the format is not known by its name; use .png, .jpg, .webp or --format")
        }
    }

    func run() throws {
        let rendered = try render()
        complain(rendered.warnings)
        if strict, rendered.warnings.contains(where: { $0.severity == .warning }) { throw ExitCode.badData }
        guard output != "-" else {
            guard writeAll(rendered.bytes, to: 1) else { throw ExitCode.cannotWrite }
            return
        }
        do {
            try writeAtomically(rendered.bytes, to: output)
        } catch {
            complain([error])
            throw ExitCode.cannotWrite
        }
    }

    private func render() throws -> Rendered {
        let renderer = assets.renderer(threads: threads)
        switch Result(catching: { () throws(RenderFailure) in try draw(with: renderer) }) {
        case .success(let rendered): return rendered
        case .failure(let failure):
            complain(failure.problems)
            throw failure.exitCode
        }
    }

    private func draw(with renderer: MapRenderer) throws(RenderFailure) -> Rendered {
        var document = try SceneInput.read(scene)
        options.apply(to: &document.scene)
        return try renderer.render(document, as: format ?? PictureFormat(fileName: output) ?? .png)
    }
}
