// SPDX-License-Identifier: MIT
import MapCore
import MapGeo
import MapImages

/// The style of a GeoJSON feature: names of the style specification before those of simplestyle, before the overlay's own.
///
/// - SeeAlso: simplestyle-spec 1.1; MapLibre Style Specification, paint properties. What cannot be read is reported and
///   counts as absent: properties are data, not a part of the scene.
struct FeatureStyle {
    /// Of lines.
    let line: LineStyle
    /// Of the edges of areas; nil for none.
    let edge: LineStyle?
    /// Of areas; nil where only an edge is asked for.
    let fill: Color?
    /// Of points.
    let point: PointStyle
    let title: String?
    /// All that is known of it.
    let properties: Properties?

    init(_ properties: JSONNode?, _ style: DataOverlay, report: @escaping PropertyReader.Report) {
        let reader = PropertyReader(properties, report: report)
        line = FeatureStyle.line(reader, style.style)
        title = reader.text("title") ?? reader.text("name")
        point = PointStyle(reader)
        self.properties = Properties(properties)
        let hasEdge = reader.has("line-color", "line-width", "line-opacity")
        let hasFill = reader.has("fill-color", "fill-opacity", "fill")
        let hasPlainEdge = reader.has("stroke", "stroke-width", "stroke-opacity")
        // As MapLibre's layers: what only names one of both has only that one.
        fill = hasEdge && !hasFill ? nil : FeatureStyle.fill(reader, style)
        if let outline = reader.color("fill-outline-color"), !hasEdge {
            edge = LineStyle(strokeColor: outline, lineWidth: .points(1))
        } else if reader.has("fill-color"), !hasEdge, !hasPlainEdge {
            edge = nil
        } else {
            edge = line
        }
    }

    private static func line(_ reader: PropertyReader, _ usual: LineStyle) -> LineStyle {
        var style = usual
        if let stroke = reader.color("line-color", "stroke") { style.strokeColor = stroke }
        if let opacity = reader.number("line-opacity", "stroke-opacity") {
            style.strokeColor.alpha = min(1, opacity) * style.strokeColor.alpha
        }
        if let width = reader.number("line-width", "stroke-width") { style.lineWidth = .points(min(width, 1000)) }
        style.lineCap = reader.word("line-cap", LineStyle.Cap.self) ?? style.lineCap
        style.lineJoin = reader.word("line-join", LineStyle.Join.self) ?? style.lineJoin
        if let dashes = reader.numbers("line-dasharray"), dashes.contains(where: { $0 > 0 }), dashes.count <= 64,
            dashes.allSatisfy({ (0...10_000).contains($0) }), case .points(let width) = style.lineWidth
        {
            // The style specification counts dashes in line widths.
            style.lineDashPattern = dashes.map { $0 * width }
        }
        return style
    }

    /// simplestyle's areas are see-through unless told, the style specification's are not.
    private static func fill(_ reader: PropertyReader, _ style: DataOverlay) -> Color {
        let opacity = reader.number("fill-opacity").map { min(1, $0) }
        if let color = reader.color("fill-color") { return color.opacity(opacity ?? 1) }
        if let color = reader.color("fill") { return color.opacity(opacity ?? 0.6) }
        var usual = style.fillColor ?? style.style.strokeColor.opacity(0.6)
        usual.alpha = opacity ?? usual.alpha
        return usual
    }
}

/// A feature's properties by name; what cannot be read as what is asked for is reported and absent.
struct PropertyReader {
    /// Takes the name of a property, what was expected, and what it has instead.
    typealias Report = (_ name: String, _ expected: String, _ found: JSONNode) -> Void

    private let node: JSONNode?
    private let report: Report

    init(_ node: JSONNode?, report: @escaping Report) {
        self.node = node
        self.report = report
    }

    func has(_ names: String...) -> Bool { names.contains { node?[$0] != nil } }

    func text(_ name: String) -> String? { node?[name]?.string.flatMap { $0.isEmpty ? nil : $0 } }

    /// The first that is there; simplestyle allows hexadecimal colors without the sign.
    func color(_ names: String...) -> Color? {
        for name in names {
            guard let value = node?[name], !value.isNull, value.string != "" else { continue }
            if let text = value.string, let color = Color(css: text) ?? Color(css: "#" + text) { return color }
            report(name, "a color", value)
        }
        return nil
    }

    /// The first that is there, 0 or more. Programs without types for columns write numbers as texts.
    func number(_ names: String...) -> Double? {
        for name in names {
            guard let value = node?[name], !value.isNull, value.string != "" else { continue }
            let number = value.number ?? value.string.flatMap { Double($0.trimming(" ")) }
            if let number, number >= 0, number.isFinite { return number }
            report(name, "a number from 0", value)
        }
        return nil
    }

    func numbers(_ name: String) -> [Double]? { node?[name]?.array?.compactMap(\.number) }

    func word<T: RawRepresentable>(_ name: String, _ type: T.Type) -> T? where T.RawValue == String {
        node?[name]?.string.flatMap(T.init)
    }

    /// A text, or a whole number as text: simplestyle's symbols are both.
    func symbol(_ name: String) -> String? {
        if let text = text(name) { return text }
        guard let number = node?[name]?.number, let whole = Int(exactly: number), (0...99).contains(whole) else {
            return nil
        }
        return String(whole)
    }
}

extension String {
    /// Without a character at both ends.
    fileprivate func trimming(_ character: Character) -> Substring {
        var text = drop { $0 == character }
        while text.last == character { text.removeLast() }
        return text
    }
}

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
