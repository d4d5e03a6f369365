// SPDX-License-Identifier: MIT
// Eight threads share a Mutex. With the argument "racy" they also share a number without it, which the thread sanitizer must
// report; without the argument it must report nothing.
import Dispatch
import Synchronization

final class Shared: Sendable {
    let guarded = Mutex<[Int]>([])
    nonisolated(unsafe) var bare = 0
}

let shared = Shared()
let isRacy = CommandLine.arguments.contains("racy")
DispatchQueue.concurrentPerform(iterations: 8) { [shared, isRacy] _ in
    for turn in 0..<20_000 {
        shared.guarded.withLock { values in
            values.append(turn)
            if values.count > 200 { values.removeAll() }
        }
        if isRacy { shared.bare += 1 }
    }
}
