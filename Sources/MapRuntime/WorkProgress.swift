// SPDX-License-Identifier: MIT
import Synchronization

/// Says how far work has come, for whoever waits for it.
///
/// As with `WorkCancellation`, it belongs to the task that began the work: loops that share out a phase take `current`
/// before they start, and tell it what is done from any thread.
package final class WorkProgress: Sendable {
    /// The phases of a map, in their order.
    package enum Phase: Sendable { case open, layout, paint, encode }

    /// The progress of the work that this task does; nil when nobody waits to be told.
    @TaskLocal package static var current: WorkProgress?

    private let phase = Mutex<Phase?>(nil)
    private let report: @Sendable (_ phase: Phase, _ share: Double?) -> Void

    /// - Parameter report: called when a phase begins, without a share, and as parts of it are done, with a share from 0 to
    ///   1; from any thread.
    package init(report: @escaping @Sendable (_ phase: Phase, _ share: Double?) -> Void) { self.report = report }

    /// A phase begins, and the one before it has ended.
    package func begin(_ next: Phase) {
        phase.withLock { $0 = next }
        report(next, nil)
    }

    /// Parts of the phase are done.
    package func advance(_ done: Int, of count: Int) {
        guard count > 1, let phase = phase.withLock({ $0 }) else { return }
        report(phase, Double(done) / Double(count))
    }
}
