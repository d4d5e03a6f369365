// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapScene

extension SceneLayout {
    /// What lies above the map and keeps labels away.
    struct Foreground {
        let annotations: AnnotationLayout.Output
        let decorations: DecorationLayout
        let handles: HandleLayout
        let attribution: AttributionLayout?
        let appearance: Appearance
        /// The boxes of what is fixed to the image and hides what is below it.
        let panels: [Rect]

        /// In pixels.
        var boxes: [Rect] {
            (attribution.map { [$0.box] } ?? []) + decorations.boxes + annotations.boxes + handles.boxes
        }

        var omissions: [Omission] {
            annotations.omissions + decorations.omissions + (attribution?.omission.map { [$0] } ?? [])
        }

        var items: [DrawingItem] {
            annotations.items + decorations.items + handles.items + (attribution?.items ?? [])
        }
    }

    func foreground(_ attribution: AttributionLayout?) -> Foreground {
        let (viewport, fonts, images, appearance) = (input.viewport, input.fonts, input.sceneImages, appearance)
        attribution?.reportShortened(input.diagnostics)
        let layout = AnnotationLayout(
            viewport: viewport, fonts: fonts, images: images, appearance: appearance, clusters: input.clusters,
            leaders: input.leaders, diagnostics: input.diagnostics, within: input.page?.geometry.map)
        let stack = layout.stack(input.annotations, input.userLocation)
        let decorations = DecorationLayout(
            input.decorations, viewport: viewport, fonts: fonts, images: images, appearance: appearance,
            attribution: attribution?.box, diagnostics: input.diagnostics, annotations: input.annotations,
            frames: stack.frames, insets: drawnInsets, within: input.page?.geometry.map)
        let panels = decorations.opaqueBoxes + (attribution.map { [$0.box] } ?? [])
        return Foreground(
            annotations: layout.place(stack, avoiding: panels, insets: input.contentInsets), decorations: decorations,
            handles: HandleLayout(viewport: viewport, overlays: input.overlays, images: images),
            attribution: attribution, appearance: appearance, panels: panels)
    }

    /// Insets as maps of their own, with the extent of this map in them.
    private var drawnInsets: [Int: DrawnInset] {
        input.insets.mapValues { inset in
            DrawnInset(
                drawing: SceneLayout(inset).drawing(), viewport: inset.viewport, outerViewport: input.viewport)
        }
    }
}
