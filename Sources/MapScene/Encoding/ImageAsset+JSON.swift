// SPDX-License-Identifier: MIT
import MapCanvas
package import MapDiagnostics
import MapPlane

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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
