// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapRuntime

extension OverlayData {
    /// Adds a place.
    ///
    /// - Returns: false past the limit of memory, of which an annotation takes far more than a few bytes of a file.
    @discardableResult
    mutating func add(_ annotation: Annotation, from file: String) -> Bool {
        let bytes = MemoryLayout<Annotation>.stride + Annotation.layoutBytes
        guard RenderBudget.spend(bytes, .bytes, at: file) else { return false }
        annotations.append(annotation)
        return true
    }

    /// Adds a shape.
    ///
    /// - Returns: false past the limit of memory.
    @discardableResult
    mutating func add(_ overlay: Overlay, from file: String) -> Bool {
        guard RenderBudget.spend(MemoryLayout<Overlay>.stride, .bytes, at: file) else { return false }
        overlays.append(overlay)
        return true
    }
}

extension Annotation {
    /// What the layout of an annotation takes, with its copies, boxes and targets.
    package static let layoutBytes = 3072
}
