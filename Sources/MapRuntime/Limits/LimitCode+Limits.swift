// SPDX-License-Identifier: MIT
import MapDiagnostics

extension LimitCode {
    /// The property of `RenderLimits`.
    var name: String { "\(self)" }

    func limit(in limits: RenderLimits) -> Int {
        switch self {
        case .pixels: limits.pixels
        case .paintedPixels: limits.paintedPixels
        case .bytes: limits.bytes
        case .tiles: limits.tiles
        case .features: limits.features
        case .vertices: limits.vertices
        case .glyphs: limits.glyphs
        case .dashes: limits.dashes
        case .expressionSteps: limits.expressionSteps
        case .textBytes: limits.textBytes
        case .nesting: limits.nesting
        case .milliseconds: limits.milliseconds
        case .processorMilliseconds: limits.processorMilliseconds
        }
    }

    /// What the map would cost.
    func problem(_ limit: Int) -> String {
        switch self {
        case .pixels: "the image would have more than \(limit) pixels"
        case .paintedPixels: "more than \(limit) pixels would be painted, one over another"
        case .bytes: "tiles, images and data take more than \(limit) bytes when they are decompressed"
        case .tiles: "the map needs more than \(limit) tiles"
        case .features: "tiles and data have more than \(limit) features"
        case .vertices: "lines and areas have more than \(limit) vertices"
        case .glyphs: "texts have more than \(limit) letters"
        case .dashes: "dashed lines have more than \(limit) dashes"
        case .expressionSteps: "expressions take more than \(limit) steps"
        case .textBytes: "an expression makes a text of more than \(limit) bytes"
        case .nesting: "JSON is nested deeper than \(limit) levels"
        case .milliseconds: "the map takes longer than \(limit) ms"
        case .processorMilliseconds: "the map takes more than \(limit) ms of processor time"
        }
    }
}
