// SPDX-License-Identifier: MIT
import ArgumentParser
import Logging
import StaticMap
import StaticMapServer

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serves maps over HTTP: static map APIs, tiles, styles and scenes.")

    @Argument(help: "Archives to serve: MBTiles, PMTiles or GeoJSON. Without any, the installed styles and base map.")
    var files: [String] = []

    @OptionGroup var options: ServerOptions
    @OptionGroup var reporting: DiagnosticOptions

    func run() async throws {
        var configuration = try options.configuration()
        configuration.files = files
        let isJSON = configuration.logsJSON
        LoggingSystem.bootstrap { LineLogHandler(label: $0, isJSON: isJSON) }
        var logger = Logger(label: "staticmap")
        logger.logLevel = Logger.Level(rawValue: configuration.logLevel) ?? .info
        let service: MapService
        do throws(RequestError) {
            service = try MapService(configuration)
        } catch {
            reporting.report([Diagnostic(code: CommandCode.serverFailed, error.message, hint: error.hint)])
            throw ExitCode.missingInput
        }
        for warning in service.configurationWarnings + service.catalog.warnings { logger.warning("\(warning)") }
        let ids = service.catalog.styles.map(\.id).joined(separator: ", ")
        let host = configuration.host
        let started = logger
        do {
            try await MapServer(service, logger: logger).run { port in
                started.notice("serving http://\(host):\(port)/", metadata: ["styles": "\(ids)"])
            }
        } catch {
            reporting.report([Diagnostic(code: CommandCode.serverFailed, "\(error)")])
            throw ExitCode.cannotDraw
        }
    }
}
