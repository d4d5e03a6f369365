// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeometry

/// Decides which symbols are drawn: one serial pass from the topmost layer down, so that the result is the same on any
/// machine.
///
/// - SeeAlso: MapLibre GL JS, `placement.ts`.
struct SymbolPlacement {
    private var grid: CollisionGrid
    private let bounds: Rect
    /// Where the map is cut into tiles; nil for a map that stays whole.
    private let blockGrid: BlockGrid?
    /// What the symbol that is being placed must not leave; nil for the layer's own rule.
    private var cell: Rect?
    /// The lines of the scene below names, which these leave free where they can.
    var lines: LineMask?
    /// What the frames before showed; nil for a map that does not move.
    var memory: PlacementMemory?
    /// Of the layer that is being placed.
    private var known: PlacementMemory.Layer?
    /// What was placed, by layer, for the next frame.
    private var entries: [String: [PlacementMemory.Entry]] = [:]
    /// Which of its positions the symbol that is being placed had in the frame before.
    private var usualOption: Int?
    /// Labels within the output that were not placed.
    private(set) var omissions: [Omission] = []

    init(bounds: Rect, scale: Double, blockGrid: BlockGrid? = nil) {
        let margin = max(100 * scale, blockGrid.map { $0.margin + $0.reach } ?? 0)
        grid = CollisionGrid(covering: bounds.inset(by: -margin), cell: 30 * scale)
        self.bounds = bounds
        self.blockGrid = blockGrid
    }

    /// Keeps symbols out of an area, in pixels.
    mutating func reserve(_ box: Rect) {
        grid.insert(.box(box))
    }

    /// Places the symbols of all layers.
    ///
    /// - Parameter layers: the topmost first.
    /// - Returns: the items of each layer's placed symbols, in painting order.
    mutating func place(_ layers: [SymbolBucket]) -> [[DrawingItem]] {
        defer {
            if let memory, let viewport = layers.first?.viewport { memory.finish(entries, in: viewport) }
        }
        guard let blockGrid else { return layers.map { layer in place(layer) } }
        var states = layers.map { LayerSymbols($0, on: blockGrid) }
        for step in BlockGrid.Step.allCases {
            for index in states.indices {
                placeCandidates(of: &states[index], step)
                if step == .inside { placeLineLabels(of: &states[index]) }
            }
        }
        return states.map(\.items)
    }

    private mutating func place(_ layer: SymbolBucket) -> [DrawingItem] {
        var state = LayerSymbols(layer)
        known = memory?.layer(layer.id, in: layer.viewport)
        placeCandidates(of: &state, nil)
        placeLineLabels(of: &state)
        return state.items
    }

    private mutating func placeCandidates(of state: inout LayerSymbols, _ step: BlockGrid.Step?) {
        let layer = state.layer
        for (number, index) in turned(state.order, state).enumerated() {
            if number & 15 == 0, WorkContext.isCancelled { break }
            let (properties, anchor) = state.candidates[index]
            if let step {
                guard state.turns[index].step == step else { continue }
                cell = state.turns[index].cell
                if let cell, !cell.intersects(bounds) { continue }
            }
            usualOption = nil
            if case .shown(let option)? = known?.standing(of: properties, at: anchor) { usualOption = option }
            state.shown[index] = place(properties, anchor, layer)
            if state.shown[index] != nil {
                state.markPlaced(properties, at: anchor)
            } else if bounds.contains(anchor.position) {
                omissions.append(Omission(id: "layer/\(layer.id)", text: properties.text?.text, reason: .noRoom))
            }
        }
        cell = nil
    }

    /// What the frame before showed comes first, and what rests is left out.
    private func turned(_ indices: [Int], _ state: LayerSymbols) -> [Int] {
        guard let known else { return indices }
        var (first, others): ([Int], [Int]) = ([], [])
        for index in indices {
            switch known.standing(of: state.candidates[index].0, at: state.candidates[index].1) {
            case .shown: first.append(index)
            case .new: others.append(index)
            case .resting: break
            }
        }
        return first + others
    }

    /// The same for the places of a street's name.
    private func turned(_ anchors: [SymbolAnchor], of properties: SymbolProperties) -> [SymbolAnchor] {
        guard let known else { return anchors }
        var (first, others): ([SymbolAnchor], [SymbolAnchor]) = ([], [])
        for anchor in anchors {
            switch known.standing(of: properties, at: anchor) {
            case .shown: first.append(anchor)
            case .new: others.append(anchor)
            case .resting: break
            }
        }
        return first + others
    }

