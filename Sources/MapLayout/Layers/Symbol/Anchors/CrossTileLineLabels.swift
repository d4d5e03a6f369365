// SPDX-License-Identifier: MIT
import MapPlane

/// Labels street names that found no anchor in any tile, on lines joined across tiles.
///
/// MapLibre leaves such streets unlabeled. Styles with their own glyph files are drawn exactly as MapLibre draws them;
/// for others a static map can do better.
struct CrossTileLineLabels {
    /// The largest gap between the ends of joined lines, in points.
    private static let tolerance = 3.0

    private struct Key: Hashable {
        let name: String
        let size: Double
    }

    private var order: [Key] = []
    private var streets: [Key: (properties: SymbolProperties, lines: [[Point]])] = [:]
    private var placedNames: Set<String> = []

    init(_ features: [SymbolFeature]) {
        for feature in features where !feature.pieces.isEmpty {
            guard let text = feature.properties.text else { continue }
            let key = Key(name: text.text, size: text.size)
            if streets[key] == nil {
                order.append(key)
                streets[key] = (feature.properties, feature.pieces)
            } else {
                streets[key]?.lines += feature.pieces
            }
        }
    }

    /// Records that a name is on the map.
    mutating func markPlaced(_ properties: SymbolProperties) {
        if let name = properties.text?.text { placedNames.insert(name) }
    }

    /// The anchors of names that are not yet on the map, in the order of their first appearance.
    func candidates(
        spacing: Double, maxAngle: Double, scale: Double, perspective: (Point) -> Perspective?
    ) -> [(SymbolProperties, [SymbolAnchor])] {
        order.filter { !placedNames.contains($0.name) }.compactMap { key in
            guard let street = streets[key], let text = street.properties.text, let block = text.options.first?.block,
                !block.bounds.isNull
            else { return nil }
            let finder = LineAnchorFinder(
                extent: .infinity, spacing: spacing, maxAngle: maxAngle, labelLength: block.bounds.width,
                angleWindow: 0.6 * text.size, boxScale: text.size / 24, overscaling: 1)
            let anchors = LineJoiner.join(street.lines, tolerance: Self.tolerance * scale).flatMap { line in
                let measured = MeasuredLine(line)
                return finder.evenlySpacedAnchors(on: line).compactMap { anchor -> SymbolAnchor? in
                    let perspective = perspective(anchor.position)
                    if let perspective, !perspective.shows(anchor.position) { return nil }
                    return SymbolAnchor(
                        ground: anchor.position, perspective, line: measured, distance: anchor.distance)
                }
            }
            return (street.properties, anchors)
        }
    }
}
