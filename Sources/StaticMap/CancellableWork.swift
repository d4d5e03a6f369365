// SPDX-License-Identifier: MIT
import Dispatch
import MapRuntime
import Synchronization

extension MapRenderer {
    /// Runs work on a thread of its own, and stops it when the task is cancelled.
    ///
    /// The caller does not wait for cancelled work: some steps, such as the compression of a JPEG, are single calls of a
    /// library and cannot be interrupted. They finish on their thread, and the result is discarded.
    ///
    /// - Throws: what the work throws, or `CancellationError`.
    func cancellable<Result: Sendable>(
        _ work: @Sendable @escaping () throws(RenderError) -> Result
    ) async throws -> Result {
        let cancellation = WorkCancellation()
        let reply = Reply<Result>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard reply.isAwaited(by: continuation) else { return }
                DispatchQueue.global().async {
                    reply.send(Swift.Result { try cancellation.run(work) })
                }
            }
        } onCancel: {
            cancellation.cancel()
            reply.send(.failure(CancellationError()))
        }
    }
}

/// The first of several results, for one continuation; the others are discarded.
private final class Reply<Value: Sendable>: Sendable {
    private enum State {
        case empty
        case awaited(CheckedContinuation<Value, any Error>)
        case early(Result<Value, any Error>)
        case sent
    }
    private let state = Mutex(State.empty)

    /// False when there is a result already, with which the continuation is resumed.
    func isAwaited(by continuation: CheckedContinuation<Value, any Error>) -> Bool {
        let early = state.withLock { state -> Result<Value, any Error>? in
            if case .early(let result) = state {
                state = .sent
                return result
            }
            state = .awaited(continuation)
            return nil
        }
        if let early { continuation.resume(with: early) }
        return early == nil
    }

    func send(_ result: Result<Value, any Error>) {
        let continuation = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            switch state {
            case .empty:
                state = .early(result)
                return nil
            case .awaited(let continuation):
                state = .sent
                return continuation
            case .early, .sent: return nil
            }
        }
        continuation?.resume(with: result)
    }
}
