// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// Decides which symbols are shown: one pass over the whole picture, the topmost layer first, so that the outcome is
/// the same on any machine.
struct SymbolPlacement {
    private var grid: CollisionGrid
    private let picture: Rect
    /// Labels within the picture that found no room.
    private(set) var omissions: [Omission] = []

    init(picture: Rect, scale: Double) {
        grid = CollisionGrid(covering: picture.inset(by: -100 * scale), cell: 30 * scale)
        self.picture = picture
    }

    /// Keeps labels off a place that something else takes.
    mutating func reserve(_ box: Rect) {
        grid.take(.box(box))
    }

    /// A symbol that is shown.
    private struct Shown {
        var icon: [DrawingItem]
        /// Rims that lie below all text of the layer.
        var halo: [DrawingItem] = []
        var text: [DrawingItem]
    }

    /// The layer's symbols that are shown, in painting order.
    mutating func place(_ layer: SymbolLayer) -> [DrawingItem] {
        let candidates = layer.features.flatMap { feature in feature.anchors.map { (feature.look, $0) } }
        // In steps of the sixteenth of a point, as MapLibre's tiles have them.
        let heights = candidates.map { ($0.1.place.y / layer.scale * 16).rounded() }
        let byY = candidates.indices.sorted { (heights[$0], $1) < (heights[$1], $0) }
        var shown: [Shown?] = Array(repeating: nil, count: candidates.count)
        var streets = JoinedStreets(layer.features)
        for index in layer.placesByY ? byY.reversed() : Array(candidates.indices) {
            let (look, anchor) = candidates[index]
            shown[index] = place(look, anchor, layer)
            if shown[index] != nil {
                streets.note(look)
            } else if picture.contains(anchor.place) {
                omissions.append(Omission(id: "layer/\(layer.id)", text: look.text?.plain, reason: .noRoom))
            }
        }
        var order = (layer.ordersByY ? byY : Array(candidates.indices)).compactMap { shown[$0] }
        for (look, anchors) in streets.candidates(
            spacing: layer.spacing, maxAngle: layer.maxAngle, scale: layer.scale)
        {
            // One is enough for a street that would have had none.
            for anchor in anchors {
                guard let found = place(look, anchor, layer) else { continue }
                order.append(found)
                break
            }
        }
        return layer.ordersByKey
            ? order.flatMap { $0.icon + $0.halo + $0.text }
            : order.flatMap(\.icon) + order.flatMap(\.halo) + order.flatMap(\.text)
    }

    private mutating func place(_ look: SymbolProperties, _ anchor: SymbolAnchor, _ layer: SymbolLayer) -> Shown? {
        let hasText = look.text.map { text in text.options.contains { !$0.block.glyphs.isEmpty } } ?? false
        let text = hasText ? look.text.flatMap { placed($0, look.icon, anchor, layer) } : nil
        var textFits = text?.fits ?? false
        let icon = look.icon.map { $0.placed(beside: text?.placed, of: look.text, at: anchor, layer) }
        var iconFits = icon.map { fits([$0.shape], look.icon?.overlap ?? .never, layer) } ?? false

        let textAlone = look.icon == nil || look.icon?.isOptional == true
        let iconAlone = !hasText || look.text?.isOptional == true
        switch (iconAlone, textAlone) {
        case (false, false): (textFits, iconFits) = (textFits && iconFits, textFits && iconFits)
        case (true, false): textFits = textFits && iconFits
        case (false, true): iconFits = textFits && iconFits
        case (true, true): break
        }
        guard textFits || iconFits else { return nil }
        var shown = Shown(icon: [], text: [])
        if textFits, let text, let own = look.text {
            if !own.ignoresPlacement {
                text.placed.shapes.forEach { grid.take($0, cooperates: own.overlap == .cooperative) }
            }
            for (mark, bounds) in own.marks(of: text.placed, shift: layer.textShift) {
                if own.overlap != .never, !layer.ordersByKey, case .distances(let letters) = mark,
                    let (halo, inner) = letters.separated
                {
                    shown.halo.append(item(layer, bounds, .distances(halo)))
                    shown.text.append(item(layer, bounds, .distances(inner)))
                } else {
                    shown.text.append(item(layer, bounds, mark))
                }
            }
        }
        if iconFits, let icon, let own = look.icon {
            if !own.ignoresPlacement { grid.take(icon.shape, cooperates: own.overlap == .cooperative) }
            if own.opacity > 0 {
                let (mark, bounds) = icon.mark(shift: layer.iconShift)
                shown.icon = [item(layer, bounds, mark)]
            }
        }
        return shown
    }

    /// The best way to place a text, and whether there is room for it; nil when the line is too short for it.
    private func placed(
        _ text: TextProperties, _ icon: IconProperties?, _ anchor: SymbolAnchor, _ layer: SymbolLayer
    ) -> (placed: PlacedText, fits: Bool)? {
        if layer.textFollowsLine, let line = anchor.line {
            let placed = text.along(
                line, at: anchor.distance, keepsUpright: layer.keepsUpright, lettersStand: layer.lettersStand)
            return placed.map { ($0, fits($0.shapes, text.overlap, layer)) }
        }
        let ways = text.options.map { text.placed($0, at: anchor.place, turn: layer.textTurn) }
        guard let first = ways.first else { return nil }
        // An icon that frames the text must fit wherever the text goes.
        let iconFits = { (way: PlacedText) -> Bool in
            guard text.isVariable, let icon, icon.fit != nil else { return true }
            return fits([icon.placed(beside: way, of: text, at: anchor, layer).shape], icon.overlap, layer)
        }
        if text.options.count > 1 {
            // Where overlaps are allowed they are still avoided if possible.
            if let way = ways.first(where: { fits($0.shapes, .never, layer) && iconFits($0) }) { return (way, true) }
            guard text.overlap != .never else { return (first, false) }
        }
        for way in ways where fits(way.shapes, text.overlap, layer) && iconFits(way) { return (way, true) }
        return (first, false)
    }

    private func fits(_ shapes: [CollisionShape], _ overlap: Overlap, _ layer: SymbolLayer) -> Bool {
        guard shapes.contains(where: grid.covers) else { return false }
        if layer.avoidsEdges, !shapes.allSatisfy({ picture.contains($0.bounds) }) { return false }
        return overlap == .always || shapes.allSatisfy { grid.isFree($0, cooperates: overlap == .cooperative) }
    }

    private func item(_ layer: SymbolLayer, _ bounds: Rect, _ mark: Mark) -> DrawingItem {
        DrawingItem(id: "layer/\(layer.id)", role: .label, bounds: bounds.intersection(picture), mark: mark)
    }
}

extension IconProperties {
    /// The icon at its place, or around its text if it frames that.
    fileprivate func placed(
        beside text: PlacedText?, of look: TextProperties?, at anchor: SymbolAnchor, _ layer: SymbolLayer
    ) -> PlacedIcon {
        var icon = self
        var shift = Point.zero
        if fit != nil, let text, let look {
            icon = fitted(to: text.option, of: look)
            shift = Transform.rotation(layer.textTurn).apply(text.option.shift)
        }
        return PlacedIcon(
            look: icon, home: anchor.place + shift, turn: turn(anchor, layer), mapTurn: layer.iconTurn)
    }

    fileprivate func turn(_ anchor: SymbolAnchor, _ layer: SymbolLayer) -> Double {
        guard layer.iconFollowsLine else { return layer.iconTurn }
        guard let direction = anchor.line?.direction(at: anchor.distance) else { return 0 }
        return angle(of: direction) + (layer.iconKeepsUpright && direction.x < 0 ? .pi : 0)
    }
}
