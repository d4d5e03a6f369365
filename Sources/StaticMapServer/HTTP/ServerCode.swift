// SPDX-License-Identifier: MIT
import MapDiagnostics

/// Errors of requests and of the server's files.
package enum ServerCode: String, DiagnosticCode {
    /// A served style is not a MapLibre style.
    case notAStyle = "server.not-a-style"
    /// Compressed data of a request that cannot be unpacked.
    case undecodableData = "server.undecodable-data"
}
