// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import Libc

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
