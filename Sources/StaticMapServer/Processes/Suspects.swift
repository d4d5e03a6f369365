// SPDX-License-Identifier: MIT
import Libc

/// Decides which of the drawings that a process has left behind are refused for a while.
///
/// Nobody may have somebody else's map refused by asking for it beside one that ends the process. A drawing is refused at once if
/// the process ended in its own thread, or if it outlived its limit. If the ending names none, as when the system took the
/// process for its memory, a drawing that was the only one has a strike, and is refused with the second: others never.
package struct Suspects {
    static let refusalSeconds = 600
    private static let most = 64

    /// By digest: when the strike counts no longer.
    private var strikes: [String: Int] = [:]

    package init() {}

    /// - Parameters:
    ///   - left: what was under way.
    ///   - now: milliseconds of any clock.
    /// - Returns: what is to be refused.
    package mutating func judge(_ left: [Board.Drawing], now: Int) -> [Board.Drawing] {
        strikes = strikes.filter { $0.value > now }
        let named = left.filter { $0.mark != nil }
        guard named.isEmpty, left.count == 1, let only = left.first else { return named }
        guard strikes[only.digest] == nil else { return [only] }
        if strikes.count >= Self.most, let oldest = strikes.min(by: { $0.value < $1.value }) {
            strikes[oldest.key] = nil
        }
        strikes[only.digest] = now + 1000 * Self.refusalSeconds
        return []
    }
}

/// Notes which drawing a signal ends the process in, so that whoever started the process knows.
///
/// The handlers mark the drawing of the thread that they run in and leave the rest to what would have happened without them. They
/// run on stacks of their own, as a drawing's may be what has overflowed.
enum CrashMarks {
    private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]
    private static let stackBytes = 64 << 10

    /// Written before the handlers are there, and never again.
    nonisolated(unsafe) private static var board: Board?
    nonisolated(unsafe) private static var place = 0
    nonisolated(unsafe) private static var stacks: UnsafeMutableRawPointer?
    nonisolated(unsafe) private static let before = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)

    /// Handles the signals of mistakes from now on; once in a process.
    static func install(_ board: Board, place: Int) {
        (self.board, self.place) = (board, place)
        stacks = UnsafeMutableRawPointer.allocate(byteCount: board.slots * stackBytes, alignment: 4096)
        for signal in signals {
            var action = sigaction()
            #if canImport(Darwin)
                action.__sigaction_u.__sa_handler = handle
            #else
                action.__sigaction_handler.sa_handler = handle
            #endif
            action.sa_flags = Int32(SA_ONSTACK)
            sigaction(signal, &action, before + Int(signal))
        }
    }

    private static let handle: @convention(c) (Int32) -> Void = { signal in
        board?.markCrashed(signal: signal, in: place)
        kill(getppid(), SIGCHLD)
        sigaction(signal, before + Int(signal), nil)
        // It arrives when this handler returns, if the mistake is not made again before.
        raise(signal)
    }

    /// Gives the calling thread the stack of its slot for handlers; does nothing before `install`.
    static func enter(_ slot: Int) {
        guard let stacks else { return }
        var stack = stack_t()
        (stack.ss_sp, stack.ss_size) = (stacks + slot * stackBytes, .init(stackBytes))
        sigaltstack(&stack, nil)
    }

    static func leave() {
        guard stacks != nil else { return }
        var stack = stack_t()
        stack.ss_flags = Int32(SS_DISABLE)
        stack.ss_size = .init(stackBytes)
        sigaltstack(&stack, nil)
    }
}
