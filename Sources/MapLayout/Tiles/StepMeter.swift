// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapRuntime

/// Counts the steps that expressions take for the features of a layer in a tile, and reports them many at a time.
struct StepMeter {
    /// About as long as some hundred features take.
    private static let stepsAtOnce = 20_000

    private let steps: Int
    private var pending = 0
    private var isWithin = true

    /// - Parameter steps: of each feature, at least 1.
    init(steps: Int) { self.steps = max(1, steps) }

    /// False when the map has passed a limit, and the feature is to be left out.
    mutating func takesFeature() -> Bool {
        pending += steps
        if pending > Self.stepsAtOnce { report() }
        return isWithin
    }

    /// Reports what is left.
    mutating func end() { report() }

    private mutating func report() {
        isWithin = RenderBudget.spend(pending, .expressionSteps) && isWithin && !WorkCancellation.isRequested
        pending = 0
    }
}
