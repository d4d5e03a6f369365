// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import Libc
import ServiceLifecycle

/// What a process of a server with several has been given by the one that started it.
package struct ProcessSeat: Sendable {
    /// The variable that has the number and the place.
    package static let variable = "STATICMAP_PROCESS"
    /// The descriptors that the process begins with.
    static let (socketFile, boardFile, lifelineFile) = (Int32(3), Int32(4), Int32(5))

    /// From 1.
    package let number: Int
    package let board: Board
    package let place: Int
    package let socket: ListeningSocket

    /// - Parameter text: of the variable.
    /// - Throws: when it was not set by a process that starts others.
    package init(_ text: String) throws(RequestError) {
        let numbers = text.split(separator: ":").compactMap { Int($0) }
        guard numbers.count == 2, let board = Board(file: Self.boardFile), (0..<board.places).contains(numbers[1])
        else {
            throw RequestError(
                .internalServerError, "\(Self.variable) is for processes that the server starts itself",
                hint: "unset it; --processes says how many serve")
        }
        for file in [Self.socketFile, Self.boardFile, Self.lifelineFile] { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
        (number, place, self.board) = (numbers[0], numbers[1], board)
        socket = ListeningSocket(inherited: Self.socketFile)
    }

    /// How many connections the process has.
    var connections: Int {
        get { board.connections(of: place) }
        nonmutating set { board.setConnections(newValue, of: place) }
    }

    var hasMoreConnectionsThanOthers: Bool {
        let others = (0..<board.places).filter { $0 != place && board.state(of: $0) == .ready }
        return others.contains { board.connections(of: $0) < connections }
    }

    static func text(number: Int, place: Int) -> String { "\(number):\(place)" }

    /// Drains this process when the one that started it is no more, however that ended.
    func endWithStarter() {
        Thread.detachNewThread {
            var byte: UInt8 = 0
            while true {
                let count = read(Self.lifelineFile, &byte, 1)
                if count == 0 || (count < 0 && errno != EINTR) { break }
            }
            kill(getpid(), SIGTERM)
        }
    }
}

/// Metrics of several processes as one text, in which each number says whose it is.
package enum ProcessMetrics {
    /// - Parameter texts: in Prometheus's format, with the numbers of the processes.
    /// - Returns: the same numbers with the label `process`, those of one name together.
    package static func merged(_ texts: [(number: Int, text: String)]) -> String {
        var names: [Substring] = []
        var families: [Substring: (head: [Substring], samples: [String])] = [:]
        for (number, text) in texts {
            var name = Substring()
            for line in text.split(separator: "\n") {
                guard line.hasPrefix("# ") else {
                    families[name]?.samples.append(labelled(line, number))
                    continue
                }
                name = line.split(separator: " ", maxSplits: 3).dropFirst(2).first ?? ""
                if families[name] == nil {
                    names.append(name)
                    families[name] = ([], [])
                }
                if families[name]?.head.contains(line) == false { families[name]?.head.append(line) }
            }
        }
        return names.map { name in
            guard let family = families[name] else { return "" }
            return (family.head.map(String.init) + family.samples).map { $0 + "\n" }.joined()
        }.joined()
    }

    /// `name{route="render"} 1` as `name{process="2",route="render"} 1`.
    private static func labelled(_ line: Substring, _ number: Int) -> String {
        guard let end = line.firstIndex(where: { $0 == "{" || $0 == " " }) else { return String(line) }
        let rest = line[end] == "{" ? "," + line[line.index(after: end)...] : "}" + line[end...]
        return "\(line[..<end]){process=\"\(number)\"\(rest)"
    }
}

/// Writes the metrics of a process for the others, once a second.
struct MetricsPublisher: Service {
    let service: MapService

    func run() async throws {
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            service.publishMetrics()
            try? await Task.sleep(for: .seconds(1))
        }
    }
}