    /// Names of streets that found no place on their own.
    private mutating func placeLineLabels(of state: inout LayerSymbols) {
        let layer = state.layer
        for (labels, area) in state.streets {
            cell = area
            if let area, !area.intersects(bounds) { continue }
            for (properties, anchors) in state.unplaced(of: labels) {
                // One label per street is enough.
                for anchor in turned(anchors, of: properties) {
                    guard let placed = place(properties, anchor, layer) else { continue }
                    state.extra.append(placed)
                    break
                }
            }
        }
        cell = nil
    }

    private mutating func place(_ properties: SymbolProperties, _ anchor: SymbolAnchor, _ layer: SymbolBucket)
        -> PlacedSymbol?
    {
        let (textAnchor, iconAnchor) = (
            anchor.moved(by: layer.textTranslation), anchor.moved(by: layer.iconTranslation)
        )
        let hasText = properties.text.map { text in text.options.contains { !$0.block.glyphs.isEmpty } } ?? false
        let text =
            hasText ? properties.text.flatMap { placed($0, properties.icon, textAnchor, iconAnchor, layer) } : nil
        var textFits = text?.fits ?? false
        let iconAlone = !hasText || properties.text?.isOptional == true
        guard textFits || iconAlone else { return nil }
        let icon = properties.icon.map { $0.placed(around: text?.placed, of: properties.text, at: iconAnchor, layer) }
        var iconFits = icon.map { fits([$0.shape], properties.icon?.overlap ?? .never, layer) } ?? false

        let textAlone = properties.icon == nil || properties.icon?.isOptional == true
        switch (iconAlone, textAlone) {
        case (false, false): (textFits, iconFits) = (textFits && iconFits, textFits && iconFits)
        case (true, false): textFits = textFits && iconFits
        case (false, true): iconFits = textFits && iconFits
        case (true, true): break
        }
        guard textFits || iconFits else { return nil }
        if let known {
            entries[layer.id, default: []].append(
                known.entry(of: properties, at: anchor, option: text?.placed.number ?? 0))
        }
        var shown = PlacedSymbol()
        if textFits, let text, let own = properties.text {
            if !own.ignoresPlacement {
                text.placed.shapes.forEach { grid.insert($0, cooperates: own.overlap != .never) }
            }
            shown.add(text.placed, of: properties, layer, within: bounds)
        }
        if iconFits, let icon, let own = properties.icon {
            if !own.ignoresPlacement { grid.insert(icon.shape, cooperates: own.overlap != .never) }
            shown.add(icon, of: properties, hasText: textFits, layer, within: bounds)
        }
        return shown
    }

