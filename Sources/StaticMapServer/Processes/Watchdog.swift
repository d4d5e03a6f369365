// SPDX-License-Identifier: MIT
import Foundation
import Libc
import Logging

/// Looks for drawings that outlive their limit: those that ask no clock, as all of ours should.
///
/// In one of several processes it makes the process leave, which finishes what else it draws and is replaced at once. A process
/// alone goes on without the thread, and says at `/health` that it should be replaced.
struct Watchdog {
    let board: Board
    let place: Int
    /// How long a drawing may take until it is told of.
    let milliseconds: Int
    /// How long a process that leaves may take.
    let leavingSeconds: Double
    let isReplaced: Bool
    let logger: Logger

    /// On a thread of its own, whatever the others wait for.
    func begin() {
        Thread.detachNewThread {
            while true {
                Thread.sleep(forTimeInterval: 0.25)
                look()
            }
        }
    }

    private func look() {
        let hung = board.markHung(after: milliseconds, in: place)
        for drawing in hung {
            logger.error(
                "a drawing outlives its limit",
                metadata: [
                    "seconds": .stringConvertible(drawing.milliseconds / 1000), "scene": "\(drawing.digest)",
                    "of": "\(drawing.text)",
                ])
        }
        guard !hung.isEmpty, isReplaced, board.state(of: place) == .ready else { return }
        board.setState(.leaving, of: place)
        kill(getppid(), SIGCHLD)
        kill(getpid(), SIGTERM)
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: leavingSeconds)
            _exit(EXIT_FAILURE)
        }
    }
}
