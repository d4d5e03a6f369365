// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapGeo

/// `{z}/{x}/{y}[@{n}x].{format}` at the end of a path.
struct TileAddress {
    let id: TileID
    let scale: Double
    let ext: String

    /// Nil for what is no tile's address at all.
    init?(_ parts: [Substring]) {
        guard parts.count == 3, let z = whole(parts[0]), let x = whole(parts[1]), let dot = parts[2].lastIndex(of: ".")
        else { return nil }
        var row = parts[2][..<dot]
        var scale = 1.0
        if let at = row.firstIndex(of: "@") {
            let factor = row[row.index(after: at)...]
            guard factor.last == "x", let number = whole(factor.dropLast()), number > 0 else { return nil }
            scale = Double(number)
            row = row[..<at]
        }
        guard let y = whole(row) else { return nil }
        id = TileID(z: min(z, 99), x: x, y: y)
        self.scale = scale
        ext = String(parts[2][parts[2].index(after: dot)...])
    }
}
