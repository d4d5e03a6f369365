// SPDX-License-Identifier: MIT
import ArgumentParser
import Dispatch
import Foundation
import MapCore
import StaticMap
import StaticMapBatch
import StaticMapServer
import Synchronization

struct MCPCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Gives agents tools for maps, in the Model Context Protocol over standard input and output.",
        discussion: """
            Reads one message a line and writes one a line, until standard input ends. Scenes name installed styles, or the \
            archives below, and files below the folders of --assets; they read nothing else. staticmap serve has the same \
            tools at /mcp.
            """)

    @Argument(
        help: "Archives to draw: MBTiles, PMTiles or GeoJSON. Without any, the installed styles and base map.",
        completion: .file())
    var files: [String] = []

    @Option(
        help: "A tileserver-gl config.json with styles and data, or the same as YAML.", completion: .file())
    var config: String?

    @Option(
        help: ArgumentHelp(
            """
            How much a map may cost: strict (the default), generous, or limits by their names, such as \
            vertices=1000000.
            """, valueName: "limits"))
    var limits: String?

    @OptionGroup var assets: AssetOptions
    @OptionGroup var reporting: DiagnosticOptions

    func run() async throws {
        let service: MapService
        do throws(RequestError) {
            service = try MapService(try configuration())
        } catch {
            reporting.report([Diagnostic(code: .serverFailed, error.message, hint: error.hint)])
            throw ExitCode.missingInput
        }
        defer { service.end() }
        for warning in service.configurationWarnings + service.catalog.warnings {
            reporting.report([Diagnostic(.warning, code: .serverFailed, warning)])
        }
        do throws(Diagnostic) {
            try await MCPStream(service).run()
        } catch {
            reporting.report([error])
            throw ExitCode.missingInput
        }
    }

    private func configuration() throws(RequestError) -> ServerConfiguration {
        let home = assets.home.map(Home.init(folder:)) ?? AssetOptions.installedHome
        var result = ServerConfiguration(home: home, processors: processorCount())
        result.files = files
        result.configFile = config
        result.fonts = assets.fonts + assets.onlyFonts
        result.usesSystemFonts = assets.onlyFonts.isEmpty
        result.assets = assets.assets
        // There is one client, which waits for as long as it likes.
        (result.limits.queue, result.limits.queueSeconds) = (1000, 3600)
        if let limits { try result.setLimits(limits, by: "--limits") }
        return result
    }
}

/// Messages on standard input, and their answers on standard output, in the order in which they are ready.
///
/// - SeeAlso: Model Context Protocol, "stdio".
private struct MCPStream: Sendable {
    private let server: MCPServer
    private let output = MessageOutput()
    private let calls = OpenCalls()
    /// Of a line, as of the body of a request over HTTP.
    private let limit: Int

    init(_ service: MapService) {
        server = MCPServer(service)
        limit = service.configuration.limits.bodyBytes
    }

    /// Reads on a thread of its own, as reading waits.
    ///
    /// - Throws: when standard input cannot be read.
    func run() async throws(Diagnostic) {
        let problem = await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: read()) }
            thread.name = "messages"
            thread.start()
        }
        if let problem { throw problem }
    }

    /// Takes messages until standard input ends and all are answered; what went wrong, if anything.
    private func read() -> Diagnostic? {
        defer { calls.waitForAll() }
        do throws(Diagnostic) {
            let input = try LineReader("-", limit: limit)
            while let line = try input.next() {
                switch line {
                case .tooLong: output.write(MCPError.tooLong(limit).node)
                case .text(let text) where text.contains { $0 > 0x20 }: take(text)
                case .text: break
                }
            }
            return nil
        } catch {
            return error
        }
    }

    private func take(_ text: [UInt8]) {
        let message: MCPMessage
        do throws(MCPError) {
            guard let read = try MCPMessage(text) else { return }
            message = read
        } catch {
            return output.write(error.node)
        }
        if let id = message.cancelled { return calls.cancel(id) }
        guard let id = message.id else { return }
        let flag = calls.open(id)
        Task {
            defer { calls.close(id) }
            do throws(MCPError) {
                let answer = try await server.answer(message, cancellation: flag)
                if let answer, !flag.isCancelled { output.write(answer) }
            } catch {
                if !flag.isCancelled { output.write(error.node) }
            }
        }
    }
}

/// Writes one message a line.
private final class MessageOutput: Sendable {
    private let lock = Mutex(())

    func write(_ node: JSONNode) {
        lock.withLock { _ in _ = writeAll(Array((node.line + "\n").utf8), to: 1) }
    }
}

/// Requests whose answers are not written yet, by their ids.
private final class OpenCalls: Sendable {
    private let flags = Mutex<[JSONNode: CancellationFlag]>([:])
    private let room = DispatchSemaphore(value: limit)
    /// Beyond them, no more is read.
    private static let limit = 64

    /// Waits for room.
    func open(_ id: JSONNode) -> CancellationFlag {
        room.wait()
        let flag = CancellationFlag()
        flags.withLock { $0[id] = flag }
        return flag
    }

    func close(_ id: JSONNode) {
        flags.withLock { $0[id] = nil }
        room.signal()
    }

    func cancel(_ id: JSONNode) { flags.withLock { $0[id] }?.cancel() }

    func waitForAll() {
        for _ in 0..<Self.limit { room.wait() }
        for _ in 0..<Self.limit { room.signal() }
    }
}
