// SPDX-License-Identifier: MIT
import MapGeometry
import MapImages
import MapStyle
import MapText

/// The evaluated properties of one symbol; lengths in pixels, angles in radians. An object, for they are large, and each anchor
/// has them.
final class SymbolProperties: Sendable {
    let text: TextProperties?
    let icon: IconProperties?
    let sortKey: Double

    init(text: TextProperties?, icon: IconProperties?, sortKey: Double) {
        (self.text, self.icon, self.sortKey) = (text, icon, sortKey)
    }

    /// The approximate memory in bytes. Fields and outlines of glyphs, and images, are those of all symbols.
    var byteCount: Int {
        let options = text.map { $0.options + [$0.verticalOption].compactMap(\.self) } ?? []
        return options.reduce(1024 + (text?.text.utf8.count ?? 0)) {
            $0 + MemoryLayout<TextProperties.Option>.stride
                + MemoryLayout<LabelGlyph>.stride * $1.block.glyphs.count
        }
    }
}

/// `text-overlap` and `icon-overlap`.
enum Overlap: String, Sendable {
    case never, always, cooperative
}

/// The evaluated `text-*` properties of one symbol.
struct TextProperties: Sendable {
    /// One way to set the label.
    struct Option: Sendable {
        var block: LabelBlock
        /// Of the block from the anchor; rotates with the block.
        var offset: Point
        /// The offset of a variable anchor (`text-variable-anchor`) for the collision box; rotates with the map, not with
        /// the block.
        var anchorOffset = Point.zero

        /// The center of the block relative to the anchor.
        var middle: Point { block.bounds.isNull ? offset : block.bounds.center + offset }
    }

    /// The plain text.
    var text: String
    /// In the order to try them.
    var options: [Option]
    /// The label set vertically, for lines that run down the map.
    var verticalOption: Option?
    /// True when the options are anchors of `text-variable-anchor`.
    var isVariable: Bool
    /// Pixels per em.
    var size: Double
    /// The ratio of the size at the next integer zoom, at which collisions are decided, to `size`.
    var layoutScale: Double
    /// The size at zoom 18 in points, which determines the spacing of labels on lines.
    var largestSize: Double
    var color: Color
    /// By section; nil for `color`.
    var sectionColors: [Color?]
    var halo: GlyphRun.Halo?
    var rotation: Double
    var padding: Double
    var overlap: Overlap
    var ignoresPlacement: Bool
    var isOptional: Bool
}

/// The evaluated `icon-*` properties of one symbol.
struct IconProperties: Sendable {
    var image: SpriteImage
    /// The frame of the image, or of its content if it is fitted to text; points from the anchor, before `scale`.
    var frame: Rect
    /// The image's extent beyond its content, in points: top, right, bottom, left.
    var contentInsets: [Double]
    /// Nil for icons that are not fitted to text.
    var fit: IconFit?
    /// True when the frame was fitted to text.
    var fitsText: Bool
    /// The rotation of the text that it is fitted to, in radians.
    var textRotation = 0.0
    /// Output pixels per point of the frame: `icon-size` times the pixel ratio.
    var scale: Double
    /// Output pixels per point, for parts that do not stretch.
    var pixelRatio: Double
    /// The ratio of the size at the next integer zoom, at which collisions are decided, to `scale`.
    var layoutScale: Double
    /// True when the image is copied to whole pixels without smoothing.
    var isPixelAligned: Bool
    /// In points, before `scale`.
    var offset: Point
    var rotation: Double
    /// Top, right, bottom, left.
    var padding: [Double]
    var opacity: Double
    /// The color of SDF images.
    var color: Color
    var halo: GlyphRun.Halo?
    var overlap: Overlap
    var ignoresPlacement: Bool
    var isOptional: Bool
}

/// A possible position of a symbol, in pixels.
struct SymbolAnchor: Sendable {
    var position: Point
    /// The line and the distance along it, for line symbols; on the ground.
    var line: MeasuredLine?
    var distance = 0.0
    /// The position on the ground of a tilted map; nil for a flat one.
    var ground: Point?
    /// How the camera sees the plane of the ground at the anchor's height; nil for a flat map.
    var perspective: Perspective?
    /// The unit of the tile's grid, in pixels, to which the edges of collision boxes are cut; 0 where there is no grid.
    var collisionUnit = 0.0

    /// The same for an anchor in a tile whose grid has a unit of so many pixels.
    func onGrid(of unit: Double) -> SymbolAnchor {
        var anchor = self
        anchor.collisionUnit = unit
        return anchor
    }
}

extension Rect {
    /// A collision box around its anchor whose edges are cut, towards the anchor, to whole units of a tile's grid, as MapLibre
    /// keeps them in 16 bits.
    ///
    /// - SeeAlso: MapLibre GL JS, `collision_feature.ts` and `CollisionBoxArray`.
    func cut(to unit: Double) -> Rect {
        guard unit > 0, !isNull, width + height < .infinity else { return self }
        func cut(_ edge: Double) -> Double { (edge / unit).rounded(.towardZero) * unit }
        return Rect(minX: cut(minX), minY: cut(minY), maxX: cut(maxX), maxY: cut(maxY))
    }
}

extension SymbolAnchor {
    /// An anchor at a point of the ground.
    init(ground: Point, _ perspective: Perspective?, line: MeasuredLine? = nil, distance: Double = 0) {
        self.init(
            position: perspective?.apply(ground) ?? ground, line: line, distance: distance,
            ground: perspective == nil ? nil : ground, perspective: perspective)
    }
}

/// A symbol with its anchors.
struct SymbolFeature: Sendable {
    var properties: SymbolProperties
    var anchors: [SymbolAnchor]
    /// The feature's lines in pixels of the ground, for names without an anchor in any tile.
    var pieces: [[Point]] = []
}

/// The part of a label or icon that lies on its anchor (`text-anchor`, `icon-anchor`).
enum Anchor: String, Sendable {
    case center, left, right, top, bottom
    case topLeft = "top-left"
    case topRight = "top-right"
    case bottomLeft = "bottom-left"
    case bottomRight = "bottom-right"

    /// As a fraction of the box; (0, 0) is the top left.
    var fraction: Point {
        let x: Double =
            switch self {
            case .left, .topLeft, .bottomLeft: 0
            case .right, .topRight, .bottomRight: 1
            default: 0.5
            }
        let y: Double =
            switch self {
            case .top, .topLeft, .topRight: 0
            case .bottom, .bottomLeft, .bottomRight: 1
            default: 0.5
            }
        return Point(x, y)
    }

    /// The justification for `text-justify: auto`.
    var justify: String {
        switch fraction.x {
        case 0: "left"
        case 1: "right"
        default: "center"
        }
    }
}
