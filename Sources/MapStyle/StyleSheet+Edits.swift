// SPDX-License-Identifier: MIT

/// A scene's own wishes about a style that stays as it is.
extension StyleSheet {
    /// The style with some layers not drawn; ids that it does not have change nothing.
    package func hiding(layers ids: Set<String>) -> StyleSheet {
        var style = self
        for index in style.layers.indices where ids.contains(style.layers[index].id) {
            style.layers[index].isVisible = false
        }
        return style
    }

    /// The style with a property of a layer set; without such a layer, or where its kind has no such property, as it is.
    package func setting(_ name: PropertyName, of id: String, to property: StyleProperty) -> StyleSheet {
        guard let index = layers.firstIndex(where: { $0.id == id }), name.layerKinds.contains(layers[index].kind) else {
            return self
        }
        var style = self
        style.layers[index].properties[name] = property
        return style
    }
}
