// SPDX-License-Identifier: MIT
import Foundation
import Libc

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
