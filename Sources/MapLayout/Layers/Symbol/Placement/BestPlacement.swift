// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeometry

/// Places the labels of a whole map as a cartographer would: each has many possible places, and gives way to others as long as it
/// finds another one. The result depends on the map alone: the search is serial, and has no random part.
///
/// Labels are placed in the order of their layers, each at its best free place, and names that are on the map already at last. One
/// that finds none looks for a place whose occupants can go elsewhere, along chains of a few labels: at once, so that it comes before
/// those that matter less, and again when all have had their turn. Last, each takes the best place that has become free.
///
/// - SeeAlso: J. Christensen, J. Marks, S. Shieber, *An Empirical Study of Algorithms for Point-Feature Label Placement*, 1995;
///   M. Yamamoto, G. Camara, L. A. N. Lorena, *Tabu Search Heuristic for Point-Feature Cartographic Label Placement*, 2002.
struct BestPlacement {
    private let bounds: Rect
    private var board: LabelBoard
    /// The lines of the scene and of the map, beside which texts are better read.
    var lines: LineMask?
    /// Where there is water, in whose names' layers texts may be set in arcs.
    var water: AreaRaster?
    private(set) var omissions: [Omission] = []
    private var labels: [Label] = []
    private var finders: [LabelChoices] = []
    /// The anchors of texts along lines by layer and text, which are to be apart.
    private var repeats: [Repeat: [Int]] = [:]
    /// Choices that may still be looked at in search of chains.
    private var attempts = 0
    /// What labels had before they were changed in search of a chain, so that all of it can be taken back.
    private var journal: [(label: Int, choice: Int?)] = []

    private struct Repeat: Hashable {
        var layer: Int
        var text: String
    }

    private struct Label {
        let layer: Int
        let properties: SymbolProperties
        /// More than one for the name of a street that needs one of them.
        let anchors: [SymbolAnchor]
        var choices: [LabelChoice]?
        var chosen: Int?
        /// True while a chain that it begins or belongs to is looked for.
        var isHeld = false
    }

    init(bounds: Rect, scale: Double) {
        self.bounds = bounds
        board = LabelBoard(covering: bounds.inset(by: -100 * scale), cell: 30 * scale)
    }

    /// Keeps symbols out of an area, in pixels.
    mutating func reserve(_ box: Rect) { board.reserve(.box(box)) }

    /// Places the symbols of all layers.
    ///
    /// - Parameter layers: the topmost first.
    /// - Returns: the items of each layer's placed symbols, in painting order.
    mutating func place(_ layers: [SymbolBucket]) -> [[DrawingItem]] {
        var states: [LayerSymbols] = []
        var members: [[Int]] = []
        var streets: [[Int]] = []
        attempts = Self.attemptsForEach * layers.reduce(20_000) { $0 + $1.features.reduce(0) { $0 + $1.anchors.count } }
        // Names that are on the map come after those that are not.
        var known: Set<Repeat> = []
        var again: [Int] = []
        for (index, layer) in layers.enumerated() where !WorkContext.isCancelled {
            var state = LayerSymbols(layer)
            finders.append(LabelChoices(layer: layer))
            let first = labels.count
            labels += state.candidates.map { Label(layer: index, properties: $0.0, anchors: [$0.1]) }
            for offset in state.order {
                let label = first + offset
                let name = name(of: label)
                if let name, known.contains(name) {
                    again.append(label)
                } else if find(label) {
                    state.markPlaced(state.candidates[offset].0, at: state.candidates[offset].1)
                    if let name { known.insert(name) }
                }
            }
            members.append(Array(first..<labels.count))
            let extra = labels.count
            for (properties, anchors) in state.streets.flatMap({ state.unplaced(of: $0.labels, smoothsRivers: true) })
            where !anchors.isEmpty {
                labels.append(Label(layer: index, properties: properties, anchors: anchors))
                find(labels.count - 1)
            }
            streets.append(Array(extra..<labels.count))
            states.append(state)
        }
        for label in again where !WorkContext.isCancelled { find(label) }
        for round in 0..<Self.rounds {
            var gained = false
            for label in labels.indices where isLacking(label) && !WorkContext.isCancelled {
                if makeRoom(for: label, depth: Self.depth) { gained = true }
                journal = []
            }
            if !gained || round == Self.rounds - 1 { break }
        }
        for label in labels.indices where !WorkContext.isCancelled { improve(label) }
        noteOmissions(layers)
        for index in states.indices {
            let layer = states[index].layer
            states[index].shown = members[index].map { shown($0, layer) }
            states[index].extra = streets[index].compactMap { shown($0, layer) }
        }
        return states.map(\.items)
    }

