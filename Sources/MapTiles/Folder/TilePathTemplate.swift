// SPDX-License-Identifier: MIT
import MapGeo

/// A tile's path with placeholders, such as `{z}/{x}/{y}{ratio}.png`.
struct TilePathTemplate: Sendable {
    enum Placeholder: String, CaseIterable, Sendable {
        case zoom = "z"
        case column = "x"
        case row = "y"
        /// The row counted from the south (TMS).
        case rowFromSouth = "-y"
        case q, quadkey
        /// "@2x" for images of twice the resolution, else nothing.
        case ratio
        /// The last hexadecimal digits of column and row, which distribute tiles over 256 folders.
        case prefix
        /// West, south, east and north in metres of Web Mercator, as in requests to map services.
        case box = "bbox-epsg-3857"
    }

    private enum Piece: Sendable {
        case literal(String)
        case placeholder(Placeholder)
    }

    /// One list of pieces for each step of the path.
    private let steps: [[Piece]]

    /// - Returns: nil when the text has an unknown placeholder.
    init?(_ text: String) {
        var steps: [[Piece]] = []
        for step in text.split(separator: "/") {
            guard let pieces = Self.pieces(step) else { return nil }
            steps.append(pieces)
        }
        self.steps = steps
    }

    var stepCount: Int { steps.count }

    /// True when the placeholders identify a tile.
    var isComplete: Bool {
        let placeholders = Set(steps.joined().compactMap { if case .placeholder(let p) = $0 { p } else { nil } })
        if !placeholders.isDisjoint(with: [.q, .quadkey, .box]) { return true }
        return placeholders.isSuperset(of: [.zoom, .column])
            && (placeholders.contains(.row) || placeholders.contains(.rowFromSouth))
    }

    var usesRatio: Bool {
        steps.joined().contains { if case .placeholder(.ratio) = $0 { true } else { false } }
    }

    /// The file extension; empty when there is none or it contains a placeholder.
    var fileExtension: String {
        guard case .literal(let end)? = steps.last?.last, let dot = end.lastIndex(of: ".") else { return "" }
        return String(end[end.index(after: dot)...])
    }

    /// The same template with rows counted from the south.
    var flipped: TilePathTemplate {
        TilePathTemplate(
            steps: steps.map { step in
                step.map { if case .placeholder(.row) = $0 { .placeholder(.rowFromSouth) } else { $0 } }
            })
    }

    private init(steps: [[Piece]]) { self.steps = steps }

    /// The path of a tile, relative to the folder.
    func path(of id: TileID, ratio: String) -> String {
        steps.map { step in
            step.map { piece in
                switch piece {
                case .literal(let text): text
                case .placeholder(let placeholder): placeholder.value(of: id, ratio: ratio)
                }
            }.joined()
        }.joined(separator: "/")
    }

    /// The zoom of a tile whose path has a name at a step: -1 for a step without a zoom, nil when the name does not match.
    func zoom(ofName name: String, atStep index: Int) -> Int? {
        guard let values = values(ofName: name, atStep: index) else { return nil }
        let zoom = values[.zoom].map { Int($0) ?? -1 } ?? (values[.quadkey] ?? values[.q])?.count ?? -1
        return zoom <= TileID.maxZoom ? zoom : nil
    }

    /// What the placeholders of a step stand for in a name; nil when the name does not match.
    func values(ofName name: String, atStep index: Int) -> [Placeholder: Substring]? {
        guard steps.indices.contains(index) else { return nil }
        var rest = Substring(name)
        var values: [Placeholder: Substring] = [:]
        for piece in steps[index] {
            switch piece {
            case .literal(let text):
                guard rest.hasPrefix(text) else { return nil }
                rest = rest.dropFirst(text.count)
            case .placeholder(let placeholder):
                guard let value = placeholder.prefix(of: rest) else { return nil }
                rest = rest.dropFirst(value.count)
                values[placeholder] = value
            }
        }
        return rest.isEmpty ? values : nil
    }

