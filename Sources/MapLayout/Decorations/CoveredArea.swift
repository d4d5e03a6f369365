// SPDX-License-Identifier: MIT
package import MapCanvas
import MapDiagnostics
package import MapGeo
package import MapPlane
package import MapScene

/// What decorations and the attribution of a scene cover, for cameras that keep content off them.
package struct CoveredArea {
    private let scene: Scene
    private let fonts: FontLibrary
    private let images: [ImageAsset: AnnotationImage]

    /// Stands for attributions that are not known before the camera is.
    private static let usualAttribution = "© OpenStreetMap contributors"

    package init(_ scene: Scene, fonts: FontLibrary, images: [ImageAsset: AnnotationImage]) {
        self.scene = scene
        self.fonts = fonts
        self.images = images
    }

    /// The boxes in points. Rectangles are not among them: scenes use them as a background.
    package func boxes(in viewport: Viewport) -> [Rect] {
        let text =
            switch scene.attribution {
            case .automatic: Self.usualAttribution
            case .text(let text): text
            case .hidden: ""
            }
        let attribution = AttributionLayout(
            text, viewport: viewport, fonts: fonts, palette: DecorationPalette(.light))?.box
        let decorations = DecorationLayout(
            scene.decorations, viewport: viewport, fonts: fonts, images: images, appearance: .light,
            attribution: attribution, diagnostics: DiagnosticSink(), annotations: scene.annotations)
        let toPoints = Transform.scale(1 / viewport.scale, 1 / viewport.scale)
        return ((attribution.map { [$0] } ?? []) + decorations.opaqueBoxes).filter { !$0.isNull }.map(toPoints.apply)
    }
}