    private func name(of label: Int) -> Repeat? {
        guard let text = labels[label].properties.text?.text, !text.isEmpty else { return nil }
        return Repeat(layer: labels[label].layer, text: text)
    }

    private static let rounds = 3
    /// The labels of a chain, one after another.
    private static let depth = 2
    /// The labels that may have to go from a place.
    private static let maxOccupants = 3
    /// Places that are looked at in search of chains, for each label of the map.
    private static let attemptsForEach = 20

    private mutating func noteOmissions(_ layers: [SymbolBucket]) {
        for label in labels where label.chosen == nil && label.anchors.count == 1 {
            guard let anchor = label.anchors.first, bounds.contains(anchor.position) else { continue }
            omissions.append(
                Omission(id: "layer/\(layers[label.layer].id)", text: label.properties.text?.text, reason: .noRoom))
        }
    }

    private func shown(_ index: Int, _ layer: SymbolBucket) -> PlacedSymbol? {
        let label = labels[index]
        guard let chosen = label.chosen, let choice = label.choices?[chosen] else { return nil }
        let (text, icon) = finders[label.layer].candidates(of: choice, label.properties)
        var symbol = PlacedSymbol()
        if let text { symbol.add(text, of: label.properties, layer, within: bounds) }
        if let icon { symbol.add(icon, of: label.properties, hasText: text != nil, layer, within: bounds) }
        return symbol
    }
}

// MARK: - Choosing

