// SPDX-License-Identifier: MIT
import Synchronization

/// Lets requests for the same thing share one piece of work. It goes on while anybody still waits for it.
final class SingleFlight<Value: Sendable>: Sendable {
    private struct Entry {
        var task: Task<Result<Value, RequestError>, Never>
        var cancellation: CancellationFlag
        var clients: Int
    }

    private let entries = Mutex<[String: Entry]>([:])

    init() {}

    /// Makes a value, unless somebody does so already; also says whether another request had begun the work. When the
    /// last client is gone, the work is cancelled.
    func value(
        for key: String, client: CancellationFlag,
        _ work: @escaping @Sendable (CancellationFlag) async -> Result<Value, RequestError>
    ) async throws(RequestError) -> (value: Value, isShared: Bool) {
        let (entry, isShared) = entries.withLock { entries in
            if var entry = entries[key], !entry.cancellation.isCancelled {
                entry.clients += 1
                entries[key] = entry
                return (entry, true)
            }
            let cancellation = CancellationFlag()
            let task = Task { [weak self] in
                let result = await work(cancellation)
                self?.forget(key, cancellation)
                return result
            }
            let entry = Entry(task: task, cancellation: cancellation, clients: 1)
            entries[key] = entry
            return (entry, false)
        }
        client.onCancel { [weak self] in self?.leave(key, entry.cancellation) }
        return (try await entry.task.value.get(), isShared)
    }

    private func forget(_ key: String, _ cancellation: CancellationFlag) {
        entries.withLock { entries in
            if entries[key]?.cancellation === cancellation { entries[key] = nil }
        }
    }

    private func leave(_ key: String, _ cancellation: CancellationFlag) {
        let last = entries.withLock { entries -> CancellationFlag? in
            guard var entry = entries[key], entry.cancellation === cancellation else { return nil }
            entry.clients -= 1
            entries[key] = entry.clients > 0 ? entry : nil
            return entry.clients > 0 ? nil : entry.cancellation
        }
        last?.cancel()
    }
}
