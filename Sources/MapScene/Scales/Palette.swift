// SPDX-License-Identifier: MIT
public import MapImages

/// Colors for the classes or the ramp of a `ColorScale`.
public enum Palette: Hashable, Sendable {
    /// One of ColorBrewer's 35 schemes, such as `YlGnBu`, or of the ramps viridis, magma, inferno, plasma, cividis and turbo.
    /// Case does not matter.
    case named(String)
    /// Colors of your own, from low values to high ones: as many as there are classes, or colors of a ramp.
    case colors([Color])
}

/// What is known of a palette with a name.
package struct PaletteTable: Sendable {
    package enum Kind: String, Sendable {
        /// One direction, from light to dark.
        case sequential
        /// Two directions from a light middle.
        case diverging
        /// Colors without an order.
        case qualitative
        /// 256 colors, from dark to light but for turbo.
        case ramp
    }

    package let name: String
    package let kind: Kind
    /// ColorBrewer's lists by their length, ascending; the colors of a ramp as one.
    let lists: [[Color]]

    /// The names of all palettes, in the order of their kinds.
    package static var names: [String] { tables.map { String($0.name) } }

    package init?(_ name: String) {
        guard let table = Self.tables.first(where: { $0.name.lowercased() == name.lowercased() }) else { return nil }
        self.name = String(table.name)
        kind = table.kind
        let lines = table.lines.map(Self.colors)
        lists = table.kind == .ramp ? [lines.flatMap(\.self)] : lines
    }

    /// As many colors as there are classes: ColorBrewer's own list for the number, or evenly spaced ones of the longest.
    func colors(_ count: Int) -> [Color] {
        if let list = lists.first(where: { $0.count == count && kind != .ramp }) { return list }
        guard let longest = lists.last, count > 0 else { return [] }
        if kind == .qualitative {
            let list = lists.first { $0.count >= count } ?? longest
            return (0..<count).map { list[$0 % list.count] }
        }
        if count < 3, kind != .ramp, let shortest = lists.first {
            return count == 1 ? [shortest[1]] : [shortest[0], shortest[shortest.count - 1]]
        }
        return longest.sampled(count)
    }

    /// The colors between which a continuous scale mixes.
    var stops: [Color] { lists.last ?? [] }

    private typealias Table = (name: Substring, kind: Kind, lines: [Substring])

    private static let tables: [Table] = {
        var tables: [Table] = []
        for line in (Palette.colorBrewer + "\n" + Palette.ramps).split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 2, let kind = Kind(rawValue: String(words[1])) {
                tables.append((words[0], kind, []))
            } else if !tables.isEmpty {
                tables[tables.count - 1].lines.append(line)
            }
        }
        return tables
    }()

    private static func colors(_ digits: Substring) -> [Color] {
        let text = Array(digits.utf8)
        return stride(from: 0, to: text.count - 5, by: 6).map { start in
            let rgb = text[start..<start + 6].reduce(UInt32(0)) { sum, digit in
                sum << 4 | UInt32(digit < UInt8(ascii: "a") ? digit - 48 : digit - 87)
            }
            return Color(rgb: rgb)
        }
    }
}

extension [Color] {
    /// Evenly spaced colors from the first to the last, mixed where there is none.
    func sampled(_ count: Int) -> [Color] {
        guard count > 1 else { return count == 1 ? [mixed(at: 0.5)] : [] }
        return (0..<count).map { mixed(at: Double($0) / Double(count - 1)) }
    }

    /// The color at a fraction of the way from the first to the last.
    func mixed(at fraction: Double) -> Color {
        guard count > 1 else { return first ?? .black }
        let place = Swift.min(1, Swift.max(0, fraction)) * Double(count - 1)
        // Of a long ramp the nearest color: mixing adds nothing, and the values stay those of the source.
        if count >= 256 { return self[Int(place.rounded())] }
        let index = Swift.min(count - 2, Int(place))
        return self[index].mix(self[index + 1], place - Double(index))
    }
}
