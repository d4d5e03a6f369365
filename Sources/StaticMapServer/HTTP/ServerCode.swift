// SPDX-License-Identifier: MIT
import MapDiagnostics

/// Errors of requests and of the server's files.
package enum ServerCode: String, DiagnosticCode {
    /// A served style is not a MapLibre style.
    case notAStyle = "server.not-a-style"
}
