// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import Libc
package import Logging

/// Starts the processes that serve, and starts another for each that ends: `staticmap serve --processes`.
///
/// It listens and hands the socket on, so that connections wait while a process is missing, and does nothing that a request has a
/// part in. It never draws, and reads no style.
package final class Supervisor {
    private struct Child {
        var process: pid_t
        var number: Int
        var place: Int
        var began: Int
        /// It has answered requests.
        var wasReady = false
        /// It leaves, and another has its number.
        var isReplaced = false
    }

    private let configuration: ServerConfiguration
    private let socket: ListeningSocket
    private let board: Board
    private let logger: Logger
    private let lifeline: (read: Int32, write: Int32)
    private let events: Int32
    private var suspects = Suspects()
    private var children: [Child] = []
    /// When the processes that are missing are to begin, by their numbers.
    private var due: [Int: Int] = [1: 0]
    /// How often in a row each has ended soon after its start.
    private var failures: [Int: Int] = [:]
    private var hasServed = false
    private var isDraining = false

    /// - Throws: when the address is taken, or the system has no memory or descriptors for it.
    package init(_ configuration: ServerConfiguration, logger: Logger) throws(RequestError) {
        self.configuration = configuration
        self.logger = logger
        // A process that leaves has a place beside the one that replaces it.
        board = try Board(places: 2 * configuration.processes, slots: configuration.workers)
        socket = try ListeningSocket(host: configuration.host, port: configuration.port)
        lifeline = try Self.pipe()
        let events = try Self.pipe()
        self.events = events.read
        eventFile = events.write
        // A handler never waits, nor does who looks for what it has written.
        for file in [events.read, events.write] { _ = fcntl(file, F_SETFL, O_NONBLOCK) }
        for number in [SIGCHLD, SIGTERM, SIGINT, SIGHUP] { signal(number, noteSignal) }
        signal(SIGPIPE, SIG_IGN)
    }

    private static func pipe() throws(RequestError) -> (read: Int32, write: Int32) {
        var files: [Int32] = [-1, -1]
        guard Libc.pipe(&files) == 0 else {
            throw RequestError(.internalServerError, "no pipe: \(String(cString: strerror(errno)))")
        }
        for file in files { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
        return (files[0], files[1])
    }

    /// Serves until a signal ends it and all processes are gone.
    ///
    /// - Returns: the exit code, which is that of the first process if that could not begin.
    package func run() -> Int32 {
        while true {
            if let code = handleSignals() { return code }
            if let code = collect() { return code }
            lookAtChildren()
            if isDraining, children.isEmpty { return 0 }
            if !isDraining { startMissing() }
            wait()
        }
    }

    /// Until something happens, or it is time to look again.
    private func wait() {
        let next = due.values.min().map { max(0, $0 - Board.now) } ?? 250
        let isStarting = children.contains { !$0.wasReady }
        var poll = pollfd(fd: events, events: Int16(POLLIN), revents: 0)
        _ = Libc.poll(&poll, 1, Int32(min(next, isStarting ? 10 : 250)))
    }

    // MARK: Signals

    private func handleSignals() -> Int32? {
        var numbers = [UInt8](repeating: 0, count: 64)
        let count = read(events, &numbers, numbers.count)
        for number in numbers.prefix(max(0, count)).map(Int32.init) where number != SIGCHLD {
            guard number != SIGHUP else {
                tellChildren(SIGHUP)
                continue
            }
            guard !isDraining else {
                logger.notice("ending at once", metadata: ["signal": "\(name(number))"])
                tellChildren(SIGKILL)
                return EXIT_FAILURE
            }
            isDraining = true
            logger.notice("draining: a second signal ends at once", metadata: ["signal": "\(name(number))"])
            close(socket.file)
            tellChildren(SIGTERM)
        }
        return nil
    }

    private func tellChildren(_ signal: Int32) {
        for child in children where signal == SIGKILL || !child.isReplaced {
            kill(child.process, signal)
        }
    }

    // MARK: Children

    private func startMissing() {
        for (number, time) in due.sorted(by: { $0.key < $1.key }) where time <= Board.now {
            guard let place = (0..<board.places).first(where: { board.state(of: $0) == .none }) else { return }
            board.clear(place, number: number)
            guard let process = spawn(number: number, place: place) else {
                board.clear(place, number: 0)
                due[number] = Board.now + 1000
                continue
            }
            due[number] = nil
            children.append(Child(process: process, number: number, place: place, began: Board.now))
        }
    }

    private func lookAtChildren() {
        for index in children.indices {
            let child = children[index]
            switch board.state(of: child.place) {
            case .ready where !child.wasReady:
                children[index].wasReady = true
                begin(child)
            case .leaving, .crashed:
                guard !child.isReplaced, hasServed, !isDraining else { continue }
                children[index].isReplaced = true
                let left = board.drawings(in: child.place)
                report(child, isLeaving(child) ? "a drawing outlives its limit" : "it has crashed", left)
                refuse(left)
                restart(child)
            default: break
            }
        }
    }

    private func isLeaving(_ child: Child) -> Bool { board.state(of: child.place) == .leaving }

    private func begin(_ child: Child) {
        logger.notice("process serves", metadata: ["process": "\(child.number)", "pid": "\(child.process)"])
        guard !hasServed else { return }
        hasServed = true
        let address = "http://\(configuration.host):\(socket.port)/"
        logger.notice("serving \(address)", metadata: ["processes": "\(configuration.processes)"])
        for number in 1...configuration.processes where number != child.number { due[number] = Board.now }
    }

    /// Takes note of processes that have ended.
    private func collect() -> Int32? {
        while true {
            var status: Int32 = 0
            let process = waitpid(-1, &status, WNOHANG)
            guard process > 0 else { return nil }
            guard let index = children.firstIndex(where: { $0.process == process }) else { continue }
            let child = children.remove(at: index)
            let left = board.drawings(in: child.place)
            board.clear(child.place, number: 0)
            guard !isDraining else { continue }
            if !hasServed { return exitCode(status) }
            guard !child.isReplaced else {
                logger.notice(
                    "process ended",
                    metadata: ["process": "\(child.number)", "pid": "\(child.process)", "reason": "\(reason(status))"])
                continue
            }
            report(child, reason(status), left)
            refuse(left)
            restart(child)
        }
    }

    private func exitCode(_ status: Int32) -> Int32 {
        let signal = status & 0x7F
        if signal != 0 { logger.error("the first process ended by \(name(signal))") }
        return signal == 0 ? (status >> 8) & 0xFF : EXIT_FAILURE
    }

    private func reason(_ status: Int32) -> String {
        let signal = status & 0x7F
        return signal == 0 ? "exit code \((status >> 8) & 0xFF)" : name(signal)
    }

    private func report(_ child: Child, _ reason: String, _ left: [Board.Drawing]) {
        board.endings += 1
        logger.error(
            "process is replaced",
            metadata: [
                "process": "\(child.number)", "pid": "\(child.process)", "reason": "\(reason)",
                "drawings": .stringConvertible(left.count),
            ])
    }

    private func refuse(_ left: [Board.Drawing]) {
        let refused = suspects.judge(left, now: Board.now)
        for drawing in refused {
            board.refuse(drawing.digest, seconds: Suspects.refusalSeconds)
            logger.error(
                "scene refused for \(Suspects.refusalSeconds) s: it ended a process",
                metadata: ["scene": "\(drawing.digest)", "of": "\(drawing.text)"])
        }
        for drawing in left where !refused.contains(where: { $0.digest == drawing.digest }) {
            logger.notice(
                "scene was under way", metadata: ["scene": "\(drawing.digest)", "of": "\(drawing.text.prefix(200))"])
        }
    }

    /// At once after a process that has served for a while; later the more often it ended soon.
    private func restart(_ child: Child) {
        let seconds = Double(Board.now - child.began) / 1000
        let count = seconds >= 10 ? 0 : failures[child.number, default: 0] + 1
        failures[child.number] = count
        let limit = child.wasReady ? 1.0 : 10
        let delay = count < 2 ? 0 : min(limit, 0.1 * Double(1 << min(count - 2, 10)))
        due[child.number] = Board.now + Int(delay * 1000)
    }

    private func name(_ signal: Int32) -> String {
        "signal \(signal)" + (strsignal(signal).map { " (\(String(cString: $0)))" } ?? "")
    }
}

// MARK: Starting

extension Supervisor {
    /// Starts this program again, as one of the processes.
    private func spawn(number: Int, place: Int) -> pid_t? {
        // Copies far from the numbers that the new process finds them under.
        let files = [socket.file, board.memory.file ?? -1, lifeline.read].map { fcntl($0, F_DUPFD_CLOEXEC, 64) }
        defer { for file in files { close(file) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (file, name) in zip(files, [ProcessSeat.socketFile, ProcessSeat.boardFile, ProcessSeat.lifelineFile]) {
            posix_spawn_file_actions_adddup2(&actions, file, name)
        }
        // A group of its own: the terminal's Ctrl-C is for this process, which tells the others.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for number in [SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGPIPE] { sigaddset(&defaults, number) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETPGROUP))

        var variables = ProcessInfo.processInfo.environment
        variables[ProcessSeat.variable] = ProcessSeat.text(number: number, place: place)
        let words = CommandLine.arguments.map { strdup($0) }
        let environment = variables.map { strdup("\($0)=\($1)") }
        defer { for text in words + environment { free(text) } }
        var process = pid_t()
        let code = posix_spawn(&process, program, &actions, &attributes, words + [nil], environment + [nil])
        guard code == 0 else {
            logger.error("no process: \(String(cString: strerror(code)))", metadata: ["process": "\(number)"])
            return nil
        }
        return process
    }

    /// The file that this process was made of, also when another has its name by now.
    private var program: String {
        let link = "/proc/self/exe"
        return access(link, X_OK) == 0 ? link : Bundle.main.executablePath ?? CommandLine.arguments[0]
    }
}

/// Where signals are written to.
nonisolated(unsafe) private var eventFile: Int32 = -1

private let noteSignal: @convention(c) (Int32) -> Void = { number in
    let error = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(eventFile, &byte, 1)
    errno = error
}
