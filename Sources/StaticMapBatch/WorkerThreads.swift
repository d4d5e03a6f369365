// SPDX-License-Identifier: MIT
import Foundation
import Synchronization

/// Threads that do the same work at the same time.
package enum WorkerThreads {
    /// What a thread does, until it has begun.
    private struct Work {
        var body: @Sendable () -> Void
        var group: DispatchGroup
    }

    /// Does work on some threads of its own, and waits for all of them.
    ///
    /// Foundation drops the block of a thread when it destroys the thread's storage, which libdispatch has left by then:
    /// an archive that is closed there uses memory that was freed. So a thread's block keeps nothing of its work.
    ///
    /// - Parameters:
    ///   - count: how many threads.
    ///   - name: their name, for tools that list threads.
    ///   - work: what each of them does.
    package static func run(_ count: Int, name: String, _ work: @escaping @Sendable () -> Void) {
        let group = DispatchGroup()
        for _ in 0..<count {
            group.enter()
            let shared = SharedWork(Work(body: work, group: group))
            let thread = Thread { shared.take().map(Self.run) }
            // Expressions and callouts nest.
            thread.stackSize = 8 << 20
            thread.name = name
            thread.start()
        }
        group.wait()
    }

    private static func run(_ work: consuming Work) {
        let group = work.group
        work.body()
        _ = consume work
        group.leave()
    }

    private final class SharedWork: Sendable {
        private let work: Mutex<Work?>

        init(_ work: Work) { self.work = Mutex(work) }

        func take() -> Work? {
            work.withLock { work in
                defer { work = nil }
                return work
            }
        }
    }
}
