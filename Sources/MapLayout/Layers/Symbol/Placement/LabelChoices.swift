// SPDX-License-Identifier: MIT
import MapGeometry

/// A possible place of a label.
struct LabelChoice {
    /// Where its symbol stands: another place along a line is an anchor of its own.
    var anchor: SymbolAnchor
    /// The way to set its text; nil for an icon without its text.
    var option: Int?
    /// Of the text from its place at the anchor, in pixels.
    var shift = Point.zero
    var hasIcon: Bool
    /// The text in one line, for a name on an arc that has several otherwise.
    var block: LabelBlock?
    /// What the text and the icon occupy.
    var textShapes: [CollisionShape] = []
    var iconShape: CollisionShape?
    /// How much worse than the best place it is; 1 is a place that one would rather not take.
    var cost: Double
}

/// Finds the possible places of labels, the best first.
///
/// Texts beside a dot follow Imhof's order as far as the style has one: its own anchors come first, then places between them. Names
/// without a dot may move by about a line, and names along lines as far as halfway to the next.
///
/// - SeeAlso: E. Imhof, *Positioning Names on Maps*, The American Cartographer 2, 1975.
struct LabelChoices {
    let layer: SymbolBucket

    /// The places of a symbol at an anchor of its own.
    func choices(of properties: SymbolProperties, at anchor: SymbolAnchor) -> [LabelChoice] {
        let choices = anchor.line == nil ? aroundPoint(properties, anchor) : alongLine(properties, anchor)
        return choices.enumerated().sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }.map(
            \.element)
    }

    /// The text and the icon of a choice.
    func candidates(
        of choice: LabelChoice, _ properties: SymbolProperties
    ) -> (text: TextCandidate?, icon: IconCandidate?) {
        var text: TextCandidate?
        if var own = properties.text, let option = choice.option {
            if let block = choice.block, own.options.indices.contains(option) { own.options[option].block = block }
            text = candidate(own, option, at: choice.anchor).map {
                choice.shift == .zero ? $0 : $0.moved(by: choice.shift)
            }
        }
        guard choice.hasIcon, let icon = properties.icon else { return (text, nil) }
        let place = choice.anchor.moved(by: layer.iconTranslation)
        return (text, icon.placed(around: text, of: properties.text, at: place, layer))
    }

    private func candidate(_ text: TextProperties, _ option: Int, at anchor: SymbolAnchor) -> TextCandidate? {
        let place = anchor.moved(by: layer.textTranslation)
        guard layer.textFollowsLine || layer.namesWater, let line = place.line else {
            return text.options.indices.contains(option) ? text.placed(text.options[option], at: place, in: layer) : nil
        }
        guard place.ground == nil else { return text.placed(along: line, at: place, in: layer) }
        return text.placed(
            along: line, at: place.distance, keepsUpright: layer.keepsUpright,
            glyphsFaceViewport: layer.glyphsFaceViewport)
    }

    private func hasText(_ properties: SymbolProperties) -> Bool {
        properties.text?.options.contains { !$0.block.glyphs.isEmpty } ?? false
    }

    /// A choice with the shapes of its parts; nil where the text has no room on its line.
    private func choice(
        _ properties: SymbolProperties, _ anchor: SymbolAnchor, option: Int?, shift: Point = .zero, hasIcon: Bool,
        block: LabelBlock? = nil, cost: Double
    ) -> LabelChoice? {
        var choice = LabelChoice(anchor: anchor, option: option, shift: shift, hasIcon: hasIcon, cost: cost)
        choice.block = block
        let (text, icon) = candidates(of: choice, properties)
        guard option == nil || text != nil else { return nil }
        if let text, layer.keepsLabelsOnGlobe, let perspective = anchor.perspective, !text.lies(on: perspective) {
            return nil
        }
        choice.textShapes = text?.shapes ?? []
        choice.iconShape = icon?.shape
        return choice
    }

    /// With what may be left out of a symbol for want of room.
    private func withParts(_ choices: [LabelChoice], _ properties: SymbolProperties) -> [LabelChoice] {
        guard let first = choices.first, let text = properties.text, let icon = properties.icon, hasText(properties)
        else {
            return choices
        }
        var more: [LabelChoice] = []
        if text.isOptional, icon.fit?.needsText != true {
            more += [choice(properties, first.anchor, option: nil, hasIcon: true, cost: Self.costOfLoss)].compactMap(
                \.self)
        }
        if icon.isOptional {
            more += choices.map { choice in
                var alone = choice
                (alone.hasIcon, alone.iconShape, alone.cost) = (false, nil, choice.cost + Self.costOfLoss / 2)
                return alone
            }
        }
        return choices + more
    }

    /// The cost of a symbol without its text.
    static let costOfLoss = 10.0
}

// MARK: - In areas

extension LabelChoices {
    /// How many times wider than usual the letters of a name are set across an area, the best first.
    private static let spreads = [1.5, 1.25, 1]

