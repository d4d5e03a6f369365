// SPDX-License-Identifier: MIT
import MapDiagnostics

/// What a KML style says about lines, areas and points; nil where it says nothing.
struct KMLStyle {
    private var lineColor: KMLColor?
    private var lineWidth: Double?
    private var fillColor: KMLColor?
    private var hasFill: Bool?
    private var hasOutline: Bool?
    private var iconColor: KMLColor?
    private var iconScale: Double?

    init() {}

    init(_ style: XMLElement) {
        if let line = style["LineStyle"] {
            lineColor = line.text("color").flatMap(KMLColor.init)
            lineWidth = line.text("width").flatMap(Double.init)
        }
        if let area = style["PolyStyle"] {
            fillColor = area.text("color").flatMap(KMLColor.init)
            hasFill = area.text("fill").map { $0 != "0" }
            hasOutline = area.text("outline").map { $0 != "0" }
        }
        if let icon = style["IconStyle"] {
            iconColor = icon.text("color").flatMap(KMLColor.init)
            iconScale = icon.text("scale").flatMap(Double.init)
        }
    }

    /// A style inside a placemark overrides the shared one property by property (KML 2.3, 6.3).
    func overridden(by other: KMLStyle) -> KMLStyle {
        var style = self
        style.lineColor = other.lineColor ?? lineColor
        style.lineWidth = other.lineWidth ?? lineWidth
        style.fillColor = other.fillColor ?? fillColor
        style.hasFill = other.hasFill ?? hasFill
        style.hasOutline = other.hasOutline ?? hasOutline
        style.iconColor = other.iconColor ?? iconColor
        style.iconScale = other.iconScale ?? iconScale
        return style
    }

    /// The same as simplestyle 1.1 properties.
    var simplestyle: [(String, JSONNode)] {
        var properties: [(String, JSONNode)] = []
        func add(_ name: String, _ value: JSONValue) { properties.append((name, JSONNode(value))) }
        if let lineColor {
            add("stroke", .string(lineColor.hex))
            add("stroke-opacity", .number(lineColor.alpha))
        }
        if let lineWidth { add("stroke-width", .number(lineWidth)) }
        if hasOutline == false { add("stroke-opacity", .number(0)) }
        if let fillColor {
            add("fill", .string(fillColor.hex))
            add("fill-opacity", .number(fillColor.alpha))
        }
        if hasFill == false { add("fill-opacity", .number(0)) }
        if let iconColor { add("marker-color", .string(iconColor.hex)) }
        if let iconScale {
            add("marker-size", .string(iconScale < 0.8 ? "small" : iconScale > 1.3 ? "large" : "medium"))
        }
        return properties
    }
}

/// KML writes colors as `aabbggrr`: opacity first, red last.
private struct KMLColor {
    let hex: String
    /// 0…1.
    let alpha: Double

    init?(_ text: String) {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard digits.utf8.count == 8, let number = UInt32(digits, radix: 16) else { return nil }
        let parts = Array(digits)
        hex = "#" + String(parts[6...7] + parts[4...5] + parts[2...3])
        alpha = Double(number >> 24) / 255
    }
}
