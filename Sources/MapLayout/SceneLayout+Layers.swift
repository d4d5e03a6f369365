// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeo
import MapGeometry
import MapStyle

extension SceneLayout {
    /// The items of symbol layers by layer index, and the labels that found no place.
    typealias PlacedItems = (items: [Int: [DrawingItem]], omissions: [Omission])

    /// Places symbols from the topmost layer down.
    /// `boxes` is what lies above the map, in pixels; `shapes` are those of the layers below, or nil for MapLibre's placement, which does
    /// not look at them.
    func symbolItems(
        _ tiles: EvaluatedTiles, keepingFree boxes: [Rect], _ shapes: [[DrawingItem]?]?
    ) -> PlacedItems {
        let indices = layers.indices.reversed().filter { layers[$0].kind == .symbol }
        guard !indices.isEmpty else { return ([:], []) }
        let buckets = indices.map { index in
            SymbolBucket(
                layers[index], context, features: tiles.outputs.flatMap { $0[index]?.symbols ?? [] })
        }
        let (area, scale) = (input.frame, input.viewport.scale)
        guard let shapes else {
            var placement = SymbolPlacement(bounds: area, scale: scale, blockGrid: input.blockGrid)
            placement.memory = input.placementMemory
            boxes.forEach { placement.reserve($0) }
            if input.blockGrid == nil { placement.lines = LineMask(input.overlays, in: input.viewport) }
            return (Dictionary(uniqueKeysWithValues: zip(indices, placement.place(buckets))), placement.omissions)
        }
        var placement = BestPlacement(bounds: area, scale: scale)
        boxes.forEach { placement.reserve($0) }
        let ribbons = shapes.compactMap(\.self).joined().compactMap { item -> Ribbon? in
            if case .ribbon(let ribbon) = item.mark { ribbon } else { nil }
        }
        var water: [Path] = []
        for (layer, items) in zip(layers, shapes) where layer.kind == .fill && layer.sourceLayer == "water" {
            water += (items ?? []).flatMap(\.mark.filledPaths)
        }
        let raster = AreaRaster(water, in: input.viewport.pixelRect, cell: LineMask.cell(in: input.viewport))
        placement.lines = LineMask(input.overlays, in: input.viewport, ribbons: ribbons, areas: raster)
        // On a tilted map, a name in the plane of the image would not lie on the water.
        placement.water = input.viewport.perspective == nil ? raster : nil
        return (Dictionary(uniqueKeysWithValues: zip(indices, placement.place(buckets))), placement.omissions)
    }

    func heatmapItems(_ tiles: EvaluatedTiles) -> [Int: [DrawingItem]] {
        var items: [Int: [DrawingItem]] = [:]
        for (index, layer) in layers.enumerated() where layer.kind == .heatmap {
            let points = tiles.outputs.map { $0[index]?.heatPoints ?? [] }
            let layout = HeatmapLayout(layer, context, hasTerrain: input.style.terrain != nil)
            items[index] = layout.item(points, threads: input.threads).map { [$0] } ?? []
        }
        return items
    }

    /// The items of fill, line and circle layers by layer index, for which tiles give their shapes away; nil for other layers. At
    /// the same time, other work is done with what the tiles keep.
    func shapeItems(
        _ tiles: inout EvaluatedTiles, besides work: @Sendable (EvaluatedTiles) -> Void = { _ in }
    ) -> [[DrawingItem]?] {
        let layouts = tiles.shapeLayouts
        let pieces = layouts.enumerated().flatMap { index, layout -> [(layer: Int, marks: Handout<[TileMarks]>)] in
            guard let layout else { return [] }
            let marks = tiles.outputs.indices.compactMap { tiles.outputs[$0].removeValue(forKey: index)?.marks }
            return layout.assemblesByTile ? marks.map { (index, Handout([$0])) } : [(index, Handout(marks))]
        }
        let found = parallelMap(pieces, threads: input.threads, besides: { [tiles] in work(tiles) }) { piece in
            guard !WorkContext.isCancelled, let marks = piece.marks.take() else { return [DrawingItem]() }
            let id = "layer/\(layers[piece.layer].id)"
            return layouts[piece.layer]?.items(marks, id: id, within: input.viewport.pixelRect) ?? []
        }
        var items = layouts.map { $0.map { _ in [DrawingItem]() } }
        for (piece, found) in zip(pieces, found) { items[piece.layer]? += found }
        return items
    }

    /// The items of layers that draw no vector tiles: the background and raster layers.
    func backgroundItems(_ layer: StyleLayer) -> [DrawingItem] {
        if layer.kind == .background { return BackgroundLayout.item(layer, context).map { [$0] } ?? [] }
        return rasterItem(layer).map { [$0] } ?? []
    }

    private func rasterItem(_ layer: StyleLayer) -> DrawingItem? {
        guard let name = layer.source, let source = input.sources[name] else { return nil }
        let raster = RasterLayout(context: context, policy: input.missingTiles, threads: input.threads)
        let relief = ReliefLayout(context: context, policy: input.missingTiles, threads: input.threads)
        switch (layer.kind, source) {
        case (.raster, .raster(let tiles)): return raster.item(layer, tiles)
        case (.raster, .image(let image)): return raster.item(layer, image)
        case (.hillshade, .elevation(let tiles, let code)): return relief.shadedItem(layer, tiles, code)
        case (.colorRelief, .elevation(let tiles, let code)): return relief.coloredItem(layer, tiles, code)
        default: return nil
        }
    }
}

extension Mark {
    /// What it fills, with what is beyond its clips.
    fileprivate var filledPaths: [Path] {
        switch self {
        case .fill(let path, _, _), .aliasedFill(let path, _): [path]
        case .group(let group): group.marks.flatMap(\.filledPaths)
        default: []
        }
    }
}
