// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics

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

    init(_ properties: JSONNode?, _ style: DataOverlay, report: @escaping PropertyReader.Report = { _, _, _ in }) {
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

    init(_ node: JSONNode?, report: @escaping Report = { _, _, _ in }) {
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
