// SPDX-License-Identifier: MIT
import Libc
package import Logging
import ServiceLifecycle
import StaticMap
import UnixSignals

/// Runs a service on a socket until a signal ends it.
package struct MapServer: Sendable {
    let service: MapService
    let logger: Logger
    /// Nil for a process that serves alone.
    let seat: ProcessSeat?

    package init(_ service: MapService, seat: ProcessSeat? = nil, logger: Logger) {
        self.service = service
        self.seat = seat
        self.logger = logger
    }

    /// Serves until SIGTERM or SIGINT: then what is under way is finished, and a second signal ends at once.
    /// `onRunning` is called with the port once connections are taken.
    package func run(onRunning: @escaping @Sendable (Int) -> Void) async throws {
        let configuration = service.configuration
        let socket = try seat?.socket ?? ListeningSocket(host: configuration.host, port: configuration.port)
        let listener = Listener(
            HTTPConnections(service: service, logger: logger), socket: socket, seat: seat,
            maximum: connections,
            onRunning: { [seat] in
                seat?.board.setState(.ready, of: seat?.place ?? 0)
                onRunning(socket.port)
            })
        var services: [ServiceGroupConfiguration.ServiceConfiguration] = [
            .init(service: listener, successTerminationBehavior: .gracefullyShutdownGroup),
            .init(service: Reloader(service: service, logger: logger)),
        ]
        if seat != nil { services.append(.init(service: MetricsPublisher(service: service))) }
        let group = ServiceGroup(configuration: ServiceGroupConfiguration(services: services, logger: quiet))
        watch()
        let signals = Task { await watchSignals(group) }
        defer {
            signals.cancel()
            service.end()
        }
        try await group.run()
    }

    /// Looks after drawings that ask no clock, and after the process that started this one.
    private func watch() {
        if let seat {
            CrashMarks.install(seat.board, place: seat.place)
            seat.endWithStarter()
        }
        let limits = service.limits
        Watchdog(
            board: service.board, place: service.place,
            milliseconds: Int(min(1e12, 1000 * (limits.drawingSeconds + limits.watchdogSeconds))),
            leavingSeconds: min(1e9, limits.drawingSeconds + limits.queueSeconds), isReplaced: seat != nil,
            logger: logger
        ).begin()
    }

    /// As many as the configuration allows, and no more than leaves files to open for the maps: without any, libraries end
    /// the process.
    private var connections: Int {
        let (wanted, files) = (service.limits.connections, ProcessLimits.raiseOpenFiles())
        let possible = ProcessLimits.connections(ofFiles: files)
        if possible < wanted, seat?.number ?? 1 == 1 {
            logger.notice(
                "fewer connections than --max-connections: too few files may be open",
                metadata: ["connections": "\(possible)", "files": "\(files)"])
        }
        return min(wanted, possible)
    }

    /// Frameworks say what is wrong, not what they do.
    private var quiet: Logger {
        var quiet = logger
        quiet.logLevel = .error
        return quiet
    }

    private func watchSignals(_ group: ServiceGroup) async {
        var isDraining = false
        for await signal in await UnixSignalsSequence(trapping: .sigterm, .sigint) {
            // Who started this process counts for all: service managers tell each of them as well.
            if isDraining, seat != nil { continue }
            guard !isDraining else {
                logger.notice("ending at once", metadata: ["signal": "\(signal)"])
                service.end()
                exit(1)
            }
            isDraining = true
            logger.notice(
                seat == nil ? "draining: a second signal ends at once" : "draining", metadata: ["signal": "\(signal)"])
            await group.triggerGracefulShutdown()
        }
    }
}

/// Reloads on SIGHUP, and when a file of the configuration has changed.
struct Reloader: Service {
    let service: MapService
    let logger: Logger

    func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await reloadOnSignal() }
            group.addTask { await reloadOnChange() }
            await gracefulShutdownOrCancellation()
            group.cancelAll()
        }
    }

    private func gracefulShutdownOrCancellation() async {
        try? await gracefulShutdown()
    }

    private func reloadOnSignal() async {
        for await _ in await UnixSignalsSequence(trapping: .sighup) { reload("SIGHUP") }
    }

    /// Looks once a second: the same on every file system, and cheap.
    private func reloadOnChange() async {
        var last = service.watchedState
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            let state = service.watchedState
            // What a reload has added was read a moment ago.
            let hasChanged = state.contains { path, state in last[path].map { $0 != state } ?? false }
            last = state
            if hasChanged { reload("a file has changed") }
        }
    }

    private func reload(_ reason: String) {
        do throws(RequestError) {
            try service.reload()
            let catalog = service.catalog
            logger.notice(
                "reloaded",
                metadata: ["reason": "\(reason)", "styles": "\(catalog.styles.count)", "data": "\(catalog.data.count)"])
            for warning in catalog.warnings { logger.warning("\(warning)") }
        } catch {
            logger.error("not reloaded: \(error.message)")
        }
    }
}
