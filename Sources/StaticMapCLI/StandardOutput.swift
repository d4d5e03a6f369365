// SPDX-License-Identifier: MIT
import ArgumentParser
import MapCore
import Synchronization

/// Text on standard output. Swift's `print` would not tell that it cannot be written.
enum StandardOutput {
    /// Why the first text was not written.
    private static let failure = Mutex<WriteError?>(nil)

    /// Prints a text; once one could not be written, nothing follows it.
    static func print(_ text: some CustomStringConvertible, terminator: String = "\n") {
        failure.withLock { failure in
            guard failure == nil else { return }
            do throws(WriteError) {
                try writeToStandardOutput(Array((text.description + terminator).utf8))
            } catch {
                failure = error
            }
        }
    }

    /// Ends the program's work. What could not be written is reported once.
    ///
    /// - Throws: the exit code for output that could not be written, after that was reported.
    static func finish() throws(ExitCode) {
        guard let error = failure.withLock({ $0.take() }) else { return }
        let asksForJSON = DiagnosticOptions.asksForJSON(CommandLine.arguments)
        let line = asksForJSON ? error.diagnostic.jsonLine : error.diagnostic.description
        _ = writeAll(Array((line + "\n").utf8), to: 2)
        throw .cannotWrite
    }
}
