// SPDX-License-Identifier: MIT
import Logging
import ServiceLifecycle
import UnixSignals

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
            guard state != last else { continue }
            last = state
            reload("a file has changed")
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
