// SPDX-License-Identifier: MIT
import MapCanvas

/// What a file of data puts on the map.
package struct OverlayData: Sendable {
    /// Lines and areas, with the name, level and opacity of the overlay that they come from.
    package var overlays: [Overlay] = []
    /// Single places.
    package var annotations: [Annotation] = []

    package init() {}
}

extension Scene {
    /// The same scene with overlays of data replaced by what they hold.
    ///
    /// - Parameter load: gives what an overlay holds; nil after it has reported why there is nothing.
    /// - Returns: annotations of data come before the scene's own. All that is not named keeps the number that it has in
    ///   the scene as its name.
    package func expandingData(_ load: (Int, Overlay, DataOverlay) -> OverlayData?) -> Scene {
        var scene = self
        scene.overlays = []
        var imported: [Annotation] = []
        for (index, overlay) in overlays.enumerated() {
            let name = overlay.name(at: index)
            guard case .data(let source) = overlay.content else {
                var own = overlay
                own.path = targetPath("overlay", name)
                scene.overlays.append(own)
                continue
            }
            guard let data = load(index, overlay, source) else { continue }
            for (number, shape) in data.overlays.enumerated() {
                var shape = shape
                shape.path = targetPath("overlay", name, "shape", String(number))
                scene.overlays.append(shape)
            }
            for (number, annotation) in data.annotations.enumerated() {
                var annotation = annotation
                annotation.path = targetPath("overlay", name, "place", String(number))
                imported.append(annotation)
            }
        }
        scene.annotations =
            imported
            + annotations.enumerated().map { index, annotation in
                var own = annotation
                own.path = annotation.path(at: index)
                return own
            }
        return scene
    }
}

extension Overlay {
    fileprivate func name(at index: Int) -> String { id ?? String(index) }

    /// The path of its target.
    package func path(at index: Int) -> String { path ?? targetPath("overlay", name(at: index)) }
}

extension Annotation {
    /// The path of its target.
    package func path(at index: Int) -> String { path ?? targetPath("annotation", id ?? String(index)) }
}