    /// The places of a name on arcs through the water that it names, the best first; none where that is not long, and for a name with
    /// an icon.
    func arcs(of properties: SymbolProperties, _ anchors: [SymbolAnchor], in water: AreaRaster) -> [LabelChoice] {
        guard let anchor = anchors.first, anchor.line == nil, properties.icon == nil, let text = properties.text,
            text.rotation == 0, let block = text.options.first?.block.inOneLine(of: text)
        else { return [] }
        let height = min(block.bounds.height, 1.2 * text.size)
        let found = water.arcs(
            at: anchor.position, name: block.bounds.width, spreads: Self.spreads, height: height)
        return found.enumerated().compactMap { index, arc in
            let middle = arc.line.length / 2
            let place = SymbolAnchor(position: arc.line.point(at: middle), line: arc.line, distance: middle)
            return choice(
                properties, place, option: 0, hasIcon: false, block: block.spread(arc.spread),
                cost: 0.005 * Double(index))
        }
    }

    /// How much worse a name stands level in a long water than on an arc.
    static let costOfLevel = 0.5
}

extension LabelBlock {
    /// The text with its lines one after another; nil for one without letters, for columns, and for several lines of a script whose
    /// lines may run to the left or have no spaces.
    fileprivate func inOneLine(of text: TextProperties) -> LabelBlock? {
        guard !bounds.isNull, rotation == 0, !glyphs.isEmpty else { return nil }
        let lines = Dictionary(grouping: glyphs, by: \.origin.y).sorted { $0.key < $1.key }
        guard lines.count > 1 else { return self }
        guard text.text.unicodeScalars.allSatisfy({ $0.value < 0x590 }) else { return nil }
        let base = lines.reduce(0) { $0 + $1.key } / Double(lines.count)
        var copy = self
        copy.glyphs = []
        var end = 0.0
        for (index, line) in lines.enumerated() {
            let start = line.value.map { $0.center - $0.advance / 2 }.min() ?? 0
            if index > 0 { end += Self.gap * text.size }
            for var glyph in line.value {
                glyph.move(by: Point(end - start, base - line.key))
                copy.glyphs.append(glyph)
            }
            end = copy.glyphs.map { $0.center + $0.advance / 2 }.max() ?? end
        }
        for index in copy.glyphs.indices { copy.glyphs[index].move(by: Point(-end / 2, 0)) }
        let height = bounds.height / Double(lines.count)
        copy.bounds = Rect(x: -end / 2, y: bounds.center.y - height / 2, width: end, height: height)
        return copy
    }

    /// The text with its letters farther apart.
    fileprivate func spread(_ factor: Double) -> LabelBlock {
        var copy = self
        for index in copy.glyphs.indices {
            copy.glyphs[index].move(by: Point(copy.glyphs[index].center * (factor - 1), 0))
        }
        copy.bounds = Rect(
            x: bounds.minX * factor, y: bounds.minY, width: bounds.width * factor, height: bounds.height)
        return copy
    }

    /// Between two words, in ems.
    private static let gap = 0.4
}

// MARK: - Around points

extension LabelChoices {
    private func aroundPoint(_ properties: SymbolProperties, _ anchor: SymbolAnchor) -> [LabelChoice] {
        let icon = properties.icon
        guard let text = properties.text, hasText(properties) else {
            return [choice(properties, anchor, option: nil, hasIcon: icon != nil, cost: 0)].compactMap(\.self)
        }
        let own = text.options.indices.compactMap { index in
            choice(properties, anchor, option: index, hasIcon: icon != nil, cost: Self.costOfOption * Double(index))
        }
        guard let first = own.first, layer.textRotation == 0, text.rotation == 0 else {
            return withParts(own, properties)
        }
        if let shape = first.iconShape {
            // A text inside of its icon stays there.
            guard !first.textShapes.contains(where: { $0.collides(with: shape) }), icon?.fit == nil else {
                return withParts(own, properties)
            }
            let more = beside(shape.bounds, own)
            let all = (own + more).filter { choice in !choice.textShapes.contains { $0.collides(with: shape) } }
            return withParts(all, properties)
        }
        return own + moved(first, by: text.size, count: own.count)
    }

    private static let costOfOption = 0.12

