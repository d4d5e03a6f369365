// SPDX-License-Identifier: MIT
public import MapGeometry
public import MapImages

/// Records shapes, text and images in points: x to the right, y down, later elements over earlier ones.
///
/// The views of annotations (`ImageAsset.drawing(size:_:)`) and overlays that code draws (`OverlayDrawing`) share it. The
/// recording stays vector until it is rendered, so that it is sharp at every scale, and paths remain paths in SVG and PDF
/// output. Elements with coordinates or sizes that are not finite are left out.
public struct DrawingCanvas: Sendable {
    /// The size of the canvas, in points.
    public let size: Size
    package private(set) var elements: [VectorDrawing.Element] = []

    /// Fills a path.
    ///
    /// - Parameters:
    ///   - path: in points; open subpaths are closed.
    ///   - color: with its opacity.
    ///   - evenOdd: true for the even-odd rule, false for the nonzero winding rule.
    public mutating func fill(_ path: Path, with color: Color, evenOdd: Bool = false) {
        guard path.isFinite else { return }
        elements.append(.fill(path, color, evenOdd: evenOdd))
    }

    /// Strokes a path.
    ///
    /// - Parameters:
    ///   - path: in points.
    ///   - color: with its opacity.
    ///   - lineWidth: in points; nothing is drawn for 0 or less.
    ///   - lineCap: the ends of open subpaths and of dashes.
    ///   - lineJoin: the corners; miters longer than ten line widths are beveled.
    ///   - lineDashPattern: lengths of dashes and gaps in turn, in points; empty for a solid line. A pattern with a negative
    ///     length, or of zeros alone, is ignored.
    public mutating func stroke(
        _ path: Path, with color: Color, lineWidth: Double = 1, lineCap: LineStyle.Cap = .round,
        lineJoin: LineStyle.Join = .round, lineDashPattern: [Double] = []
    ) {
        guard path.isFinite, lineWidth > 0, lineWidth.isFinite else { return }
        let isPattern = lineDashPattern.allSatisfy { $0 >= 0 && $0.isFinite } && lineDashPattern.contains { $0 > 0 }
        let stroke = VectorDrawing.Stroke(
            lineWidth: lineWidth, lineCap: lineCap, lineJoin: lineJoin,
            lineDashPattern: isPattern ? lineDashPattern : [])
        elements.append(.stroke(path, color, stroke))
    }

    /// Draws one line of text, centered on a point; the middle of its capitals is level with it.
    ///
    /// - Parameters:
    ///   - text: at most 200 characters are drawn.
    ///   - center: in points.
    ///   - size: the em, in points.
    ///   - weight: 100 to 900, as in CSS: 400 is regular, 600 semibold.
    ///   - color: with its opacity.
    ///   - rotation: degrees, clockwise, around the center.
    public mutating func text(
        _ text: String, at center: Point, size: Double, weight: Int = 600, color: Color, rotation: Double = 0
    ) {
        guard center.x.isFinite, center.y.isFinite, size > 0, size.isFinite, rotation.isFinite else { return }
        elements.append(
            .text(String(text.prefix(200)), center, size: size, weight: weight, color, rotation: rotation))
    }

    /// Draws an image, stretched to a rectangle.
    ///
    /// - Parameters:
    ///   - image: a file, encoded bytes or another drawing; one that cannot be read is reported and left out.
    ///   - rect: in points.
    public mutating func image(_ image: ImageAsset, in rect: Rect) {
        guard [rect.minX, rect.minY, rect.maxX, rect.maxY].allSatisfy(\.isFinite), rect.width > 0, rect.height > 0
        else { return }
        elements.append(.image(image, rect))
    }
}

/// What a canvas has recorded.
package struct VectorDrawing: Hashable, Sendable {
    /// One step of the recording; lengths in points.
    package indirect enum Element: Hashable, Sendable {
        case fill(Path, Color, evenOdd: Bool)
        case stroke(Path, Color, Stroke)
        /// The point is the center of the line of text; the rotation is in degrees, clockwise.
        case text(String, Point, size: Double, weight: Int, Color, rotation: Double)
        case image(ImageAsset, Rect)
    }

    /// The geometry of a stroke; lengths in points.
    package struct Stroke: Hashable, Sendable {
        package var lineWidth: Double
        package var lineCap: LineStyle.Cap
        package var lineJoin: LineStyle.Join
        /// Lengths of dashes and gaps in turn; empty for a solid line.
        package var lineDashPattern: [Double]
    }

    /// Points.
    package var size: Size
    /// In painting order.
    package var elements: [Element]

    package init(size: Size, elements: [Element]) {
        self.size = size
        self.elements = elements
    }

    /// The images that the drawing shows, those of drawings in it included.
    package var images: [ImageAsset] {
        elements.flatMap { element -> [ImageAsset] in
            guard case .image(let asset, _) = element else { return [] }
            guard case .drawing(let inner) = asset.source else { return [asset] }
            return [asset] + inner.images
        }
    }
}

extension Path {
    fileprivate var isFinite: Bool { points.allSatisfy { $0.x.isFinite && $0.y.isFinite } }
}
