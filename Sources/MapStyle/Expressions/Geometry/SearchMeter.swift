// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapRuntime

/// Counts what a search in shapes compares, and ends it when the map is past a limit.
///
/// A short search is covered by the steps of its node.
struct SearchMeter {
    private static let atOnce = 4096
    /// A comparison is cheaper than an operator.
    private static let comparisonsPerStep = 4

    private var pending = 0

    /// - Parameter comparisons: with segments and boxes, that come next.
    /// - Returns: false when the search is to end, with whatever result.
    mutating func count(_ comparisons: Int) -> Bool {
        pending += comparisons
        guard pending >= Self.atOnce else { return true }
        defer { pending = 0 }
        return RenderBudget.spend(pending / Self.comparisonsPerStep, .expressionSteps)
            && !WorkCancellation.isRequested
    }
}