    /// The tile that values of placeholders identify; nil when they do not.
    func tile(_ values: [Placeholder: Substring]) -> TileID? {
        if let quadkey = values[.quadkey] ?? values[.q] { return TileID(quadkey: quadkey) }
        guard let z = values[.zoom].flatMap({ Int($0) }), (0...TileID.maxZoom).contains(z),
            let x = values[.column].flatMap({ Int($0) })
        else { return nil }
        let y = values[.row].flatMap { Int($0) } ?? values[.rowFromSouth].flatMap { Int($0) }.map { (1 << z) - 1 - $0 }
        let id = y.map { TileID(z: z, x: x, y: $0) }
        return id?.isValid == true ? id : nil
    }

    private static func pieces(_ step: Substring) -> [Piece]? {
        var pieces: [Piece] = []
        var rest = step
        while let open = rest.firstIndex(of: "{") {
            if open > rest.startIndex { pieces.append(.literal(String(rest[..<open]))) }
            guard let close = rest[open...].firstIndex(of: "}") else { return nil }
            guard let placeholder = Placeholder(rawValue: String(rest[rest.index(after: open)..<close])) else {
                return nil
            }
            pieces.append(.placeholder(placeholder))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.literal(String(rest))) }
        return pieces
    }
}

extension TilePathTemplate.Placeholder {
    fileprivate func value(of id: TileID, ratio: String) -> String {
        switch self {
        case .zoom: String(id.z)
        case .column: String(id.x)
        case .row: String(id.y)
        case .rowFromSouth: String(id.tmsRow)
        case .q, .quadkey: id.quadkey
        case .ratio: ratio
        case .prefix: String(id.x % 16, radix: 16) + String(id.y % 16, radix: 16)
        case .box: id.webMercatorBox
        }
    }

    /// The part of a name that the placeholder stands for; nil when it does not begin with one.
    fileprivate func prefix(of name: Substring) -> Substring? {
        switch self {
        case .zoom, .column, .row, .rowFromSouth:
            let digits = name.prefix { ("0"..."9").contains($0) }
            return digits.isEmpty || digits.count > 10 ? nil : digits
        case .q, .quadkey: return name.prefix { ("0"..."3").contains($0) }
        case .ratio: return name.hasPrefix("@2x") ? name.prefix(3) : name.prefix(0)
        case .prefix: return name.count < 2 ? nil : name.prefix(2)
        case .box: return name.prefix { ("0"..."9").contains($0) || ["-", ".", ",", "e"].contains($0) }
        }
    }
}

extension TileID {
    /// West, south, east and north in metres (EPSG:3857), as MapLibre writes them.
    fileprivate var webMercatorBox: String {
        let halfWorld = 20_037_508.342789244
        let side = 2 * halfWorld / Double(1 << z)
        let (west, north) = (Double(x) * side - halfWorld, halfWorld - Double(y) * side)
        return [west, north - side, west + side, north].map { metres in
            metres == metres.rounded() ? String(Int(metres)) : "\(metres)"
        }.joined(separator: ",")
    }

    /// Nil for digits that are none of 0 to 3, or too many.
    init?(quadkey: Substring) {
        guard quadkey.count <= TileID.maxZoom else { return nil }
        var (x, y) = (0, 0)
        for digit in quadkey {
            guard let value = digit.wholeNumberValue, value < 4 else { return nil }
            (x, y) = (x << 1 | value & 1, y << 1 | value >> 1)
        }
        self.init(z: quadkey.count, x: x, y: y)
    }

    /// One digit for each zoom, as Bing Maps numbers tiles; empty at zoom 0.
    var quadkey: String {
        String(
            stride(from: z - 1, through: 0, by: -1).map { bit -> Character in
                let digit = (x >> bit & 1) + 2 * (y >> bit & 1)
                return ["0", "1", "2", "3"][digit]
            })
    }
}
