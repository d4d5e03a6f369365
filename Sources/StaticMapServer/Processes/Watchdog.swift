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

/// What a scene may do to its process while the server is tested: `"x-test-fault": "crash"`. Only with `--test-faults`.
enum TestFault: String, CaseIterable {
    /// A trap in the thread of the drawing.
    case crash
    /// A trap in another thread.
    case elsewhere
    /// The end of the stack.
    case overflow
    /// A loop that asks no clock.
    case hang
    /// A drawing of one second.
    case slow

    /// Does what the scene asks for.
    static func provoke(_ subject: DrawingSubject) {
        guard let start = subject.text.firstRange(of: #""x-test-fault":"#)?.upperBound else { return }
        let word = subject.text[start...].drop { $0 == " " || $0 == "\"" }.prefix { $0.isLetter }
        TestFault(rawValue: String(word))?.happen()
    }

    private func happen() {
        switch self {
        case .crash: raise(SIGILL)
        case .elsewhere:
            Thread.detachNewThread { abort() }
            Thread.sleep(forTimeInterval: 5)
        case .overflow: _ = depth(0)
        case .hang: while true { Thread.sleep(forTimeInterval: 1) }
        case .slow: Thread.sleep(forTimeInterval: 1)
        }
    }

    @inline(never)
    private func depth(_ number: Int) -> Int {
        getpid() == 0 ? number : 1 + depth(number + 1) * Int(getpid())
    }
}
