// SPDX-License-Identifier: MIT
import MapCore
import MapGeo

/// Map pins as dialects have them: a drop in a color with a letter or a dot in it.
enum Pins {
    /// Annotations for a pin whose tip stands on a coordinate: the drop, and the label over it.
    /// The height is that of the drop in points, the color any of CSS; without a label it has a dot.
    static func pin(at coordinate: Coordinate, height: Double, color: String, label: String?) -> [JSONNode] {
        let width = (height * 0.66).rounded()
        let drop = JSONNode.members([
            "coordinate": coordinate.pair, "view": .text("image"),
            "image": .text(artwork(width: width, height: height, color: color, hasDot: label == nil)),
            "anchor": .text("bottom"), "displayPriority": .text("required"), "collisionMode": .text("none"),
        ])
        guard let label, !label.isEmpty else { return [drop] }
        let text = JSONNode.members([
            "coordinate": coordinate.pair, "view": .text("text"), "text": .text(label), "anchor": .text("center"),
            "centerOffset": .list([.number(0), .number(-(height * 0.655).rounded())]),
            "textStyle": .members([
                "size": .number((height * 0.36 / Double(max(1, label.count)).squareRoot()).rounded()),
                "weight": .count(700), "color": .text(isLight(color) ? "#222" : "#fff"), "haloWidth": .count(0),
            ]),
            "displayPriority": .text("required"), "collisionMode": .text("none"),
        ])
        return [drop, text]
    }

    /// A marker with a text or a pictogram, or with neither.
    ///
    /// - Parameters:
    ///   - coordinate: where its tip is.
    ///   - size: `s`, `m` or `l`.
    ///   - color: a CSS color.
    ///   - text: a letter or a number.
    ///   - pictogram: a name; an unknown one is reported when the scene is rendered.
    /// - Returns: an annotation.
    static func marker(
        at coordinate: Coordinate, size: String, color: String, text: String? = nil, pictogram: String? = nil
    ) -> JSONNode {
        .members([
            "coordinate": coordinate.pair, "tint": .text(color), "glyphText": text.map(JSONNode.text),
            "glyphImage": pictogram.map(JSONNode.text),
            "markerSize": .text(["s": "small", "l": "large"][size] ?? "medium"),
            "displayPriority": .text("required"), "collisionMode": .text("none"),
        ])
    }

    /// A drop on a canvas of 20 by 30 units, its tip at the bottom.
    private static func artwork(width: Double, height: Double, color: String, hasDot: Bool) -> String {
        let circle = hasDot ? ##"<circle cx="10" cy="10.2" r="3.4" fill="#fff"/>"## : ""
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(formatted(width))" height="\(formatted(height))" \
            viewBox="0 0 20 30"><path d="M10 29.6C8.6 24 1 17.2 1 10.2a9 9 0 0 1 18 0C19 17.2 11.4 24 10 29.6z" \
            fill="\(color)" stroke="#000" stroke-opacity=".35"/>\(circle)</svg>
            """
    }

    private static func isLight(_ color: String) -> Bool {
        guard let color = RGB(color) else { return false }
        return 0.299 * color.red + 0.587 * color.green + 0.114 * color.blue > 170
    }
}

/// An image whose given point stands on a coordinate.
func imageAnnotation(
    _ image: String, at coordinate: Coordinate, anchor: String = "bottom", offset: (x: Double, y: Double)? = nil,
    scale: Double? = nil
) -> JSONNode {
    .members([
        "coordinate": coordinate.pair, "view": .text("image"), "image": .text(image), "anchor": .text(anchor),
        "centerOffset": offset.map { .list([.number($0.x), .number($0.y)]) },
        "imageScale": scale.flatMap { $0 == 1 ? nil : .number($0) },
        "displayPriority": .text("required"), "collisionMode": .text("none"),
    ])
}

/// A color of six hexadecimal digits with a number sign.
private struct RGB {
    var red, green, blue: Double

    init?(_ text: String) {
        guard text.hasPrefix("#"), text.count == 7, let number = UInt32(text.dropFirst(), radix: 16) else { return nil }
        (red, green, blue) = (Double(number >> 16), Double(number >> 8 & 255), Double(number & 255))
    }
}

/// `0xRRGGBB`, `0xRRGGBBAA` or bare digits as CSS has them; nil for anything else.
/// `digits` are the numbers of hexadecimal digits that the dialect allows.
func hexColor(_ text: some StringProtocol, digits: Set<Int> = [6, 8]) -> String? {
    let bare =
        text.lowercased().hasPrefix("0x") ? text.dropFirst(2) : text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.contains(bare.count), bare.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    if bare.count == 3 { return "#" + bare.lowercased().map { "\($0)\($0)" }.joined() }
    return "#" + bare.lowercased()
}
