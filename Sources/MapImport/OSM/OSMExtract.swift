// SPDX-License-Identifier: MIT
import COSM
import Libc
package import MapCore
package import MapGeo

/// A file of OpenStreetMap's raw data, from which features with geometries are read.
///
/// Reading and assembling areas is libosmium's work. The file is read in phases (relations, nodes, ways, areas), whose parts
/// are shared out among threads and come back in the order of the file.
package final class OSMExtract: Sendable {
    /// As the user named it.
    package let path: String
    /// That of the caller, and some words more.
    package let vocabulary: OSMVocabulary
    /// The box that the file's header states; nil where it has none, or one that is wider than half of the world: extracts across
    /// the antimeridian state so.
    package let statedBounds: CoordinateBox?
    /// Frees the file once nothing is read from it any more.
    private let handle: OSMHandle
    private let diagnostics: DiagnosticSink
    private let words: SeaReading.Words
    private let box: CoordinateBox?
    private let world: WorldWater?

    /// Opens a file and looks which blocks it has.
    ///
    /// - Parameters:
    ///   - path: the file; messages repeat it.
    ///   - vocabulary: the strings that get numbers of their own.
    ///   - box: where the sea is sought, in place of the extract's own bounds.
    ///   - world: says whether there is sea where the extract has no coast; nil for land.
    ///   - temporaryFolder: where what does not fit into memory is written meanwhile.
    ///   - memoryLimit: the bytes of nodes and ways that are kept in memory.
    ///   - diagnostics: hears of what is wrong with the file and its objects, and imported as far as it is right.
    /// - Throws: when the file cannot be read at all.
    package init(
        path: String, vocabulary: OSMVocabulary, box: CoordinateBox? = nil, world: WorldWater? = nil,
        temporaryFolder: String = "/tmp", memoryLimit: Int = 1 << 30, diagnostics: DiagnosticSink
    ) throws(Diagnostic) {
        self.path = path
        self.box = box
        self.world = world
        self.diagnostics = diagnostics
        var vocabulary = vocabulary
        words = SeaReading.Words(&vocabulary)
        self.vocabulary = vocabulary
        handle = try OSMHandle(path: path, temporaryFolder: temporaryFolder, memoryLimit: memoryLimit)
        for word in vocabulary.words { handle.add(word) }
        let header = cosm_header(handle.extract)
        statedBounds = CoordinateBox(header).flatMap { $0.east - $0.west > 180 ? nil : $0 }
        if !header.is_whole {
            diagnostics.add(
                Diagnostic(
                    .warning, code: .importDamagedFile, file: path,
                    "the file is cut short or damaged; what is before the damage was imported",
                    hint: "download it anew"))
        }
    }

    /// The box in the file's header, else that of all nodes once they have been read; nil for a file without nodes.
    package var bounds: CoordinateBox? { statedBounds ?? CoordinateBox(cosm_node_box(handle.extract)) }

    /// Reads all features once. The blocks of nodes come first, then those of ways, then those of relations, and at last one
    /// with the areas of the sea, tagged `natural=sea`, if there is sea.
    ///
    /// - Parameters:
    ///   - threads: how many read and map blocks at a time; the results do not depend on it.
    ///   - progress: hears the share that is done, from 0 to 1, on the thread of the caller.
    ///   - map: makes something of a block, on any thread.
    ///   - consume: gets what came of each block, in the order of the blocks, on the thread of the caller.
    /// - Throws: when the file cannot be read any further, and what `map` and `consume` throw.
    package func forEachBlock<Result: Sendable>(
        threads: Int, progress: (Double) -> Void = { _ in },
        map: @Sendable (OSMBlock) throws(Diagnostic) -> Result, consume: (Result) throws(Diagnostic) -> Void
    ) throws(Diagnostic) {
        let weights: [(phase: COSMPhase, share: Double)] = [
            (COSM_RELATIONS, 0.05), (COSM_NODES, 0.35), (COSM_WAYS, 0.5), (COSM_AREAS, 0.1),
        ]
        var done = 0.0
        var problems = ProblemCount()
        var sea = SeaReading()
        for (phase, share) in weights {
            let count = cosm_part_count(handle.extract, phase)
            var parts = (0..<count).makeIterator()
            var consumed = 0
            // What is read and not consumed yet is in memory.
            try parallelPipeline(threads: threads, ahead: 8 * threads) {
            } next: { () throws(Diagnostic) in
                parts.next()
            } map: { part, _ in
                self.read(phase, part, map)
            } consume: { result throws(Diagnostic) in
                try checkCancellation()
                consumed += 1
                progress(done + share * Double(consumed) / Double(count))
                guard let part = try result.get() else { return }
                for problem in part.problems { problems.add(problem, to: diagnostics) }
                sea.add(part.sea)
                try consume(part.value)
            }
            try handle.seal(phase)
            done += share
        }
        if let bounds = box ?? bounds {
            let (block, found) = sea.block(
                within: bounds, words, wordCount: vocabulary.words.count, world: world)
            for problem in found { problems.add(Diagnostic(coast: problem, path), to: diagnostics) }
            if !block.features.isEmpty { try consume(map(block)) }
        }
        problems.finish(diagnostics, path)
        try checkCancellation()
    }

    private func checkCancellation() throws(Diagnostic) {
        guard !WorkContext.isCancelled else {
            throw Diagnostic(code: .renderCancelled, file: path, "the import was cancelled")
        }
    }

    /// What came of a part of the file.
    private struct Part<Value: Sendable>: Sendable {
        var value: Value
        var problems: [Diagnostic]
        var sea: SeaReading
    }

    /// Nil for a part without features, and for all once the work was cancelled.
    private func read<Value: Sendable>(
        _ phase: COSMPhase, _ part: Int, _ map: (OSMBlock) throws(Diagnostic) -> Value
    ) -> Result<Part<Value>?, Diagnostic> {
        guard !WorkContext.isCancelled else { return .success(nil) }
        do throws(Diagnostic) {
            guard let (block, problems) = try handle.read(phase, part, wordCount: vocabulary.words.count) else {
                return .success(nil)
            }
            let sea = phase == COSM_WAYS ? SeaReading(block, words) : SeaReading()
            return .success(Part(value: try map(block), problems: problems, sea: sea))
        } catch {
            return .failure(error)
        }
    }
}

