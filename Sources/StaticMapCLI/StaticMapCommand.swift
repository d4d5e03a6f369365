// SPDX-License-Identifier: MIT
import ArgumentParser
import MapDiagnostics
import MapRuntime
import StaticMap

@main
struct StaticMapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "staticmap",
        abstract: "Renders maps from local data, without a network, a GPU or a display.",
        discussion: """
            Exit codes: 0 success; 64 wrong usage; 65 wrong data in a scene, a style or an archive; 66 an input file is \
            missing; 69 the output format cannot hold this map; 73 the output cannot be written.
            """,
        version: "0.1.0",
        subcommands: [
            RenderCommand.self, CheckCommand.self, InspectCommand.self, ProjectCommand.self, HitCommand.self,
            EditCommand.self, DiffCommand.self, MergeCommand.self, LocateCommand.self, SchemaCommand.self,
            CompareCommand.self, ServeCommand.self,
        ],
        defaultSubcommand: RenderCommand.self)
}

extension StaticMapCommand {
    /// Parses the arguments and runs the command. What is wrong is printed, as JSON if `--diagnostics json` asks for it.
    static func main() async {
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            try checkCommand(arguments.first)
            var command = try parseAsRoot(arguments.isEmpty ? ["--help"] : arguments)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            let code = exitCode(for: error)
            guard !code.isSuccess, DiagnosticOptions.asksForJSON(CommandLine.arguments), !(error is ExitCode) else {
                exit(withError: error)
            }
            let isUsage = code.rawValue == 64
            let diagnostic = Diagnostic(
                code: isUsage ? CommandCode.usage.rawValue : RenderCode.failed.rawValue, message(for: error))
            _ = writeAll(Array((diagnostic.jsonLine + "\n").utf8), to: 2)
            exit(withError: code)
        }
    }

    /// A misspelt command is not taken for a scene's file.
    private static func checkCommand(_ first: String?) throws {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        guard let first, first.allSatisfy({ $0.isASCII && $0.isLetter }), !names.contains(first), !fileExists(first),
            let hint = didYouMean(first, names)
        else { return }
        throw ValidationError("there is no command or file \"\(first)\" (\(hint))")
    }
}
