// SPDX-License-Identifier: MIT
import MapCanvas
package import MapCore
import MapVector
package import StaticMap

/// Draws the maps of an input, each on one thread, as many at a time as there are threads.
///
/// One renderer draws all of them, so that styles, tiles and fonts are read once. At most a few maps per thread are held in
/// memory, however long the input is.
package struct BatchRun: Sendable {
    /// How a run works.
    package struct Options: Sendable {
        /// True to write results and images in the order of the input.
        package var isOrdered = false
        package var encoding = EncodingOptions()
        /// Treats warnings as errors.
        package var isStrict = false

        package init() {}
    }

    /// The outcome of a run.
    package struct Summary: Hashable, Sendable {
        package var drawn = 0
        package var failed = 0
        /// Drawn by the run that this one resumed.
        package var skipped = 0
        /// Maps with warnings.
        package var warned = 0

        package init(drawn: Int = 0, failed: Int = 0, skipped: Int = 0, warned: Int = 0) {
            (self.drawn, self.failed, self.skipped, self.warned) = (drawn, failed, skipped, warned)
        }
    }

    private let renderer: MapRenderer
    private let threads: Int
    private let output: any BatchOutput
    private let options: Options
    private let fingerprint: String

    /// - Parameters:
    ///   - renderer: draws the maps, as many at a time as it has threads; caches should be on.
    ///   - output: where images go.
    ///   - options: how the run works.
    package init(_ renderer: MapRenderer, to output: any BatchOutput, _ options: Options) {
        threads = renderer.threads
        var renderer = renderer
        renderer.threads = 1
        self.renderer = renderer
        self.output = output
        self.options = options
        fingerprint = "\(options.encoding)"
    }

    /// Draws all maps and ends the output.
    ///
    /// - Parameters:
    ///   - input: the maps.
    ///   - results: gets a line for each map; nil for none.
    ///   - report: called after each map, on any thread, but not by two at a time; the share of the input that was read is
    ///     nil for a pipe.
    /// - Returns: how many maps were drawn.
    /// - Throws: when the input cannot be read any further, or the output cannot be written. What was written stays.
    package func run(
        _ input: sending BatchInput, results: sending ResultsFile?,
        report: @escaping @Sendable (_ result: BatchResult, _ summary: Summary, _ share: Double?) -> Void
    ) throws(Diagnostic) -> Summary {
        let queue = BatchQueue(
            input, done: results?.done ?? [:], options: fingerprint, hasNames: output.hasNames, window: 4 * threads + 4)
        let writer = BatchWriter(
            output, results, isOrdered: options.isOrdered || output.hasOrder, queue: queue, report: report)
        WorkerPool.run(threads, name: "batch") { work(queue, writer) }
        try output.flush()
        if let failure = queue.failure { throw failure }
        try output.finish()
        var summary = writer.summary
        summary.skipped = queue.skipped
        return summary
    }

    /// Draws maps until there are no more.
    private func work(_ queue: BatchQueue, _ writer: BatchWriter) {
        while let job = queue.next({ $0.item(RenderBudget(renderer.limits)) }) {
            let start = ContinuousClock.now
            var result = BatchResult(number: job.item.number, id: job.item.id, digest: job.digest)
            var drawn: [DrawnOutput] = []
            do throws(MapProblem) {
                if let problem = job.problem { throw MapProblem([problem]) }
                drawn = try draw(job.item, &result)
            } catch {
                result.errors = error.diagnostics
                result.outputs = []
                drawn = []
            }
            if result.errors.isEmpty {
                do throws(Diagnostic) {
                    try output.prepare(drawn)
                } catch {
                    guard error.isOfOneOutput else {
                        queue.end(error)
                        return
                    }
                    result.errors = [error]
                    (result.outputs, drawn) = ([], [])
                }
            }
            result.milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
            writer.write(result, drawn, job.sequence)
        }
    }

    private func draw(_ item: BatchItem, _ result: inout BatchResult) throws(MapProblem) -> [DrawnOutput] {
        let scene: BatchItem.SceneText
        do throws(Diagnostic) { scene = try item.scene.get() } catch { throw MapProblem([error]) }
        let drawn: [DrawnOutput]
        do throws(RenderError) {
            drawn = try renderer.withinLimits(item.budget) { () throws(RenderError) in
                let document = try scene.document(for: renderer)
                return output.takesPages ? [try page(document, item, &result)] : try encoded(document, item, &result)
            }
        } catch {
            throw MapProblem(error.diagnostics.map { scene.located($0, item) })
        }
        result.warnings = result.warnings.map { scene.located($0, item) }
        if options.isStrict, result.warnings.contains(where: { $0.severity == .warning }) {
            throw MapProblem(result.warnings)
        }
        return drawn
    }

    private func encoded(
        _ document: SceneDocument, _ item: BatchItem, _ result: inout BatchResult
    ) throws(RenderError) -> [DrawnOutput] {
        let snapshots = try renderer.render(document, as: item.outputs.map(\.format), options: options.encoding)
        result.warnings = snapshots.first?.warnings ?? []
        result.outputs = zip(item.outputs, snapshots).map { request, snapshot in
            BatchResult.Output(
                name: request.name, format: request.format, width: snapshot.width, height: snapshot.height,
                bytes: snapshot.bytes.count, sha256: Digest.sha256.hexadecimal(snapshot.bytes))
        }
        return zip(item.outputs, snapshots).map { DrawnOutput(name: $0.name, content: .file($1.bytes)) }
    }

    private func page(
        _ document: SceneDocument, _ item: BatchItem, _ result: inout BatchResult
    ) throws(RenderError) -> DrawnOutput {
        let (page, warnings) = try renderer.page(document)
        let name = item.outputs.first?.name ?? item.id
        result.warnings = warnings
        result.outputs = [
            BatchResult.Output(name: name, format: .pdf, width: page.drawing.width, height: page.drawing.height)
        ]
        return DrawnOutput(name: name, content: .page(page))
    }
}

extension Diagnostic {
    /// True for what is wrong with one name among those of the outputs: the others can be written.
    fileprivate var isOfOneOutput: Bool {
        [Diagnostic.Code.batchInvalidName, Diagnostic.Code.fileNotAFile, Diagnostic.Code.fileMissing].contains(code)
    }
}

/// Why one map of many is not drawn.
private struct MapProblem: Error {
    let diagnostics: [Diagnostic]

    init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }
}

extension BatchItem.SceneText {
    /// A diagnostic of the scene, as one of the line or row that it comes from.
    fileprivate func located(_ diagnostic: Diagnostic, _ item: BatchItem) -> Diagnostic {
        guard diagnostic.file == file || diagnostic.file == nil else { return diagnostic }
        var located = diagnostic
        located.file = item.file
        if let line {
            located.position = diagnostic.position.map { Position(line: $0.line + line - 1, column: $0.column) }
            return located
        }
        // A template's message, of which the row is the cause.
        located.position = item.position
        let use = diagnostic.position.map { "\(file):\($0.line):\($0.column)" } ?? file
        located.hint = [diagnostic.hint ?? hint(for: diagnostic), "in \(use)"].compactMap(\.self).joined(
            separator: "; ")
        return located
    }

    /// A cell such as 7 is a number, where the scene may want a text.
    private func hint(for diagnostic: Diagnostic) -> String? {
        guard diagnostic.expected == "a string", let position = diagnostic.position else { return nil }
        let offset = columns.keys.first { Position(of: $0, in: text) == position }
        return offset.flatMap { columns[$0] }.map { "write {{\($0):text}}" }
    }
}
