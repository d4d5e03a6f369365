// SPDX-License-Identifier: MIT
package import MapCore
public import MapGeometry
import MapImages

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An image that a scene shows: a file, a pictogram, encoded bytes, or a drawing made in Swift.
///
/// ```swift
/// let file: ImageAsset = "icons/cafe.png"
/// let bytes = ImageAsset.data(png, scale: 2)
/// let ring = ImageAsset.drawing(size: Size(width: 20, height: 20)) { canvas in
///     canvas.fill(.circle(center: Point(10, 10), radius: 9), with: .systemRed)
/// }
/// ```
///
/// A string literal is a file's path or a pictogram's name. An image that cannot be read is reported as a warning when the scene is rendered.
public struct ImageAsset: Hashable, Sendable {
    /// Where the image comes from.
    package enum Source: Hashable, Sendable {
        /// A path, a `data:` URL or SVG text.
        case reference(String)
        /// An encoded image, and its pixels per point.
        case encoded([UInt8], scale: Double)
        /// Vector shapes.
        case drawing(VectorDrawing)
    }

    package let source: Source

    package init(_ source: Source) {
        self.source = source
    }

    package init(_ reference: String) {
        source = .reference(reference)
    }

    /// An image file, or a `data:` URL (RFC 2397).
    ///
    /// PNG, JPEG, WebP and SVG are read. Of `icon.png`, `icon@2x.png` and `icon@3x.png` the one that suits the scene's
    /// scale is used.
    ///
    /// - Parameter path: relative to the scene's folder, or to one of the renderer's `assetFolders`.
    /// - Returns: the asset; the file is read when the scene is rendered.
    public static func file(_ path: String) -> ImageAsset { ImageAsset(.reference(path)) }

    /// A pictogram: one of the names of Maki, such as `hospital`. It is dark gray; in a marker it has the marker's
    /// `glyphTint`.
    ///
    /// - Parameter name: one of those in `docs/pictograms.md`.
    /// - Returns: the asset; an unknown name is reported as a warning when the scene is rendered.
    public static func pictogram(_ name: String) -> ImageAsset { ImageAsset(.reference(name)) }

    /// An encoded PNG, JPEG, WebP or SVG image.
    ///
    /// - Parameters:
    ///   - bytes: such as `Data` or `[UInt8]`.
    ///   - scale: pixels per point, above 0; ignored for SVG, whose size is in points.
    /// - Returns: the asset; the bytes are decoded when the scene is rendered.
    public static func data(_ bytes: some Sequence<UInt8>, scale: Double = 1) -> ImageAsset {
        ImageAsset(.encoded(Array(bytes), scale: scale))
    }

    /// A drawing, which stays vector in SVG and PDF output.
    ///
    /// - Parameters:
    ///   - size: in points, 1 to 2000 on each side; what lies outside is clipped.
    ///   - draw: fills the canvas, whose origin is the upper-left corner, with y pointing down.
    /// - Returns: the asset.
    public static func drawing(size: Size, _ draw: (inout DrawingCanvas) -> Void) -> ImageAsset {
        var canvas = DrawingCanvas(size: size)
        draw(&canvas)
        return ImageAsset(.drawing(VectorDrawing(size: size, elements: canvas.elements)))
    }
}

extension ImageAsset: ExpressibleByStringLiteral {
    /// Creates an asset from a file's path, a pictogram's name or a `data:` URL.
    ///
    /// - Parameter path: relative to the scene's folder, or to one of the renderer's `assetFolders`.
    public init(stringLiteral path: String) {
        self.init(.reference(path))
    }
}

extension ImageAsset {
    /// How messages name the image.
    package var name: String {
        switch source {
        case .reference(let text): "\"\(text.prefix(60))\(text.count > 60 ? "…" : "")\""
        case .encoded(let bytes, _): "image data of \(bytes.count) bytes"
        case .drawing: "the drawing"
        }
    }
}

extension ImageAsset {
    /// A path or a `data:` URL.
    init?(_ field: Field) {
        guard let reference = field.filled() else { return nil }
        self.init(reference)
    }
}

extension ImageAsset {
    /// A path, or a `data:` URL of encoded bytes and of drawings, which are written as SVG.
    package var jsonNode: JSONNode {
        switch source {
        case .reference(let reference): .text(reference)
        case .encoded(let bytes, let scale):
            .text("data:\(scale == 1 ? "" : ";scale=\(scale)");base64," + Data(bytes).base64EncodedString())
        case .drawing(let drawing): .text("data:image/svg+xml;base64," + Data(drawing.svg.utf8).base64EncodedString())
        }
    }
}

extension VectorDrawing {
    /// The drawing as an SVG document. Images in it are left out.
    fileprivate var svg: String {
        let (width, height) = (size.width, size.height)
        return #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(height)""#
            + #" viewBox="0 0 \#(width) \#(height)">\#(elements.map(\.svg).joined())</svg>"#
    }
}

extension VectorDrawing.Element {
    fileprivate var svg: String {
        switch self {
        case .fill(let path, let color, let evenOdd):
            return #"<path d="\#(path.svg)" \#(color.attributes("fill"))\#(evenOdd ? #" fill-rule="evenodd""# : "")/>"#
        case .stroke(let path, let color, let stroke):
            let dashes = stroke.lineDashPattern.map { "\($0)" }.joined(separator: " ")
            return #"<path d="\#(path.svg)" fill="none" \#(color.attributes("stroke"))"#
                + #" stroke-width="\#(stroke.lineWidth)" stroke-linecap="\#(stroke.lineCap.rawValue)""#
                + #" stroke-linejoin="\#(stroke.lineJoin.rawValue)" stroke-miterlimit="10""#
                + (dashes.isEmpty ? "/>" : #" stroke-dasharray="\#(dashes)"/>"#)
        case .text(let text, let center, let size, let weight, let color, let rotation):
            let turn = rotation == 0 ? "" : #" transform="rotate(\#(rotation) \#(center.x) \#(center.y))""#
            // Capitals are about 0.7 em high.
            return #"<text x="\#(center.x)" y="\#(center.y + 0.35 * size)" text-anchor="middle" font-size="\#(size)""#
                + #" font-weight="\#(weight)" \#(color.attributes("fill"))\#(turn)>\#(markupEscaped(text))</text>"#
        case .image: return ""
        }
    }
}

extension Color {
    fileprivate func attributes(_ name: String) -> String {
        #"\#(name)="\#(hexText)" \#(name)-opacity="\#(alpha)""#
    }
}

extension Path {
    /// The `d` attribute of an SVG path.
    fileprivate var svg: String {
        var (text, index) = ("", points.startIndex)
        func next(_ count: Int) -> String {
            defer { index += count }
            return points[index..<index + count].map { "\($0.x) \($0.y)" }.joined(separator: " ")
        }
        for verb in verbs {
            switch verb {
            case .move: text += "M" + next(1)
            case .line: text += "L" + next(1)
            case .curve: text += "C" + next(3)
            case .close: text += "Z"
            }
        }
        return text
    }
}
