// SPDX-License-Identifier: MIT
import MapCore
public import MapImages

/// A display or printer with few colors: electronic paper, a thermal printer.
public struct Display: Hashable, Sendable {
    /// Its colors.
    public enum Palette: Hashable, Sendable {
        /// Black and white.
        case gray2
        /// Black, two grays and white.
        case gray4
        /// Sixteen grays.
        case gray16
        /// Electronic paper of seven colors: black, white, green, blue, red, yellow and orange.
        case eink7
        /// 2 to 256 colors of your own.
        case colors([Color])

        /// The colors.
        package var colors: [Color] {
            switch self {
            case .gray2: Self.grays(2)
            case .gray4: Self.grays(4)
            case .gray16: Self.grays(16)
            case .eink7: [0x000000, 0xFFFFFF, 0x00FF00, 0x0000FF, 0xFF0000, 0xFFFF00, 0xFF8000].map(Color.init(rgb:))
            case .colors(let own): own
            }
        }

        private static func grays(_ count: Int) -> [Color] {
            (0..<count).map { index in
                let level = Double(index) / Double(count - 1)
                return Color(red: level, green: level, blue: level)
            }
        }
    }

    /// Its colors.
    public var palette: Palette
    /// How areas get tones between them; lines and letters are sharp.
    public var dither: Dithering

    /// Creates a display.
    public init(_ palette: Palette, dither: Dithering = .blueNoise) {
        self.palette = palette
        self.dither = dither
    }
}

extension Display: KeyedValue {
    static var usual: Self { Self(.gray2) }
    static let definition = "display"

    mutating func keys(_ k: inout Keys) {
        k.required("palette", &palette, .displayPalette)
        k("dither", &dither)
    }
}

extension Display.Palette {
    private static let named: [(name: String, palette: Self)] = [
        ("gray2", .gray2), ("gray4", .gray4), ("gray16", .gray16), ("eink7", .eink7),
    ]

    /// The words for palettes.
    package static let names = named.map(\.name)

    /// The palette of a name.
    package init?(name: String) {
        guard let entry = Self.named.first(where: { $0.name == name }) else { return nil }
        self = entry.palette
    }

    /// The name of the palette; nil for colors of its own.
    fileprivate var name: String? { Self.named.first { $0.palette == self }?.name }

    fileprivate var jsonNode: JSONNode {
        if let name { return .text(name) }
        return .list(colors.map(JSONNode.color))
    }
}

extension KeyCodec where Self == Form<Display.Palette> {
    fileprivate static var displayPalette: Self {
        let names: JSONNode = ["enum": .list(Display.Palette.names.map(JSONNode.text))]
        return Form(
            ["oneOf": [names, ["type": "array", "items": .reference("color"), "minItems": 2, "maxItems": 256]]],
            { field in
                if field.node.array != nil {
                    guard let colors = field.list(of: "colors", atLeast: 2, { Color($0) }) else { return nil }
                    guard colors.count <= 256, colors.allSatisfy(\.isOpaque) else {
                        return field.expected("2 to 256 opaque colors")
                    }
                    guard Set(colors).count > 1 else { return field.expected("at least two different colors") }
                    return .colors(colors)
                }
                guard let palette = field.node.string.flatMap(Display.Palette.init(name:)) else {
                    return field.expected(
                        "gray2, gray4, gray16, eink7 or an array of colors",
                        hint: field.node.string.flatMap { didYouMean($0, Display.Palette.names) })
                }
                return palette
            }, \.jsonNode)
    }
}
