// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// Decides which symbols are drawn: one serial pass from the topmost layer down, so that the result is the same on any
/// machine.
///
/// - SeeAlso: MapLibre GL JS, `placement.ts`.
struct SymbolPlacement {
    private var grid: CollisionGrid
    private let bounds: Rect
    /// Labels within the output that were not placed.
    private(set) var omissions: [Omission] = []

    init(bounds: Rect, scale: Double) {
        grid = CollisionGrid(covering: bounds.inset(by: -100 * scale), cell: 30 * scale)
        self.bounds = bounds
    }

    /// Keeps symbols out of an area, in pixels.
    mutating func reserve(_ box: Rect) {
        grid.insert(.box(box))
    }

    /// The drawing items of a placed symbol.
    private struct PlacedSymbol {
        var icon: [DrawingItem]
        /// Halos that are painted below all text of the layer.
        var halo: [DrawingItem] = []
        var text: [DrawingItem]
    }

    /// The items of the layer's placed symbols, in painting order.
    mutating func place(_ layer: SymbolBucket) -> [DrawingItem] {
        let candidates = layer.features.flatMap { feature in feature.anchors.map { (feature.properties, $0) } }
        // Rounded to a sixteenth of a point, the precision of MapLibre's tile units.
        let heights = candidates.map { ($0.1.position.y / layer.scale * 16).rounded() }
        let byY = candidates.indices.sorted { (heights[$0], $1) < (heights[$1], $0) }
        var shown: [PlacedSymbol?] = Array(repeating: nil, count: candidates.count)
        var lineLabels = CrossTileLineLabels(layer.features)
        for index in layer.placesByY ? byY.reversed() : Array(candidates.indices) {
            let (properties, anchor) = candidates[index]
            shown[index] = place(properties, anchor, layer)
            if shown[index] != nil {
                lineLabels.markPlaced(properties)
            } else if bounds.contains(anchor.position) {
                omissions.append(Omission(id: "layer/\(layer.id)", text: properties.text?.text, reason: .noRoom))
            }
        }
        var order = (layer.ordersByY ? byY : Array(candidates.indices)).compactMap { shown[$0] }
        for (properties, anchors) in lineLabels.candidates(
            spacing: layer.spacing, maxAngle: layer.maxAngle, scale: layer.scale)
        {
            // One label per street is enough.
            for anchor in anchors {
                guard let placed = place(properties, anchor, layer) else { continue }
                order.append(placed)
                break
            }
        }
        return layer.ordersByKey
            ? order.flatMap { $0.icon + $0.halo + $0.text }
            : order.flatMap(\.icon) + order.flatMap(\.halo) + order.flatMap(\.text)
    }

    private mutating func place(_ properties: SymbolProperties, _ anchor: SymbolAnchor, _ layer: SymbolBucket)
        -> PlacedSymbol?
    {
        let hasText = properties.text.map { text in text.options.contains { !$0.block.glyphs.isEmpty } } ?? false
        let text = hasText ? properties.text.flatMap { placed($0, properties.icon, anchor, layer) } : nil
        var textFits = text?.fits ?? false
        let icon = properties.icon.map { $0.placed(around: text?.placed, of: properties.text, at: anchor, layer) }
        var iconFits = icon.map { fits([$0.shape], properties.icon?.overlap ?? .never, layer) } ?? false

        let textAlone = properties.icon == nil || properties.icon?.isOptional == true
        let iconAlone = !hasText || properties.text?.isOptional == true
        switch (iconAlone, textAlone) {
        case (false, false): (textFits, iconFits) = (textFits && iconFits, textFits && iconFits)
        case (true, false): textFits = textFits && iconFits
        case (false, true): iconFits = textFits && iconFits
        case (true, true): break
        }
        guard textFits || iconFits else { return nil }
        var shown = PlacedSymbol(icon: [], text: [])
        if textFits, let text, let own = properties.text {
            if !own.ignoresPlacement {
                text.placed.shapes.forEach { grid.insert($0, cooperates: own.overlap == .cooperative) }
            }
            for (mark, bounds) in own.marks(of: text.placed, translation: layer.textTranslation) {
                if own.overlap != .never, !layer.ordersByKey, case .sdf(let letters) = mark,
                    let (halo, inner) = letters.separated
                {
                    shown.halo.append(item(layer, bounds, .sdf(halo)))
                    shown.text.append(item(layer, bounds, .sdf(inner)))
                } else {
                    shown.text.append(item(layer, bounds, mark))
                }
            }
        }
        if iconFits, let icon, let own = properties.icon {
            if !own.ignoresPlacement { grid.insert(icon.shape, cooperates: own.overlap == .cooperative) }
            if own.opacity > 0 {
                let (mark, bounds) = icon.mark(translation: layer.iconTranslation)
                shown.icon = [item(layer, bounds, mark)]
            }
        }
        return shown
    }

