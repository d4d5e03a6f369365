// SPDX-License-Identifier: MIT
package import MapDiagnostics
import MapRuntime
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Writes each picture to a file of its own, as a whole or not at all.
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
        try Self.make(parent)
        _ = folders.withLock { $0.insert(parent) }
    }

    private static func make(_ folder: String) throws(Diagnostic) {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw Diagnostic(code: BatchCode.cannotWrite, file: folder, "the folder cannot be made")
        }
    }
}
