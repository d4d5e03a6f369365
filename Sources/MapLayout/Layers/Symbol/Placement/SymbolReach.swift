// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

extension SymbolProperties {
    /// A radius around the anchor in pixels, which contains the symbol at any of its possible positions.
    private var radius: Double {
        var textRadius = 0.0
        if let text {
            let options = text.options + [text.verticalOption].compactMap(\.self)
            let block = options.map { option in
                let farthest = option.block.bounds.isNull ? 0 : option.block.bounds.corners.map(\.length).max() ?? 0
                let shift = max(option.anchorOffset.length, text.drawnAnchorOffset(option).length)
                return farthest + option.offset.length + shift
            }.max()
            textRadius = (block ?? 0) * max(1, text.layoutScale) + text.padding + text.size + (text.halo?.width ?? 0)
        }
        guard let icon else { return textRadius }
        let frame = icon.frame.isNull ? 0 : icon.frame.corners.map(\.length).max() ?? 0
        let insets = (icon.contentInsets.max() ?? 0) + (icon.halo?.width ?? 0)
        let iconRadius = (frame + icon.offset.length + insets) * icon.scale * max(1, icon.layoutScale)
        return iconRadius + (icon.padding.max() ?? 0) + textRadius
    }

    /// When the symbol is placed on a grid of tiles. It is the same in each cell that shows some of it.
    func turn(on grid: BlockGrid, at anchor: SymbolAnchor, in layer: SymbolBucket) -> BlockGrid.Turn {
        let radius = radius + layer.textTranslation.length + layer.iconTranslation.length + 2
        let neighborhood = Rect(
            x: anchor.position.x - radius, y: anchor.position.y - radius, width: 2 * radius, height: 2 * radius)
        guard grid.isCrossed(by: neighborhood) else {
            return BlockGrid.Turn(step: .inside, cell: grid.cell(at: anchor.position))
        }
        return grid.turn(of: extent(at: anchor, in: layer), anchor: anchor.position)
    }

    /// The box around the anchor and all that the symbol may paint or keep free, at any of its possible positions.
    private func extent(at anchor: SymbolAnchor, in layer: SymbolBucket) -> Rect {
        var box = Rect(x: anchor.position.x, y: anchor.position.y, width: 0, height: 0)
        let iconAnchor = anchor.moved(by: layer.iconTranslation)
        let texts = text.map { $0.candidates(at: anchor.moved(by: layer.textTranslation), in: layer) } ?? []
        for candidate in texts {
            for shape in candidate.shapes { box = box.union(shape.bounds) }
            for mark in text?.marks(of: candidate) ?? [] { box = box.union(mark.bounds) }
        }
        if let icon {
            for text in texts.isEmpty ? [nil] : texts.map(Optional.some) {
                let placed = icon.placed(around: text, of: self.text, at: iconAnchor, layer)
                box = box.union(placed.shape.bounds).union(placed.mark.bounds)
            }
        }
        return box.inset(by: -1)
    }
}

extension TextProperties {
    /// The text at all of its possible positions.
    fileprivate func candidates(at anchor: SymbolAnchor, in layer: SymbolBucket) -> [TextCandidate] {
        guard layer.textFollowsLine, let line = anchor.line else {
            return options.map { placed($0, at: anchor, in: layer) }
        }
        let along = placed(
            along: line, at: anchor.distance, keepsUpright: layer.keepsUpright,
            glyphsFaceViewport: layer.glyphsFaceViewport)
        return along.map { [$0] } ?? []
    }
}
