// SPDX-License-Identifier: MIT
import Foundation
import Synchronization

/// Threads that do the same work at the same time.
package enum WorkerThreads {
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
            let part = Part(work, group)
            let thread = Thread {
                part.work()
                part.leave()
            }
            // Expressions and callouts nest.
            thread.stackSize = 8 << 20
            thread.name = name
            thread.start()
        }
        group.wait()
    }

    /// What a thread does, which is dropped when it has been done.
    private final class Part: Sendable {
        private let body: Mutex<(@Sendable () -> Void)?>
        private let group: Mutex<DispatchGroup?>

        init(_ body: @escaping @Sendable () -> Void, _ group: DispatchGroup) {
            self.body = Mutex(body)
            self.group = Mutex(group)
        }

        @inline(never)
        func work() { taken(body)?() }

        @inline(never)
        func leave() { taken(group)?.leave() }

        private func taken<Value: Sendable>(_ value: borrowing Mutex<Value?>) -> Value? {
            value.withLock { value in
                defer { value = nil }
                return value
            }
        }
    }
}
