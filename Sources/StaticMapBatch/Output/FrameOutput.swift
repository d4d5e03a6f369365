// SPDX-License-Identifier: MIT
package import MapDiagnostics
import Synchronization

/// Writes frames to standard output, for a program that reads pictures as they are drawn.
///
/// A frame is a result as a line of JSON, whose `outputs` say their lengths, and then the bytes of these outputs one after the
/// other. A map that failed has `errors` instead of outputs, and nothing follows its line.
package final class FrameOutput: BatchOutput {
    private let stream: Mutex<OutputStream>
    /// A frame is known by its line. Programs that ask for frames do so for as long as they like, so nothing is remembered.
    package let hasNames = false

    /// - Throws: when standard output is closed.
    package init() throws(Diagnostic) { stream = Mutex(try OutputStream("-")) }

    package func add(_ drawn: [DrawnOutput], _ result: inout BatchResult) throws(Diagnostic) {
        var frame = Array((result.line + "\n").utf8)
        for item in drawn { frame += item.bytes }
        let bytes = frame
        try stream.withLock { stream throws(Diagnostic) in try stream.write(bytes) }
    }

    package func addFailed(_ result: BatchResult) throws(Diagnostic) {
        let bytes = Array((result.line + "\n").utf8)
        try stream.withLock { stream throws(Diagnostic) in try stream.write(bytes) }
    }
}
