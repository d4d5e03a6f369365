// SPDX-License-Identifier: MIT
import ArgumentParser
import MapCore
import StaticMap

/// How errors, warnings and notes are printed to standard error.
struct DiagnosticOptions: ParsableArguments, DiagnosticReporting {
    /// The forms of a diagnostic.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        /// `file:line:column: severity: path: message (hint)`
        case text
        /// A JSON object on one line, with the keys of `Diagnostic.jsonLine`.
        case json
    }

    @Option(
        name: .customLong("diagnostics"),
        help: "How errors and warnings are printed: text, or json for one JSON object per line.")
    var format = Format.text

    /// True for arguments with `--diagnostics json`, even if they cannot be parsed otherwise.
    static func asksForJSON(_ arguments: [String]) -> Bool {
        arguments.contains("--diagnostics=json")
            || zip(arguments, arguments.dropFirst()).contains { $0 == ("--diagnostics", "json") }
    }
}

/// As text, for a command without options: to make those of `DiagnosticOptions` takes a hundredth of the time of a small map.
struct PlainDiagnostics: DiagnosticReporting {
    var format: DiagnosticOptions.Format { .text }
}

/// Prints diagnostics to standard error.
protocol DiagnosticReporting {
    var format: DiagnosticOptions.Format { get }
}

extension DiagnosticReporting {
    /// The line for a diagnostic, without a line break.
    func line(_ diagnostic: Diagnostic) -> String {
        switch format {
        case .text: diagnostic.description
        case .json: diagnostic.jsonLine
        }
    }

    /// Prints diagnostics to standard error.
    func report(_ diagnostics: [Diagnostic]) {
        _ = writeAll(Array(diagnostics.map { line($0) + "\n" }.joined().utf8), to: 2)
    }

    /// As `attempt`, for work that may take long: a terminal shows how far it has come, but not between lines of JSON.
    func attemptShowingProgress<Result>(
        quiet: Bool, _ work: () throws(RenderError) -> Result
    ) throws -> Result {
        guard !quiet, format == .text, let line = ProgressLine() else { return try attempt(work) }
        return try attempt { () throws(RenderError) in try line.during(work) }
    }

    /// Does a piece of work. Its error is printed, and becomes an exit code.
    func attempt<Result>(_ work: () throws(RenderError) -> Result) throws -> Result {
        do throws(RenderError) {
            return try WorkContext.run(changing: { $0.notices = notices }, work)
        } catch {
            report(error.diagnostics)
            throw error.exitCode
        }
    }

    /// Does what makes many maps or tiles. Its error is printed, and becomes an exit code.
    func attempt<Result>(_ work: () throws(Diagnostic) -> Result) throws -> Result {
        do throws(Diagnostic) {
            return try work()
        } catch {
            report([error])
            throw error.batchExitCode
        }
    }

    /// Prints what takes longer than a map, at once.
    private var notices: @Sendable (String) -> Void {
        let isText = format == .text
        return { text in
            if isText, ProgressLine.isVisible { ProgressLine.write("") }
            let note = Diagnostic(.note, code: .importSummary, text)
            _ = writeAll(Array(((isText ? note.description : note.jsonLine) + "\n").utf8), to: 2)
        }
    }

    /// Writes a file, or to standard output for "-"; or finishes a file that was written. What fails is printed, and becomes an exit code.
    func write(_ bytes: [UInt8], to path: String, finishing file: StripFile? = nil) throws {
        do throws(WriteError) {
            if path == "-" { return try writeToStandardOutput(bytes) }
            try writeAtomically(bytes, to: path, finishing: file)
        } catch {
            report([error.diagnostic])
            throw ExitCode.cannotWrite
        }
    }
}
