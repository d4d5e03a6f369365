// SPDX-License-Identifier: MIT
import Libc
package import MapCore
package import MapVector
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An image, ready to be written.
package struct DrawnOutput: Sendable {
    package enum Content: Sendable {
        case file([UInt8])
        case page(PDFPage)
    }

    package var name: String
    package var content: Content

    var bytes: [UInt8] { if case .file(let bytes) = content { bytes } else { [] } }
}

/// Where the images of a batch go.
package protocol BatchOutput: Sendable {
    /// True for what takes drawings rather than encoded images.
    var takesPages: Bool { get }
    /// True for what has an order, which is that of the input.
    var hasOrder: Bool { get }
    /// True where images are found by their names, so that no two may have one.
    var hasNames: Bool { get }
    /// Writes what can be written in any order; called on any thread.
    func prepare(_ drawn: [DrawnOutput]) throws(Diagnostic)
    /// Adds the images of a map; called by one thread at a time, once `prepare` has returned.
    /// The result, which has no errors, gets their places.
    func add(_ drawn: [DrawnOutput], _ result: inout BatchResult) throws(Diagnostic)
    /// Takes notice of a map that could not be drawn.
    func addFailed(_ result: BatchResult) throws(Diagnostic)
    /// Writes what was added and is kept back; called by one thread at a time, when the next map has to be waited for.
    func flush() throws(Diagnostic)
    /// Called once after all maps.
    func finish() throws(Diagnostic)
}

extension BatchOutput {
    package var takesPages: Bool { false }
    package var hasOrder: Bool { false }
    package var hasNames: Bool { true }
    package func prepare(_ drawn: [DrawnOutput]) throws(Diagnostic) {}
    package func addFailed(_ result: BatchResult) throws(Diagnostic) {}
    package func flush() throws(Diagnostic) {}
    package func finish() throws(Diagnostic) {}
}

/// Writes each image to a file of its own, as a whole or not at all.
package final class FolderOutput: BatchOutput {
    private let folder: String
    /// The folders that are known to exist.
    private let folders = Mutex<Set<String>>([])

    /// - Throws: when the folder cannot be made.
    package init(_ folder: String) throws(Diagnostic) {
        self.folder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        try Self.make(self.folder)
    }

    package func prepare(_ drawn: [DrawnOutput]) throws(Diagnostic) {
        for item in drawn {
            let path = folder + "/" + item.name
            try makeFolder(of: path)
            try writeFile(item.bytes, to: path, isDurable: false)
        }
    }

    package func add(_ drawn: [DrawnOutput], _ result: inout BatchResult) throws(Diagnostic) {}

    private func makeFolder(of path: String) throws(Diagnostic) {
        guard let slash = path.lastIndex(of: "/") else { return }
        let parent = String(path[..<slash])
        guard parent != folder, !folders.withLock({ $0.contains(parent) }) else { return }
        do throws(Diagnostic) {
            try Self.make(parent)
        } catch {
            // Something else stands in the way of a name; where the output itself is gone, all of them fail.
            guard FileState(folder)?.kind == .folder, let obstacle = obstacle(to: parent) else { throw error }
            throw Diagnostic(
                code: .batchInvalidName, file: path, "\(quoted(obstacle)) is a file, where a folder is needed")
        }
        _ = folders.withLock { $0.insert(parent) }
    }

    /// The part of a folder's path below the output that is no folder.
    private func obstacle(to parent: String) -> String? {
        let steps = parent.dropFirst(folder.count).split(separator: "/")
        return steps.indices.lazy.map { self.folder + "/" + steps[...$0].joined(separator: "/") }
            .first { FileState($0).map { $0.kind != .folder } ?? false }
    }

    private static func make(_ folder: String) throws(Diagnostic) {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw Diagnostic(code: .batchNotWritable, file: folder, "the folder cannot be made")
        }
    }
}

/// Writes frames to standard output, for a program that reads images as they are drawn.
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

/// A file that is written from its beginning to its end, or standard output. It may be used by one thread at a time.
final class OutputStream {
    let path: String
    private let descriptor: Int32
    /// Bytes that were written.
    private(set) var position = 0

    /// - Parameters:
    ///   - path: the file; - for standard output.
    ///   - resumesAt: so many bytes of the file are kept; nil for a new file.
    /// - Throws: when the file cannot be created, or is shorter.
    init(_ path: String, resumesAt: Int? = nil) throws(Diagnostic) {
        self.path = path == "-" ? "standard output" : path
        guard path != "-" else {
            descriptor = dup(1)
            return
        }
        descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (resumesAt == nil ? O_TRUNC : 0), 0o644)
        guard descriptor >= 0 else { throw unwritable(path) }
        guard let size = resumesAt else { return }
        guard let state = FileState(path), state.size >= size else {
            throw Diagnostic(
                code: .batchInvalidResults, file: path, "the file is shorter than its results say",
                hint: "start anew without --resume")
        }
        guard ftruncate(descriptor, off_t(size)) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
            throw unwritable(path)
        }
        position = size
    }

    /// - Parameter path: a file beside an output, which nobody named: what stands there goes, and no link is followed.
    /// - Throws: when the file cannot be created.
    init(beside path: String) throws(Diagnostic) {
        self.path = path
        descriptor = try createFile(beside: path)
    }

    deinit { close(descriptor) }

    func write(_ bytes: [UInt8]) throws(Diagnostic) {
        let code = writeAll(bytes, to: descriptor)
        guard code == 0 else { throw unwritable(path, code) }
        position += bytes.count
    }
}
