// SPDX-License-Identifier: MIT
import MapCanvas
import MapPlane

/// Polygons of one layer that were cut into tiles with hard edges, joined again: what has one color becomes one path, in
/// which no seam shows between tiles, however a viewer smooths edges.
struct TileFills {
    enum Kind { case fill, rim }

    /// A path of one color.
    struct Layer {
        var kind: Kind
        var color: Color
        var path: Path
        /// The last tile that gave to it.
        fileprivate var tile: Int
    }

    /// From the lowest to the topmost.
    private(set) var layers: [Layer] = []
    private var tiles = 0

    /// Takes a tile's group; false when it holds anything but polygons of plain colors.
    mutating func add(_ group: Group) -> Bool {
        guard !group.marks.isEmpty, let clip = ConvexClip(group.clip) else { return false }
        var fills: [(Kind, Color, Path)] = []
        for mark in group.marks {
            switch mark {
            case .hardFill(let path, .color(let color)): fills.append((.fill, color, path))
            case .rim(let path, .color(let color)): fills.append((.rim, color, path))
            default: return false
            }
        }
        // MapLibre's way to smooth a fill is a rim of the same color; viewers smooth by themselves.
        let colors = { (kind: Kind) in Set(fills.filter { $0.0 == kind && !$0.1.isInvisible }.map(\.1)) }
        let softens = colors(.rim).isSubset(of: colors(.fill)) && colors(.rim).count == colors(.fill).count
        var place = 0
        for (kind, color, path) in fills where !color.isInvisible && !(kind == .rim && softens) {
            let cut = kind == .fill ? clip.area(path) : clip.edges(path)
            if !cut.isEmpty { place = put(kind, color, cut, from: place) }
        }
        tiles += 1
        return true
    }

    /// Tiles do not overlap, so that only the order within a tile counts.
    private mutating func put(_ kind: Kind, _ color: Color, _ path: Path, from place: Int) -> Int {
        let found = layers.indices.dropFirst(place).first {
            let layer = layers[$0]
            // What is seen through must not swallow a second polygon of the same tile.
            return layer.kind == kind && layer.color == color && (color.isOpaque || layer.tile != tiles)
        }
        guard let found else {
            layers.append(Layer(kind: kind, color: color, path: path, tile: tiles))
            return layers.count - 1
        }
        layers[found].path.append(path)
        layers[found].tile = tiles
        return color.isOpaque ? found : found + 1
    }
}