    /// Places around an icon: between those of the style, or on the other sides of it.
    private func beside(_ icon: Rect, _ own: [LabelChoice]) -> [LabelChoice] {
        var found: [LabelChoice] = []
        for choice in own {
            let box = choice.textBox
            guard !box.isNull else { continue }
            let isBeside = box.maxX <= icon.minX || box.minX >= icon.maxX
            let slides =
                isBeside
                ? [-0.5, 0.5].map { Point(0, $0 * box.height) }
                : [-0.25, 0.25, -0.45, 0.45].map { Point($0 * box.width, 0) }
            for (index, slide) in slides.enumerated() {
                found.append(choice.shifted(by: slide, cost: choice.cost + 0.2 + 0.1 * Double(index / 2)))
            }
        }
        guard own.count == 1, let only = own.first, !only.textBox.isNull else { return found }
        let (box, middle) = (only.textBox, icon.center)
        let gap = max(0, box.minY - icon.maxY, icon.minY - box.maxY, box.minX - icon.maxX, icon.minX - box.maxX)
        let (x, y) = (icon.width / 2 + gap + box.width / 2, icon.height / 2 + gap + box.height / 2)
        // Imhof's order: right, left, above, below, and the corners.
        let places = [
            Point(x, 0), Point(-x, 0), Point(0, -y), Point(0, y), Point(x, -y / 2), Point(x, y / 2), Point(-x, -y / 2),
            Point(-x, y / 2),
        ]
        for (index, place) in places.enumerated() {
            let shift = middle + place - box.center
            guard shift.length > 1 else { continue }
            found.append(only.shifted(by: shift, cost: 0.3 + 0.05 * Double(index)))
        }
        return found
    }

    /// Places around that of a name without an icon, which stays on what it names: little more than a line away.
    private func moved(_ choice: LabelChoice, by size: Double, count: Int) -> [LabelChoice] {
        let box = choice.textBox
        guard !box.isNull else { return [] }
        var found: [LabelChoice] = []
        let width = min(box.width, 6 * size)
        for y in [0, -0.6, 0.6, -1.2, 1.2] {
            for x in [0, -0.2, 0.2, -0.4, 0.4] where x != 0 || y != 0 {
                let cost = Self.costOfOption * Double(count - 1) + 0.15 + 0.5 * abs(x) + 0.25 * abs(y)
                found.append(choice.shifted(by: Point(x * width, y * size), cost: cost))
            }
        }
        return found
    }
}

extension LabelChoice {
    /// The box around its text.
    var textBox: Rect { textShapes.reduce(Rect.null) { $0.union($1.bounds) } }

    /// What it occupies.
    var shapes: [CollisionShape] { iconShape.map { textShapes + [$0] } ?? textShapes }

    fileprivate func shifted(by vector: Point, cost: Double) -> LabelChoice {
        var copy = self
        copy.shift = shift + vector
        copy.textShapes = textShapes.map { $0.moved(by: vector) }
        copy.cost = cost
        return copy
    }
}

extension CollisionShape {
    func moved(by vector: Point) -> CollisionShape {
        switch self {
        case .box(let box): .box(box.offset(by: vector))
        case .circle(let center, let radius): .circle(center + vector, radius: radius)
        }
    }
}

// MARK: - Along lines

extension LabelChoices {
    /// Places that are looked at on each side of an anchor.
    private static let slidesOnEachSide = 8

    private func alongLine(_ properties: SymbolProperties, _ anchor: SymbolAnchor) -> [LabelChoice] {
        let hasIcon = properties.icon != nil
        guard let text = properties.text, hasText(properties), let line = anchor.line else {
            return [choice(properties, anchor, option: properties.text == nil ? nil : 0, hasIcon: hasIcon, cost: 0)]
                .compactMap(\.self)
        }
        var found = [choice(properties, anchor, option: 0, hasIcon: hasIcon, cost: 0)].compactMap(\.self)
        let width = text.options.first.map { $0.block.bounds.isNull ? 0 : $0.block.bounds.width } ?? 0
        let reach = layer.spacing / 2
        let step = max(text.size, reach / Double(Self.slidesOnEachSide))
        for index in 1...Self.slidesOnEachSide where Double(index) * step <= reach {
            for side in [-1.0, 1] {
                let distance = anchor.distance + side * Double(index) * step
                guard distance >= width / 2, distance <= line.length - width / 2 else { continue }
                if layer.textFollowsLine,
                    line.bend(from: distance - width / 2, to: distance + width / 2, window: 0.6 * text.size)
                        > layer.maxAngle
                {
                    continue
                }
                let ground = line.point(at: distance)
                let perspective = layer.perspective(at: ground)
                if let perspective, !perspective.shows(ground) { continue }
                let place = SymbolAnchor(ground: ground, perspective, line: line, distance: distance)
                let cost = 0.1 + 0.6 * Double(index) * step / reach
                if let choice = choice(properties, place, option: 0, hasIcon: hasIcon, cost: cost) {
                    found.append(choice)
                }
            }
        }
        return withParts(found, properties)
    }
}

extension MeasuredLine {
    /// The largest sum of turns within a window of a part of the line, in radians.
    func bend(from start: Double, to end: Double, window: Double) -> Double {
        var (bend, largest) = (BendWindow(length: window), 0.0)
        for index in points.indices.dropFirst().dropLast() {
            let along = distance(toPoint: index)
            guard along > start else { continue }
            guard along < end else { break }
            bend.add(points[index - 1], points[index], points[index + 1], at: along)
            largest = max(largest, bend.sum)
        }
        return largest
    }
}
