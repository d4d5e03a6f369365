// SPDX-License-Identifier: MIT
import MapGeometry

/// Which feature is drawn over another, and which name comes first.
extension FeatureTags {
    /// As imposm's `wayzorder`: ten for each layer, bridges above and tunnels below, then by class.
    var zOrder: Double {
        let known = schema.known
        var order = 0.0
        if let layer = text(known.layer).flatMap(leadingNumber) {
            order += 10 * max(-7, min(7, layer.rounded(.towardZero)))
        }
        if let bridge = self[known.bridge], bridge != known.no { order += 10 }
        if let tunnel = self[known.tunnel], tunnel != known.no { order -= 10 }
        if let highway = self[known.highway] { return order + (known.roadOrder[highway] ?? 1) }
        return self[known.railway] == nil ? order : order + 7
    }

    /// By rank, then by class and population.
    var placeOrder: Double {
        let known = schema.known
        let place = self[known.place].flatMap { known.placeOrder[$0] } ?? 12
        let population = text(known.population).flatMap(leadingNumber) ?? 0
        return 1_000_000 * (cityRank ?? 20) + 50_000 * place - 1000 * binaryLogarithm(max(1, population))
    }

    var peakOrder: Double {
        let height = text(schema.known.elevation).flatMap(lengthInMeters) ?? 0
        let name = self[schema.known.name] == nil ? 20_000.0 : 0
        return name + (self[schema.known.wikipedia] == nil ? 10_000 : 0) - max(-500, min(9000, height))
    }

    /// OpenMapTiles' `poi_class_rank`.
    var poiOrder: Double {
        let known = schema.known
        guard self[known.name] != nil else { return 2000 }
        var best = 1000.0
        for index in feature.tags {
            let tag = block.tags[index]
            if tag.key == known.shop { best = min(best, 400) }
            if let order = known.poiOrder[tag.value], known.poiKeys[tag.key] != nil { best = min(best, order) }
        }
        return best
    }
}
