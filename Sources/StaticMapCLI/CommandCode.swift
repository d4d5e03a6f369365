// SPDX-License-Identifier: MIT
import MapDiagnostics

/// Errors and warnings of the command line.
enum CommandCode: String, DiagnosticCode {
    /// Options or arguments that cannot be understood.
    case usage = "command.usage"
    /// An option that none of the outputs uses.
    case unusedOption = "command.unused-option"
    /// A line of standard input that cannot be understood.
    case invalidLine = "command.invalid-line"
    /// The output cannot be written.
    case cannotWrite = "output.not-writable"
    /// The server cannot start or has stopped.
    case serverFailed = "server.failed"
}
