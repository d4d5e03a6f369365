// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics
import MapGeo

/// The style of a GeoJSON feature's points: a dot where the style specification's `circle-` names are used, else a marker
/// as simplestyle has it.
struct PointStyle {
    private let dot: Dot?
    private let color: Color?
    private let size: Annotation.MarkerSize
    private let symbol: String?
    private let description: String?

    init(_ reader: PropertyReader) {
        dot = Dot(reader)
        color = reader.color("icon-color", "marker-color")
        size = reader.word("marker-size", Annotation.MarkerSize.self) ?? .medium
        symbol = reader.symbol("marker-symbol")
        description = reader.text("description")
    }

    func annotation(at coordinate: Coordinate, title: String?) -> Annotation {
        Annotation(at: coordinate, view: view, title: title, subtitle: description)
    }

    private var view: Annotation.View {
        if let dot { return .image(ImageAsset(dot.image)) }
        var marker = Annotation.Marker(tint: color)
        marker.size = size
        if let symbol {
            // Letters and numbers are shown as text; all else names a pictogram, or an image file.
            if symbol.count == 1 || symbol.allSatisfy(\.isNumber) {
                marker.glyphText = symbol.uppercased()
            } else {
                marker.glyphImage = ImageAsset(symbol)
            }
        }
        return .marker(marker)
    }
}

/// A circle measured in points, with its stroke outside: MapLibre's circle.
private struct Dot {
    private let fill: Color
    private let edge: Color
    private let radius: Double
    private let edgeWidth: Double

    /// Nil when no property asks for one.
    init?(_ reader: PropertyReader) {
        guard
            reader.has(
                "circle-color", "circle-radius", "circle-opacity", "circle-stroke-color", "circle-stroke-width",
                "circle-stroke-opacity")
        else { return nil }
        // The style specification's defaults.
        fill = (reader.color("circle-color") ?? .black).opacity(min(1, reader.number("circle-opacity") ?? 1))
        edge = (reader.color("circle-stroke-color") ?? .black)
            .opacity(min(1, reader.number("circle-stroke-opacity") ?? 1))
        radius = min(500, reader.number("circle-radius") ?? 5)
        edgeWidth = min(500, reader.number("circle-stroke-width") ?? 0)
    }

    /// An SVG image as a `data:` URL; it is as sharp as the map at every scale.
    var image: String {
        let half = (radius + edgeWidth).rounded(.up) + 1
        let edge =
            edgeWidth > 0
            ? #"<circle r="\#(radius + edgeWidth / 2)" fill="none" stroke="\#(edge.svg)" "#
                + #"stroke-opacity="\#(edge.alpha)" stroke-width="\#(edgeWidth)"/>"# : ""
        return "data:image/svg+xml,"
            + #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(2 * half)" height="\#(2 * half)" "#
            + #"viewBox="\#(-half) \#(-half) \#(2 * half) \#(2 * half)">"#
            + #"<circle r="\#(radius)" fill="\#(fill.svg)" fill-opacity="\#(fill.alpha)"/>\#(edge)</svg>"#
    }
}

extension Color {
    /// The color without its opacity.
    fileprivate var svg: String {
        "rgb(" + [red, green, blue].map { String(Int(($0 * 255).rounded())) }.joined(separator: ",") + ")"
    }
}