extension BestPlacement {
    /// The places of a label within the map, which are found when they are first asked for.
    private mutating func choices(_ index: Int) -> [LabelChoice] {
        if let known = labels[index].choices { return known }
        let label = labels[index]
        let finder = finders[label.layer]
        var found = label.anchors.flatMap { finder.choices(of: label.properties, at: $0) }
        if let water, finder.layer.namesWater {
            let arcs = finder.arcs(of: label.properties, label.anchors, in: water)
            if !arcs.isEmpty { for index in found.indices { found[index].cost += LabelChoices.costOfLevel } }
            found = arcs + found
        }
        found = found.filter { choice in
            let whole = choice.option == nil ? [] : choice.shapes
            return whole.allSatisfy { bounds.contains($0.bounds) } && choice.shapes.contains(where: board.covers)
        }
        if let lines, !finder.layer.textFollowsLine {
            for index in found.indices where found[index].textShapes.contains(where: { lines.crosses($0.bounds) }) {
                found[index].cost += Self.costOfLine
            }
            found = found.enumerated().sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }.map(
                \.element)
        }
        labels[index].choices = found
        return found
    }

    private static let costOfLine = 0.35

    /// What has to be free for a choice.
    private func needed(_ choice: LabelChoice, _ properties: SymbolProperties) -> [CollisionShape] {
        var shapes = properties.text?.overlap == .always ? [] : choice.textShapes
        if let icon = choice.iconShape, properties.icon?.overlap != .always { shapes.append(icon) }
        return shapes
    }

    private mutating func choose(_ choice: Int?, for index: Int) {
        journal.append((index, labels[index].chosen))
        set(choice, for: index)
    }

    /// Takes back what was chosen since the journal had so many entries.
    private mutating func takeBack(to count: Int) {
        while journal.count > count, let last = journal.popLast() { set(last.choice, for: last.label) }
    }

    private mutating func set(_ choice: Int?, for index: Int) {
        if let old = labels[index].chosen {
            board.remove(owner: index)
            if let key = repeatKey(index, old) { repeats[key]?.removeAll { $0 == index } }
        }
        labels[index].chosen = choice
        guard let choice, let place = labels[index].choices?[choice] else { return }
        let properties = labels[index].properties
        var shapes = properties.text?.ignoresPlacement == true ? [] : place.textShapes
        if let icon = place.iconShape, properties.icon?.ignoresPlacement == false { shapes.append(icon) }
        board.insert(shapes, owner: index)
        if let key = repeatKey(index, choice) { repeats[key, default: []].append(index) }
    }

    private func repeatKey(_ index: Int, _ choice: Int) -> Repeat? {
        guard let place = labels[index].choices?[choice], place.anchor.line != nil,
            let text = labels[index].properties.text
        else { return nil }
        return Repeat(layer: labels[index].layer, text: text.text)
    }

    /// False for a name that would stand near itself, where the style has its labels farther apart.
    private func isApart(_ index: Int, _ choice: Int) -> Bool {
        guard let key = repeatKey(index, choice), let place = labels[index].choices?[choice], place.cost > 0 else {
            return true
        }
        let distance = finders[labels[index].layer].layer.spacing / 2
        return !(repeats[key] ?? []).contains { other in
            guard other != index, let chosen = labels[other].chosen, let there = labels[other].choices?[chosen] else {
                return false
            }
            return there.anchor.position.distance(to: place.anchor.position) < distance
        }
    }

    /// The best free place.
    private mutating func bestFree(_ index: Int, below cost: Double = .infinity) -> Int? {
        let choices = choices(index)
        let properties = labels[index].properties
        return choices.indices.first { number in
            choices[number].cost < cost && board.isFree(needed(choices[number], properties)) && isApart(index, number)
        }
    }

    /// Places a label for the first time.
    @discardableResult
    private mutating func find(_ index: Int) -> Bool {
        if let choice = bestFree(index) {
            choose(choice, for: index)
            journal = []
            if !isLacking(index) { return true }
        }
        defer { journal = [] }
        return makeRoom(for: index, depth: Self.depth) || labels[index].chosen != nil
    }

    /// True for a label that is not placed, or only without its text.
    private func isLacking(_ index: Int) -> Bool {
        guard let chosen = labels[index].chosen, let choice = labels[index].choices?[chosen] else { return true }
        return choice.option == nil && choice.cost >= LabelChoices.costOfLoss
    }

    /// Places a label where others can give way.
    ///
    /// - Returns: false when there is no such place; then nothing has changed.
    private mutating func makeRoom(for index: Int, depth: Int) -> Bool {
        let start = journal.count
        // What it has now must not be in its own way.
        choose(nil, for: index)
        if let free = bestFree(index, below: LabelChoices.costOfLoss) {
            choose(free, for: index)
            return true
        }
        let choices = choices(index)
        let before = journal.count
        labels[index].isHeld = true
        defer { labels[index].isHeld = false }
        for number in choices.indices where choices[number].cost < LabelChoices.costOfLoss {
            attempts -= 1
            guard attempts > 0 else { break }
            let shapes = needed(choices[number], labels[index].properties)
            guard case .labels(let occupants) = board.conflict(of: shapes, limit: Self.maxOccupants),
                !occupants.contains(where: { labels[$0].isHeld }), isApart(index, number)
            else { continue }
            occupants.forEach { choose(nil, for: $0) }
            choose(number, for: index)
            if occupants.allSatisfy({ resettle($0, depth: depth - 1) }) { return true }
            takeBack(to: before)
        }
        takeBack(to: start)
        return false
    }

    /// Finds another place for a label that has to go.
    private mutating func resettle(_ index: Int, depth: Int) -> Bool {
        if let free = bestFree(index, below: LabelChoices.costOfLoss) {
            choose(free, for: index)
            return true
        }
        return depth > 0 && makeRoom(for: index, depth: depth)
    }

    /// Moves a label to a better place that has become free.
    private mutating func improve(_ index: Int) {
        guard let chosen = labels[index].chosen, let cost = labels[index].choices?[chosen].cost, cost > 0 else {
            return
        }
        choose(nil, for: index)
        choose(bestFree(index, below: cost) ?? chosen, for: index)
    }
}
