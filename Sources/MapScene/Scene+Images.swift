// SPDX-License-Identifier: MIT

extension Scene {
    /// An image that something on the map needs.
    package struct ImageReference {
        /// A path in the scene's folder, or a `data:` address.
        package var name: String
        /// The keys that lead to it in the scene's document.
        package var path: [String]
        /// What is seen when it cannot be had, in words; nil for nothing.
        package var instead: String?

        package init(name: String, path: [String], instead: String? = nil) {
            self.name = name
            self.path = path
            self.instead = instead
        }
    }

    /// All images that the scene names, in its order; one that is named twice comes twice.
    package var imageReferences: [ImageReference] {
        var wanted: [ImageReference] = []
        for (index, annotation) in annotations.enumerated() {
            for name in annotation.images {
                let key = annotation.key(ofImage: name)
                wanted.append(
                    ImageReference(
                        name: name, path: ["annotations", String(index), key],
                        instead: key == "image" ? "the default marker stands there instead" : nil))
            }
        }
        for (index, overlay) in overlays.enumerated() {
            guard case .polygon(let polygon) = overlay.content, let handles = polygon.handles else { continue }
            for name in handles.images {
                let key = handles.image == name ? "image" : "highlightedImage"
                wanted.append(
                    ImageReference(
                        name: name, path: ["overlays", String(index), "handles", key],
                        instead: "the usual dot stands there instead"))
            }
        }
        for (index, decoration) in decorations.enumerated() {
            guard case .image(let image) = decoration.content else { continue }
            wanted.append(ImageReference(name: image.image, path: ["decorations", String(index), "image"]))
        }
        return wanted
    }
}

extension Annotation {
    /// Where it names an image.
    fileprivate func key(ofImage name: String) -> String {
        if image == name { return "image" }
        if glyphImage == name { return "glyphImage" }
        return selectedGlyphImage == name ? "selectedGlyphImage" : "callout"
    }
}
