// SPDX-License-Identifier: MIT

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
    /// - Returns: annotations of data come before the scene's own.
    package func expandingData(_ load: (Int, Overlay, DataOverlay) -> OverlayData?) -> Scene {
        var scene = self
        scene.overlays = []
        var places: [Annotation] = []
        for (index, overlay) in overlays.enumerated() {
            guard case .data(let source) = overlay.content else {
                scene.overlays.append(overlay)
                continue
            }
            guard let data = load(index, overlay, source) else { continue }
            scene.overlays += data.overlays
            places += data.annotations
        }
        scene.annotations = places + annotations
        return scene
    }
}
