// SPDX-License-Identifier: MIT
import MapCore
import MapData
package import MapGeo

/// The values that decide how the features of an overlay look, for descriptions.
package struct DataPattern: Hashable, Sendable {
    /// A feature of the data.
    package struct Item: Hashable, Sendable {
        package var name: String?
        /// Nil for none, and for one that is no number.
        package var value: Double?
        /// The value as text; nil for none.
        package var text: String?
        /// In the middle of it.
        package var place: Coordinate
    }

    /// What the scale is called; the property for one that has no title.
    package var title: String
    package var isNamed = true
    /// True where values are names of categories.
    package var areCategories: Bool
    /// A pattern for numbers; nil for as many decimals as they have.
    package var format: String?
    package var items: [Item]
    /// The classes as the legend has them; empty for a ramp and for sizes.
    package var classes: [String] = []
    /// How many features are in each class.
    package var counts: [Int] = []
    package var coordinateSystem: CoordinateSystem?
}

extension DataPattern {
    /// Nil for scales without features that have values.
    init?(_ data: DataOverlay, _ features: [DataFeature], _ colors: ResolvedColors?) {
        guard let property = data.colorBy?.property ?? data.sizeBy?.property, data.aggregate?.pie == nil else {
            return nil
        }
        items = features.compactMap { feature in
            guard let place = feature.geometries.middle else { return nil }
            let node = feature.value(property).flatMap { $0.isMissing ? nil : $0 }
            let name = ["title", "name", "NAME", "Name"].lazy.compactMap { feature.value($0)?.string }.first
            return Item(name: name, value: node?.datum, text: node?.categoryText, place: place)
        }
        guard items.contains(where: { $0.text != nil }) else { return nil }
        let ownTitle = data.colorBy?.title ?? data.sizeBy?.title
        (title, isNamed) = (ownTitle ?? property, ownTitle != nil)
        format = data.colorBy?.format ?? data.sizeBy?.format
        areCategories = colors?.hasCategories ?? false
        if case .classes(let rows, _)? = colors?.legend(.area, alpha: 1)?.content {
            classes = rows.map(\.text)
            counts = colors?.classCounts ?? []
        }
    }
}
