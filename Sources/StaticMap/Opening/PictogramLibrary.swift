// SPDX-License-Identifier: MIT
import MapCanvas
import MapCore
import MapGeometry
import MapImages
package import MapScene
import Synchronization

/// The pictograms of a home by name, `styles/pictograms/pictograms.json`.
package final class PictogramLibrary: Sendable {
    /// Units of the file per point; a pictogram is 24 points wide and high.
    private static let unitsPerPoint = 100.0
    private static let side = 24.0
    private static let limit = 4 << 20

    private let file: String
    private let loaded = Mutex<[String: String]?>(nil)

    /// - Parameter home: where the file is; it is read when the first pictogram is requested. Without a file that can be
    ///   read, the library is empty.
    package init(home: Home) {
        file = home.path + "/styles/pictograms/pictograms.json"
    }

    /// Paths by name.
    private var paths: [String: String] {
        loaded.withLock { loaded in
            if let loaded { return loaded }
            let text = try? readFile(file, limit: Self.limit)
            let root = text.flatMap { try? JSONDocument(file: file, text: $0).root }
            let pairs = (root?.object?.members ?? []).compactMap { member in
                member.node.string.map { (member.key, $0) }
            }
            let paths = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
            loaded = paths
            return paths
        }
    }

    /// All names, sorted.
    package var names: [String] { paths.keys.sorted() }

    /// True for what may name a pictogram, so that a path of a file is not taken for a misspelt one.
    package static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || Character(Unicode.Scalar($0)).isLetterOrDigit }
    }

    /// A pictogram in dark gray; markers tint it.
    package func drawing(_ name: String) -> VectorDrawing? {
        guard let path = paths[name].flatMap(Self.path) else { return nil }
        return VectorDrawing(
            size: Size(width: Self.side, height: Self.side),
            elements: [.fill(path, Color(rgb: 0x3A3A3C), evenOdd: false)])
    }

    /// Reads `M`, `L`, `C` and `Z` with absolute whole numbers; nil for anything else.
    private static func path(_ text: String) -> Path? {
        var path = Path()
        var rest = text[...]
        while let command = rest.popFirst() {
            let numbers = rest.prefix { !$0.isLetter }
            rest = rest.dropFirst(numbers.count)
            let values = numbers.split(separator: " ").compactMap { Double($0) }.map { $0 / unitsPerPoint }
            let points = stride(from: 0, to: values.count - 1, by: 2).map { Point(values[$0], values[$0 + 1]) }
            switch (command, values.count) {
            case ("M", 2): path.move(to: points[0])
            case ("L", 2): path.line(to: points[0])
            case ("C", 6): path.curve(points[0], points[1], to: points[2])
            case ("Z", 0): path.close()
            default: return nil
            }
        }
        return path
    }
}

extension Character {
    fileprivate var isLetterOrDigit: Bool { isASCII && (isLetter || isNumber) }
}
