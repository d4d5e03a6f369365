// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// Combines fills with their outlines: figures that are both filled and outlined are written once.
struct OutlinedFills {
    enum Step {
        case fill(Path, Color)
        case outlined(Path, Color, edge: Color)
        case edge(Path, Color)
    }

    private(set) var steps: [Step] = []

    private struct Key: Hashable {
        var points: [Point]
    }

    /// Combines them only where all outlines have one color. A figure's outline then lies below fills of later layers
    /// where two figures overlap.
    init(_ layers: [TileFills.Layer]) {
        let edgeLayers = layers.filter { $0.kind == .edge }
        guard let edge = edgeLayers.first?.color, edgeLayers.allSatisfy({ $0.color == edge }),
            edgeLayers.count < layers.count
        else {
            steps = layers.map {
                switch $0.kind {
                case .fill where $0.isWidened: .outlined($0.path, $0.color, edge: $0.color)
                case .fill: .fill($0.path, $0.color)
                case .edge: .edge($0.path, $0.color)
                }
            }
            return
        }
        var edges = edgeLayers.flatMap(\.path.figures)
        let outlined = Set(edges.filter(\.isClosed).map { Key(points: $0.points) })
        var merged: Set<Key> = []
        for layer in layers where layer.kind == .fill {
            var (plain, both) = (Path(), Path())
            for polygon in layer.path.polygons {
                let keys = polygon.map { Key(points: $0.points) }
                let isOutlined = zip(polygon, keys).allSatisfy {
                    $0.isClosed && outlined.contains($1) && !merged.contains($1)
                }
                if isOutlined { merged.formUnion(keys) }
                for figure in polygon {
                    if isOutlined { both.append(figure.path) } else { plain.append(figure.path) }
                }
            }
            if !plain.isEmpty { steps.append(.fill(plain, layer.color)) }
            if !both.isEmpty { steps.append(.outlined(both, layer.color, edge: edge)) }
        }
        edges.removeAll { $0.isClosed && merged.contains(Key(points: $0.points)) }
        var rest = Path()
        for figure in edges { rest.append(figure.path) }
        if !rest.isEmpty { steps.append(.edge(rest, edge)) }
    }
}
