// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapScene
import MapStyle

extension StyleSheet {
    /// Reports overlays that name a layer which the style does not have; their `level` applies.
    ///
    /// - Parameters:
    ///   - scene: the scene with data files read; such overlays lose their `before`.
    ///   - written: the scene as it was written.
    ///   - reporter: receives the warnings.
    func checkOverlays(of scene: inout Scene, written: Scene, _ reporter: SceneReporter) {
        let ids = Set(layers.map(\.id))
        for (index, overlay) in written.overlays.enumerated() {
            guard let before = overlay.before, !ids.contains(before) else { continue }
            reporter.report(
                "overlays", String(index), "before", severity: .warning, code: StyleCode.unknownLayer,
                message: "the style has no layer \"\(before)\"; the overlay is drawn at its level",
                hint: didYouMean(before, ids.sorted()))
        }
        for index in scene.overlays.indices {
            if let before = scene.overlays[index].before, !ids.contains(before) { scene.overlays[index].before = nil }
        }
    }
}
