import MapDiagnostics
// SPDX-License-Identifier: MIT
import MapGeo
import MapRuntime

/// Counts the steps that expressions take for the features of a layer in a tile, and reports them many at a time.
struct StepMeter {
    /// About as long as some hundred features take.
    private static let stepsAtOnce = 20_000

    private let steps: Int
    private let layer: String
    private let tile: TileID
    private var pending = 0
    private var isWithin = true

    /// - Parameters:
    ///   - steps: of each feature, at least 1.
    ///   - layer: of the style.
    ///   - tile: of the features.
    init(steps: Int, layer: String, tile: TileID) {
        (self.steps, self.layer, self.tile) = (max(1, steps), layer, tile)
    }

    /// False when the map has passed a limit, and the feature is to be left out.
    mutating func takesFeature() -> Bool {
        pending += steps
        if pending > Self.stepsAtOnce { report() }
        return isWithin
    }

    /// Reports what is left.
    mutating func end() { report() }

    private mutating func report() {
        let (layer, tile) = (layer, tile)
        isWithin =
            RenderBudget.spend(pending, .expressionSteps, at: "layers.\(layer), tile \(tile)") && isWithin
            && !WorkCancellation.isRequested
        pending = 0
    }
}
