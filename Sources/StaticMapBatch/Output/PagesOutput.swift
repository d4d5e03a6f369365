// SPDX-License-Identifier: MIT
import Libc
import MapCanvas
package import MapCore
package import MapImages
import MapVector
import Synchronization

/// Writes maps as the pages of one PDF, in the order of the input, each with a bookmark.
///
/// The document is complete at its end only, so it gets its name then.
package final class PagesOutput: BatchOutput {
    private struct State {
        let pages: PDFPages
        let memory: Memory?
        var count = 0
    }

    /// What was written of a document that has no file.
    private final class Memory {
        var bytes: [UInt8] = []
    }

    /// Nil for a document in memory.
    private let path: String?
    private let state: Mutex<State>
    /// What links lead to a page by, from its name.
    private let destination: @Sendable (String) -> String?
    package let takesPages = true
    package let hasOrder = true

    /// - Parameters:
    ///   - path: the document; - for standard output, nil for memory.
    ///   - title: of the document.
    ///   - author: of the document; empty for none.
    ///   - background: behind the maps; nil for none.
    ///   - destinations: the names that links within the document lead to.
    ///   - destination: that of a page, from its name; nil for none.
    /// - Throws: when the document cannot be created.
    package init(
        _ path: String?, title: String, author: String, background: Color?, destinations: Set<String> = [],
        destination: @escaping @Sendable (String) -> String? = { _ in nil }
    ) throws(Diagnostic) {
        (self.path, self.destination) = (path, destination)
        let stream = try path.map { path throws(Diagnostic) in
            try OutputStream(path == "-" ? path : Self.unfinished(path))
        }
        let memory = path == nil ? Memory() : nil
        do throws(CairoError) {
            let pages = try PDFPages(
                title: title, author: author, background: background, destinations: destinations
            ) { bytes in
                memory?.bytes += bytes
                return stream.map { (try? $0.write(bytes)) != nil } ?? true
            }
            state = Mutex(State(pages: pages, memory: memory))
        } catch {
            throw Self.problem(error, path)
        }
    }

    /// The document, of which nothing is left then; empty for one that is not in memory.
    package func takeBytes() -> [UInt8] {
        state.withLock { state in
            defer { state.memory?.bytes = [] }
            return state.memory?.bytes ?? []
        }
    }

    package func add(_ drawn: [DrawnOutput], _ result: inout BatchResult) throws(Diagnostic) {
        for (index, item) in drawn.enumerated() {
            guard case .page(let page) = item.content else { continue }
            result.outputs[index].page = try add(page, bookmark: item.name)
        }
    }

    /// Adds a page that no map of the run is on, or its map; returns its number.
    @discardableResult
    func add(_ page: PDFPage, bookmark: String) throws(Diagnostic) -> Int {
        do throws(CairoError) {
            return try state.withLock { state throws(CairoError) in
                state.count += 1
                try state.pages.add(
                    page, bookmark: bookmark, number: state.count, destination: destination(bookmark))
                return state.count
            }
        } catch {
            throw Self.problem(error, path)
        }
    }

    private var file: String? { path == "-" ? nil : path }

    /// What is not complete has another name.
    private static func unfinished(_ file: String) -> String { file + ".part" }

    deinit {
        if let file { unlink(Self.unfinished(file)) }
    }

    /// Ends the document. Without a page there is none.
    package func finish() throws(Diagnostic) {
        guard file == nil || state.withLock({ $0.count > 0 }) else { return }
        do throws(CairoError) {
            try state.withLock { state throws(CairoError) in try state.pages.finish() }
        } catch {
            throw Self.problem(error, path)
        }
        if let file, rename(Self.unfinished(file), file) != 0 { throw unwritable(file) }
    }

    private static func problem(_ error: CairoError, _ path: String?) -> Diagnostic {
        Diagnostic(code: .batchNotWritable, file: path, "\(error)")
    }
}
