// SPDX-License-Identifier: MIT
import MapCanvas
import MapGeometry
import MapImages

/// Joins the polygons of a layer that were cut at tile borders: polygons of one color become one path, in which no
/// seam shows, however a viewer antialiases edges.
struct TileFills {
    enum Kind { case fill, edge }

    /// A path in one color.
    struct Layer {
        var kind: Kind
        var color: Color
        var path: Path
        /// True for fills that extend by half a pixel, as MapLibre's antialiased fills do, which also hides seams
        /// between neighbors. Translucent fills are not widened, as the overlap would show.
        var isWidened: Bool
        /// The bounding boxes of the current tile's paths.
        fileprivate var boxes: [Rect] = []
    }

    /// From bottom to top.
    private(set) var layers: [Layer] = []

    /// Adds a tile's group; false when it contains anything but polygons in solid colors.
    mutating func add(_ group: Group) -> Bool {
        guard !group.marks.isEmpty, let clip = ConvexClip(group.clip) else { return false }
        var fills: [(Kind, Color, Path)] = []
        for mark in group.marks {
            switch mark {
            case .aliasedFill(let path, .color(let color)): fills.append((.fill, color, path))
            case .edge(let path, .color(let color)): fills.append((.edge, color, path))
            default: return false
            }
        }
        // MapLibre antialiases fills by an outline of the same color.
        let colors = { (kind: Kind) in Set(fills.filter { $0.0 == kind && !$0.1.isInvisible }.map(\.1)) }
        let isAntialiased = colors(.edge).isSubset(of: colors(.fill)) && colors(.edge).count == colors(.fill).count
        for layer in layers.indices { layers[layer].boxes = [] }
        for (kind, color, path) in fills where !color.isInvisible && !(kind == .edge && isAntialiased) {
            let cut = kind == .fill ? clip.area(path) : clip.edges(path)
            let isWidened = kind == .fill && isAntialiased && color.isOpaque
            if !cut.isEmpty { insert(Layer(kind: kind, color: color, path: cut, isWidened: isWidened)) }
        }
        return true
    }

    /// Tiles do not overlap, so only the order of overlapping polygons within a tile matters.
    private mutating func insert(_ new: Layer) {
        let box = new.path.bounds.inset(by: new.kind == .edge || new.isWidened ? -0.5 : 0)
        let below = layers.lastIndex { $0.boxes.contains(where: box.intersects) }
        let index = layers.indices.dropFirst(below ?? 0).first {
            let layer = layers[$0]
            // Translucent polygons in the same position must stay separate.
            return layer.kind == new.kind && layer.color == new.color && layer.isWidened == new.isWidened
                && (new.color.isOpaque || $0 != below)
        }
        if let index {
            layers[index].path.append(new.path)
        } else {
            layers.append(new)
        }
        layers[index ?? layers.count - 1].boxes.append(box)
    }
}

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
        let rest = Path(joining: edges.map(\.path))
        if !rest.isEmpty { steps.append(.edge(rest, edge)) }
    }
}
