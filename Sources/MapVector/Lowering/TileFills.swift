// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// Polygons of one layer that were cut into tiles with hard edges, joined again: what has one color becomes one path, in
/// which no seam shows between tiles, however a viewer smooths edges.
struct TileFills {
    enum Kind { case fill, edge }

    /// A path of one color.
    struct Layer {
        var kind: Kind
        var color: Color
        var path: Path
        /// A fill that reaches half a pixel further, as those that MapLibre smooths do: it hides the seams between
        /// neighbours, too. What is seen through has no such rim, as it would be doubled on its inner side.
        var isWidened: Bool
        /// The boxes around what the tile gave that comes in now.
        fileprivate var boxes: [Rect] = []
    }

    /// From the lowest to the topmost.
    private(set) var layers: [Layer] = []

    /// Takes a tile's group; false when it holds anything but polygons of plain colors.
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
        // MapLibre's way to smooth a fill is a rim of the same color.
        let colors = { (kind: Kind) in Set(fills.filter { $0.0 == kind && !$0.1.isInvisible }.map(\.1)) }
        let softens = colors(.edge).isSubset(of: colors(.fill)) && colors(.edge).count == colors(.fill).count
        for layer in layers.indices { layers[layer].boxes = [] }
        for (kind, color, path) in fills where !color.isInvisible && !(kind == .edge && softens) {
            let cut = kind == .fill ? clip.area(path) : clip.edges(path)
            let isWidened = kind == .fill && softens && color.isOpaque
            if !cut.isEmpty { put(Layer(kind: kind, color: color, path: cut, isWidened: isWidened)) }
        }
        return true
    }

    /// Tiles do not overlap, so that only the order within a tile counts, and there only of what lies over each other.
    private mutating func put(_ new: Layer) {
        let box = new.path.bounds.inset(by: new.kind == .edge || new.isWidened ? -0.5 : 0)
        let below = layers.lastIndex { $0.boxes.contains(where: box.intersects) }
        let place = layers.indices.dropFirst(below ?? 0).first {
            let layer = layers[$0]
            // What is seen through must not swallow a second polygon in the same place.
            return layer.kind == new.kind && layer.color == new.color && layer.isWidened == new.isWidened
                && (new.color.isOpaque || $0 != below)
        }
        if let place {
            layers[place].path.append(new.path)
        } else {
            layers.append(new)
        }
        layers[place ?? layers.count - 1].boxes.append(box)
    }
}
