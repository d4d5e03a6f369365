// SPDX-License-Identifier: MIT
import ArgumentParser
import MapCore
import StaticMap

@main
struct StaticMapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "staticmap",
        abstract: "Renders maps from local data, without a network, a GPU or a display.",
        discussion: """
            Exit codes: 0 success; 64 wrong usage; 65 wrong data in a scene, a style or an archive; 66 an input file is \
            missing; 69 the output format cannot hold this map; 71 the system allows too little; 73 the output cannot be written.
            """,
        version: MapRenderer.version,
        subcommands: [
            RenderCommand.self, BatchCommand.self, AtlasCommand.self, CheckCommand.self, InspectCommand.self,
            ProjectCommand.self,
            HitCommand.self, DescribeCommand.self, AnimateCommand.self, ProfileCommand.self,
            EditCommand.self, DiffCommand.self, MergeCommand.self, LocateCommand.self, SchemaCommand.self,
            CompareCommand.self, TilesCommand.self, StyleCommand.self, ServeCommand.self, MCPCommand.self,
        ],
        defaultSubcommand: RenderCommand.self)
}

extension StaticMapCommand {
    /// Parses the arguments and runs the command. What is wrong is printed, as JSON if `--diagnostics json` asks for it.
    static func main() async {
        do {
            try checkProcess()
            let arguments = Array(CommandLine.arguments.dropFirst())
            // Scripts ask often, and the tables of all options take longer to make than everything else.
            guard arguments != ["--version"] else {
                StandardOutput.print(configuration.version)
                return try StandardOutput.finish()
            }
            if let task = RenderTask(plain: arguments) { return try task.run() }
            try checkCommand(arguments.first)
            var command = try command(arguments)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            try StandardOutput.finish()
        } catch {
            let cause = unknownOption(error) ?? error
            var code = exitCode(for: cause)
            // Help and the like are no errors; what ends with a code of its own has printed its text.
            if code.isSuccess { StandardOutput.print(fullMessage(for: cause)) }
            do throws(ExitCode) { try StandardOutput.finish() } catch { code = error }
            if cause is ExitCode || code.isSuccess || code == .cannotWrite { exit(withError: code) }
            guard DiagnosticOptions.asksForJSON(CommandLine.arguments) else { exit(withError: cause) }
            let isUsage = code.rawValue == 64
            let diagnostic = Diagnostic(
                code: isUsage ? Diagnostic.Code.commandUsage : Diagnostic.Code.renderFailed, message(for: cause))
            _ = writeAll(Array((diagnostic.jsonLine + "\n").utf8), to: 2)
            exit(withError: code)
        }
    }

    /// The command of some arguments. It is parsed without the commands above it, as making the tables of their options takes
    /// longer than a small map, unless there is something to say: help or a mistake is left to the whole tree.
    private static func command(_ arguments: [String]) throws -> sending any ParsableCommand {
        guard let first = arguments.first else { return try parseAsRoot(["--help"]) }
        let named = configuration.subcommands.first { $0.configuration.commandName == first }
        let type = named ?? RenderCommand.self
        if first != "help", type.configuration.subcommands.isEmpty,
            let command = try? type.parseAsRoot(named == nil ? arguments : Array(arguments.dropFirst())),
            Swift.type(of: command) == type
        {
            return command
        }
        return try parseAsRoot(arguments)
    }

    /// An option that no command has, in place of what its absence brings about.
    private static func unknownOption(_ error: any Error) -> (any Error)? {
        guard exitCode(for: error).rawValue == 64 else { return nil }
        let arguments = CommandLine.arguments.dropFirst()
        var command =
            configuration.subcommands.first { $0.configuration.commandName == arguments.first }
            ?? (RenderCommand.self as any ParsableCommand.Type)
        let inner = command.configuration
        command =
            inner.subcommands.first { $0.configuration.commandName == arguments.dropFirst().first }
            ?? inner.defaultSubcommand ?? command
        let help = helpMessage(for: command, columns: 200)
        let known = Set(help.matches(of: #/--[a-z][a-z-]*/#).map { String($0.output) })
        for argument in arguments where argument.hasPrefix("--") && argument.count > 2 {
            let name = String(argument.prefix { $0 != "=" })
            guard name.dropFirst(2).allSatisfy({ $0.isLetter || $0 == "-" }), !known.contains(name) else { continue }
            let longer = known.sorted().first { $0.hasPrefix(name) }.map { "did you mean \"\($0)\"?" }
            let hint = (longer ?? didYouMean(name, known.sorted())).map { " (\($0))" } ?? ""
            return ValidationError("Unknown option '\(name)'\(hint)")
        }
        return nil
    }

    /// Libraries end the process where they may open no file: better to say so before.
    private static func checkProcess() throws {
        ProcessLimits.reportLargeFiles()
        let files = ProcessLimits.raiseOpenFiles()
        guard files >= ProcessLimits.fewestFiles else {
            _ = writeAll(
                Array(
                    "Error: \(files) files may be open, and \(ProcessLimits.fewestFiles) are needed (see: ulimit -n)\n"
                        .utf8),
                to: 2)
            throw ExitCode(71)
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

/// What the program says to the shell (BSD `sysexits.h`).
extension ExitCode {
    static let badData = ExitCode(65)
    static let missingInput = ExitCode(66)
    static let cannotDraw = ExitCode(69)
    static let cannotWrite = ExitCode(73)
}

extension RenderError {
    /// What was thrown while a scene was read or edited.
    init(any error: any Error, file: String) {
        switch error {
        case let error as RenderError: self = error
        case let error as SceneError: self.init(error)
        case let error as Diagnostic: self.init(.badData, [error])
        default: self.init(.badData, [Diagnostic(code: .commandUsage, file: file, "\(error)")])
        }
    }

    var exitCode: ExitCode {
        switch kind {
        case .badData: .badData
        case .missingInput: .missingInput
        case .unsupported, .pastLimit: .cannotDraw
        case .cannotWrite: .cannotWrite
        }
    }
}

/// Errors and warnings of the command line.
extension Diagnostic.Code {
    /// Options or arguments that cannot be understood.
    static let commandUsage: Self = "command.usage"
    /// An option that none of the outputs uses.
    static let commandUnusedOption: Self = "command.unused-option"
    /// An output whose name says another format than it has.
    static let commandMisnamedOutput: Self = "command.misnamed-output"
    /// A line of standard input that cannot be understood.
    static let commandInvalidLine: Self = "command.invalid-line"
    /// The server cannot start or has stopped.
    static let serverFailed: Self = "server.failed"
}
