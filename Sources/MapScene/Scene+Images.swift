// SPDX-License-Identifier: MIT

extension Scene {
    /// An image that something on the map needs.
    package struct ImageReference {
        package var asset: ImageAsset
        /// The keys that lead to it in the scene's document.
        package var path: [String]
        /// What is drawn if it cannot be read, for messages; nil for nothing.
        package var replacement: String?

        package init(_ asset: ImageAsset, path: [String], replacement: String? = nil) {
            self.asset = asset
            self.path = path
            self.replacement = replacement
        }
    }

    /// All images that the scene refers to, in its order; one that is used twice is listed twice.
    package var imageReferences: [ImageReference] {
        var references: [ImageReference] = []
        for (index, annotation) in annotations.enumerated() {
            for asset in annotation.images {
                let key = annotation.key(of: asset)
                references.append(
                    ImageReference(
                        asset, path: ["annotations", String(index), key],
                        replacement: key == "image" ? "the default marker is drawn instead" : nil))
            }
        }
        for (index, overlay) in overlays.enumerated() {
            guard case .polygon(let polygon) = overlay.content, let handles = polygon.handles else { continue }
            for asset in handles.images {
                let key = handles.image == asset ? "image" : "highlightedImage"
                references.append(
                    ImageReference(
                        asset, path: ["overlays", String(index), "handles", key],
                        replacement: "the default handle is drawn instead"))
            }
        }
        for (index, decoration) in decorations.enumerated() {
            guard case .image(let image) = decoration.content else { continue }
            references.append(ImageReference(image.image, path: ["decorations", String(index), "image"]))
        }
        return references
    }
}

extension Annotation {
    /// The key under which it refers to an image.
    fileprivate func key(of asset: ImageAsset) -> String {
        switch view {
        case .image(asset): "image"
        case .marker(let marker) where marker.glyphImage == asset: "glyphImage"
        case .marker(let marker) where marker.selectedGlyphImage == asset: "selectedGlyphImage"
        default: "callout"
        }
    }
}
