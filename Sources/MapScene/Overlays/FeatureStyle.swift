// SPDX-License-Identifier: MIT
import MapCanvas
import MapDiagnostics

/// How a GeoJSON feature looks: names of the style specification before those of simplestyle, before the overlay's own.
///
/// - SeeAlso: simplestyle-spec 1.1; MapLibre Style Specification, paint properties. What has another type than it should
///   counts as absent: properties are data, not a part of the scene.
struct FeatureStyle {
    let line: LineLook
    let fill: Color?
    let markerColor: Color?
    let title: String?

    init(_ properties: JSONNode?, _ style: DataOverlay) {
        func color(_ names: String...) -> Color? {
            for name in names {
                guard let text = properties?[name]?.string else { continue }
                // simplestyle allows hexadecimal colors without the sign.
                if let color = Color(css: text) ?? Color(css: "#" + text) { return color }
            }
            return nil
        }
        func number(_ names: String...) -> Double? {
            for name in names {
                if let number = properties?[name]?.number, number >= 0, number.isFinite { return number }
            }
            return nil
        }
        func word<T: RawRepresentable>(_ name: String, _ type: T.Type) -> T? where T.RawValue == String {
            properties?[name]?.string.flatMap(T.init)
        }
        var look = style.look
        if let stroke = color("line-color", "fill-outline-color", "stroke") { look.strokeColor = stroke }
        if let opacity = number("line-opacity", "stroke-opacity") {
            look.strokeColor.alpha = min(1, opacity) * look.strokeColor.alpha
        }
        if let width = number("line-width", "stroke-width") { look.lineWidth = .points(min(width, 1000)) }
        look.lineCap = word("line-cap", LineLook.Cap.self) ?? look.lineCap
        look.lineJoin = word("line-join", LineLook.Join.self) ?? look.lineJoin
        if let dashes = properties?["line-dasharray"]?.array?.compactMap(\.number), dashes.contains(where: { $0 > 0 }),
            dashes.count <= 64, dashes.allSatisfy({ (0...10_000).contains($0) }),
            case .points(let width) = look.lineWidth
        {
            // The style specification counts dashes in line widths.
            look.lineDashPattern = dashes.map { $0 * width }
        }
        line = look
        let own = color("fill-color", "fill")
        let usual = style.fillColor ?? style.look.strokeColor.opacity(0.6)
        if let opacity = number("fill-opacity") {
            var base = own ?? usual
            base.alpha = min(1, opacity)
            fill = base
        } else {
            fill = own.map { $0.opacity(0.6) } ?? usual
        }
        markerColor = color("circle-color", "icon-color", "marker-color")
        title = properties?["title"]?.string ?? properties?["name"]?.string
    }
}
