// SPDX-License-Identifier: MIT
import MapLayout
import MapScene

extension MapRenderer {
    /// Replaces the views of annotations by those of `viewForAnnotation`. A view whose image cannot be read is reported,
    /// and the scene's own view stays.
    func applyViews(
        to scene: inout Scene, _ images: inout [ImageAsset: AnnotationImage], _ loader: ImageLoader,
        _ reporter: SceneReporter
    ) {
        guard let viewForAnnotation else { return }
        for (index, annotation) in scene.annotations.enumerated() {
            guard let view = viewForAnnotation(annotation) else { continue }
            let references = view.images.filter { images[$0] == nil }.map {
                Scene.ImageReference(
                    $0, path: ["annotations", String(index)], replacement: "the scene's own view is drawn instead")
            }
            images.merge(loader.load(references, reporter)) { old, _ in old }
            if case .image(let asset) = view, images[asset] == nil { continue }
            scene.annotations[index].view = view
        }
    }
}