    /// The best candidate for a text, and whether it fits; nil when the line is too short.
    private func placed(
        _ text: TextProperties, _ icon: IconProperties?, _ anchor: SymbolAnchor, _ layer: SymbolBucket
    ) -> (placed: TextCandidate, fits: Bool)? {
        if layer.textFollowsLine, let line = anchor.line {
            let placed = text.placed(
                along: line, at: anchor.distance, keepsUpright: layer.keepsUpright,
                glyphsFaceViewport: layer.glyphsFaceViewport)
            return placed.map { ($0, fits($0.shapes, text.overlap, layer)) }
        }
        let textCandidates = text.options.map { text.placed($0, at: anchor.position, mapRotation: layer.textRotation) }
        guard let first = textCandidates.first else { return nil }
        // With variable anchors, an icon fitted to the text must fit along with it.
        let iconFits = { (candidate: TextCandidate) -> Bool in
            guard text.isVariable, let icon, icon.fit != nil else { return true }
            return fits([icon.placed(around: candidate, of: text, at: anchor, layer).shape], icon.overlap, layer)
        }
        if text.options.count > 1 {
            // Overlaps are avoided where possible even if they are allowed.
            if let candidate = textCandidates.first(where: { fits($0.shapes, .never, layer) && iconFits($0) }) {
                return (candidate, true)
            }
            guard text.overlap != .never else { return (first, false) }
        }
        for candidate in textCandidates where fits(candidate.shapes, text.overlap, layer) && iconFits(candidate) {
            return (candidate, true)
        }
        return (first, false)
    }

    private func fits(_ shapes: [CollisionShape], _ overlap: Overlap, _ layer: SymbolBucket) -> Bool {
        guard shapes.contains(where: grid.covers) else { return false }
        if layer.avoidsEdges, !shapes.allSatisfy({ bounds.contains($0.bounds) }) { return false }
        return overlap == .always || shapes.allSatisfy { grid.isFree($0, cooperates: overlap == .cooperative) }
    }

    private func item(_ layer: SymbolBucket, _ bounds: Rect, _ mark: Mark) -> DrawingItem {
        DrawingItem(id: "layer/\(layer.id)", role: .label, bounds: bounds.intersection(self.bounds), mark: mark)
    }
}

extension IconProperties {
    /// The icon at its anchor, or around the text that it is fitted to.
    fileprivate func placed(
        around text: TextCandidate?, of properties: TextProperties?, at anchor: SymbolAnchor, _ layer: SymbolBucket
    ) -> IconCandidate {
        var icon = self
        var translation = Point.zero
        if fit != nil, let text, let properties {
            icon = fitted(to: text.option, of: properties)
            translation = Transform.rotation(layer.textRotation).apply(text.option.anchorOffset)
        }
        return IconCandidate(
            properties: icon, position: anchor.position + translation, rotation: rotation(anchor, layer),
            mapRotation: layer.iconRotation)
    }

    private func rotation(_ anchor: SymbolAnchor, _ layer: SymbolBucket) -> Double {
        guard layer.iconFollowsLine else { return layer.iconRotation }
        guard let direction = anchor.line?.direction(at: anchor.distance) else { return 0 }
        return angle(of: direction) + (layer.iconKeepsUpright && direction.x < 0 ? .pi : 0)
    }
}
