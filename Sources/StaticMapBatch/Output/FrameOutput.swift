// SPDX-License-Identifier: MIT
package import MapDiagnostics
import Synchronization

/// Writes frames to standard output, for a program that reads pictures as they are drawn.
///
/// A frame is a result as a line of JSON, whose `outputs` say their lengths, and then the bytes of these outputs one after the
/// other. A map that failed has `errors` instead of outputs, and nothing follows its line.
///
/// As long as maps wait to be drawn, frames are gathered: the program that reads them wakes up once for several.
package final class FrameOutput: BatchOutput {
    /// Half of what a pipe holds at most, so that drawing goes on while the reader wakes up.
    private static let gatheredBytes = 512 << 10

    private struct State {
        let stream: OutputStream
        var gathered: [UInt8] = []

        mutating func flush() throws(Diagnostic) {
            guard !gathered.isEmpty else { return }
            try stream.write(gathered)
            gathered.removeAll(keepingCapacity: gathered.count < 2 * FrameOutput.gatheredBytes)
        }
    }

    private let state: Mutex<State>
    /// A frame is known by its line. Programs that ask for frames do so for as long as they like, so nothing is remembered.
    package let hasNames = false

    /// - Throws: when standard output is closed.
    package init() throws(Diagnostic) { state = Mutex(State(stream: try OutputStream("-"))) }

    package func add(_ drawn: [DrawnOutput], _ result: inout BatchResult) throws(Diagnostic) {
        try add(result.line, drawn)
    }

    package func addFailed(_ result: BatchResult) throws(Diagnostic) { try add(result.line, []) }

    package func flush() throws(Diagnostic) { try state.withLock { state throws(Diagnostic) in try state.flush() } }

    private func add(_ line: String, _ drawn: [DrawnOutput]) throws(Diagnostic) {
        try state.withLock { state throws(Diagnostic) in
            state.gathered += line.utf8
            state.gathered.append(0x0A)
            for item in drawn { state.gathered += item.bytes }
            if state.gathered.count >= Self.gatheredBytes { try state.flush() }
        }
    }
}