    /// The best candidate for a text, and whether it fits; nil when the line is too short.
    private func placed(
        _ text: TextProperties, _ icon: IconProperties?, _ anchor: SymbolAnchor, _ iconAnchor: SymbolAnchor,
        _ layer: SymbolBucket
    ) -> (placed: TextCandidate, fits: Bool)? {
        if layer.textFollowsLine, let line = anchor.line {
            let placed =
                anchor.ground == nil
                ? text.placed(
                    along: line, at: anchor.distance, keepsUpright: layer.keepsUpright,
                    glyphsFaceViewport: layer.glyphsFaceViewport)
                : text.placed(along: line, at: anchor, in: layer)
            return placed.map { ($0, !standsOut($0, anchor, layer) && fits($0.shapes, text.overlap, layer)) }
        }
        var textCandidates = text.options.map { text.placed($0, at: anchor, in: layer) }
        for index in textCandidates.indices { textCandidates[index].number = index }
        if layer.keepsLabelsInside, blockGrid == nil, bounds.contains(anchor.position) {
            textCandidates =
                icon == nil && textCandidates.count == 1
                ? textCandidates.flatMap { [$0.moved(into: bounds), $0].compactMap(\.self) }
                : textCandidates.filter { $0.lies(in: bounds) } + textCandidates.filter { !$0.lies(in: bounds) }
        }
        if let lines {
            let isClear = { (candidate: TextCandidate) in !candidate.shapes.contains { lines.crosses($0.bounds) } }
            if icon == nil, text.options.count == 1 {
                textCandidates = textCandidates.flatMap { $0.movedUpOrDown(until: isClear) + [$0] }
            } else {
                textCandidates = textCandidates.filter(isClear) + textCandidates.filter { !isClear($0) }
            }
        }
        textCandidates.removeAll { standsOut($0, anchor, layer) }
        if let usualOption, text.options.count > 1 {
            textCandidates =
                textCandidates.filter { $0.number == usualOption } + textCandidates.filter { $0.number != usualOption }
        }
        guard let first = textCandidates.first else { return nil }
        // With variable anchors, an icon fitted to the text must fit along with it.
        let iconFits = { (candidate: TextCandidate) -> Bool in
            guard text.isVariable, let icon, icon.fit != nil else { return true }
            return fits([icon.placed(around: candidate, of: text, at: iconAnchor, layer).shape], icon.overlap, layer)
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

    /// True for a text beside the globe, or beside a map of the whole world.
    private func standsOut(_ candidate: TextCandidate, _ anchor: SymbolAnchor, _ layer: SymbolBucket) -> Bool {
        guard layer.keepsLabelsOnGlobe, let perspective = anchor.perspective else { return false }
        return !candidate.lies(on: perspective)
    }

    private func fits(_ shapes: [CollisionShape], _ overlap: Overlap, _ layer: SymbolBucket) -> Bool {
        guard shapes.contains(where: grid.covers) else { return false }
        // The edges of blocks are no edges of the map.
        if let area = cell ?? (layer.avoidsEdges && blockGrid == nil ? bounds : nil),
            !shapes.allSatisfy({ area.contains($0.bounds) })
        {
            return false
        }
        return overlap == .always || shapes.allSatisfy { grid.isFree($0, cooperates: overlap == .cooperative) }
    }
}

extension BlockGrid {
    /// Pieces of streets by the cells that they lie in.
    func cells(of features: [SymbolFeature]) -> [(features: [SymbolFeature], cell: Rect)] {
        var found: [(features: [SymbolFeature], cell: Rect)] = []
        for feature in features {
            var cells: [Rect] = []
            for piece in feature.pieces {
                for point in piece where !cells.contains(cell(at: point)) { cells.append(cell(at: point)) }
            }
            for cell in cells {
                var part = feature
                part.anchors = []
                part.pieces = feature.pieces.flatMap { clippedLine($0, to: cell) }.filter { $0.count > 1 }
                if let index = found.firstIndex(where: { $0.cell == cell }) {
                    found[index].features.append(part)
                } else {
                    found.append(([part], cell))
                }
            }
        }
        return found
    }
}

extension IconProperties {
    /// The icon at its anchor, or around the text that it is fitted to.
    func placed(
        around text: TextCandidate?, of properties: TextProperties?, at anchor: SymbolAnchor, _ layer: SymbolBucket
    ) -> IconCandidate {
        var icon = self
        var (translation, boxTranslation) = (Point.zero, Point.zero)
        if fit != nil, let text, let properties {
            icon = fitted(to: text.option, of: properties)
            let turn = Transform.rotation(text.frame?.rotation ?? layer.textRotation)
            translation = turn.apply(properties.drawnAnchorOffset(text.option) * (text.frame?.anchorScale ?? 1))
            boxTranslation = turn.apply(text.option.anchorOffset)
        }
        guard let frame = layer.iconFrame(at: anchor) else {
            return IconCandidate(
                properties: icon, position: anchor.position + translation,
                boxPosition: anchor.position + boxTranslation, rotation: rotation(anchor, layer),
                mapRotation: layer.iconRotation, collisionUnit: anchor.collisionUnit)
        }
        return IconCandidate(
            properties: icon, position: frame.origin + translation, boxPosition: frame.origin + boxTranslation,
            rotation: layer.iconFollowsLine ? rotation(anchor, layer) : frame.rotation,
            mapRotation: layer.iconFollowsLine ? 0 : frame.rotation, frame: frame, collisionUnit: anchor.collisionUnit)
    }

    private func rotation(_ anchor: SymbolAnchor, _ layer: SymbolBucket) -> Double {
        guard layer.iconFollowsLine else { return layer.iconRotation }
        guard var direction = anchor.line?.direction(at: anchor.distance, forwards: false) else { return 0 }
        if let perspective = anchor.perspective, let ground = anchor.ground, !layer.iconIsOnGround {
            direction = perspective.linear(at: ground).applyToVector(direction)
        }
        return angle(of: direction) + (layer.iconKeepsUpright && direction.x < 0 ? .pi : 0)
    }
}