/// Owns a file and what libosmium keeps of it.
///
/// Parts of a phase may be read at once, and a phase is sealed between them by the one thread that shares them out: so says
/// COSM.h, and so does `OSMExtract`.
private final class OSMHandle: @unchecked Sendable {
    let extract: OpaquePointer
    private let path: String
    private let descriptor: Int32

    init(path: String, temporaryFolder: String, memoryLimit: Int) throws(Diagnostic) {
        let file = try openFile(path)
        guard file.kind == .file else {
            close(file.descriptor)
            throw Diagnostic(
                code: .fileNotAFile, file: path, expected: "a file",
                found: file.kind == .folder ? "a folder" : "a device or pipe")
        }
        var failure = COSMFailure()
        let opened = temporaryFolder.withCString { folder in
            let options = COSMOptions(
                temporary_folder: folder, memory_limit: UInt64(max(0, memoryLimit)),
                is_cancelled: { WorkContext.isCancelled })
            return cosm_open(file.descriptor, UInt64(file.size), options, &failure)
        }
        guard let extract = opened else {
            close(file.descriptor)
            throw Diagnostic(failure, path)
        }
        self.extract = extract
        self.path = path
        descriptor = file.descriptor
    }

    deinit {
        cosm_close(extract)
        close(descriptor)
    }

    func add(_ word: String) {
        var word = word
        word.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cosm_add_word(extract, $0.baseAddress, $0.count) }
        }
    }

    func read(
        _ phase: COSMPhase, _ part: Int, wordCount: Int
    ) throws(Diagnostic) -> (OSMBlock, [Diagnostic])? {
        var failure = COSMFailure()
        guard let block = cosm_read(extract, phase, part, &failure) else {
            guard failure.status == COSM_OK else { throw Diagnostic(failure, path) }
            return nil
        }
        defer { cosm_free(block) }
        let contents = cosm_contents(block)
        let problems = UnsafeBufferPointer(start: contents.problems, count: contents.problem_count)
        return (OSMBlock(contents, wordCount: wordCount), problems.map { Diagnostic($0, path) })
    }

    func seal(_ phase: COSMPhase) throws(Diagnostic) {
        var failure = COSMFailure()
        cosm_seal(extract, phase, &failure)
        guard failure.status == COSM_OK else { throw Diagnostic(failure, path) }
    }
}

extension CoordinateBox {
    fileprivate init?(_ header: COSMHeader) {
        guard header.has_box else { return nil }
        self.init(west: header.west, south: header.south, east: header.east, north: header.north)
    }
}
