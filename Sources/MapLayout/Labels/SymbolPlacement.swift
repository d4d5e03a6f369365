// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// Decides which symbols are shown: one pass over the whole picture, the topmost layer first, so that no label depends
/// on tiles and the outcome is the same on any machine.
struct SymbolPlacement {
    private var grid: CollisionGrid
    private let picture: Rect
    private let fonts: FontLibrary
    private let language: String?
    /// Labels that found no room, by layer.
    private(set) var dropped: [String: Int] = [:]

    init(picture: Rect, scale: Double, fonts: FontLibrary, language: String?) {
        grid = CollisionGrid(covering: picture.inset(by: -100 * scale), cell: 32 * scale)
        self.picture = picture
        self.fonts = fonts
        self.language = language
    }

    /// Keeps labels off a place that something else takes.
    mutating func reserve(_ box: Rect) {
        grid.take(box)
    }

    /// The layer's symbols that are shown, in painting order.
    mutating func place(_ layer: SymbolLayer) -> [DrawingItem] {
        var shown: [(y: Double, items: [DrawingItem])] = []
        var standing: [String: [Point]] = [:]
        for candidate in layer.candidates {
            if let name = candidate.look.text?.plain, candidate.line != nil {
                // Two carriageways of one street need its name only once.
                let near = standing[name, default: []].contains {
                    $0.distance(to: candidate.place) < layer.spacing / 2
                }
                guard !near else { continue }
            }
            guard let items = place(candidate, layer) else {
                dropped[layer.id, default: 0] += 1
                continue
            }
            if let name = candidate.look.text?.plain { standing[name, default: []].append(candidate.place) }
            shown.append((candidate.place.y, items))
        }
        if layer.ordersByY {
            shown = shown.enumerated().sorted { ($0.element.y, $0.offset) < ($1.element.y, $1.offset) }.map(\.element)
        }
        return shown.flatMap(\.items)
    }

    private mutating func place(_ candidate: SymbolCandidate, _ layer: SymbolLayer) -> [DrawingItem]? {
        let look = candidate.look
        let direction = candidate.line.map { line, at in
            angle(of: line.point(at: at + 1) - line.point(at: at - 1))
        }
        let icon = look.icon.map { icon in
            icon.placed(
                at: candidate.place + layer.iconShift, turn: layer.iconFollowsLine ? direction ?? 0 : layer.iconTurn)
        }
        let iconFits = icon.map { fits([$0.box], overlap: look.icon?.allowsOverlap == true, layer) } ?? false
        let text = look.text.flatMap { text in
            options(text, candidate, layer).first { fits($0.boxes, overlap: text.allowsOverlap, layer) }
        }
        let showsIcon = iconFits && (look.text == nil || text != nil || look.text?.isOptional == true)
        let showsText = text != nil && (icon == nil || iconFits || look.icon?.isOptional == true)
        var items: [DrawingItem] = []
        if showsIcon, let icon {
            if look.icon?.ignoresPlacement != true { grid.take(icon.box) }
            items.append(item(layer, icon.mark.bounds, .image(icon.mark)))
        }
        if showsText, let text {
            if look.text?.ignoresPlacement != true { text.boxes.forEach { grid.take($0) } }
            items += text.runs.map { run in
                var run = run
                if layer.textShift != .zero { run.glyphs = run.glyphs.map { $0.moved(by: layer.textShift) } }
                return item(layer, run.paintedBounds, .glyphs(run))
            }
        }
        return items.isEmpty ? nil : items
    }

    /// The ways in which the text could stand here, the best first.
    private func options(_ text: TextLook, _ candidate: SymbolCandidate, _ layer: SymbolLayer) -> [PlacedText] {
        if layer.textFollowsLine, let (line, at) = candidate.line {
            return text.along(line, at: at, layer: layer, fonts: fonts, language: language).map { [$0] } ?? []
        }
        return text.blocks(at: candidate.place, turn: layer.textTurn, fonts: fonts, language: language)
    }

    private func fits(_ boxes: [Rect], overlap: Bool, _ layer: SymbolLayer) -> Bool {
        let all = boxes.reduce(Rect.null) { $0.union($1) }
        guard all.intersects(picture) else { return false }
        if layer.avoidsEdges, !picture.contains(all) { return false }
        return overlap || boxes.allSatisfy { grid.isFree($0) }
    }

    private func item(_ layer: SymbolLayer, _ bounds: Rect, _ mark: Mark) -> DrawingItem {
        DrawingItem(id: "layer/\(layer.id)", role: .label, bounds: bounds.intersection(picture), mark: mark)
    }
}

extension GlyphRun.Glyph {
    fileprivate func moved(by v: Point) -> GlyphRun.Glyph {
        var copy = self
        copy.origin = origin + v
        return copy
    }
}

extension GlyphRun {
    /// A box that holds all glyphs and the halo, whatever the font: twice the em around each origin.
    var paintedBounds: Rect {
        var box = Rect.null
        for glyph in glyphs { box.extend(to: glyph.origin) }
        return box.inset(by: -(2 * size + (halo.map { $0.width + $0.blur } ?? 0)))
    }
}
