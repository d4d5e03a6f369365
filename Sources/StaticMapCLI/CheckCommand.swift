// SPDX-License-Identifier: MIT
import ArgumentParser
import StaticMap

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Reports every problem in scenes and styles, with file, line and column.")

    @Argument(help: "Scenes or MapLibre styles to check. - reads standard input.")
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
                let diagnostics = renderer.check(try SceneInput.text(of: file), file: SceneInput.name(of: file))
                diagnostics.forEach { print(reporting.line($0)) }
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
