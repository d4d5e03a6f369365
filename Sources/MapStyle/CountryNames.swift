// SPDX-License-Identifier: MIT
import MapCore

/// The names of countries in one language, for tiles that have none in it.
package struct CountryNames: Hashable, Sendable {
    /// By their codes of ISO 3166-1, which places of the schema OpenMapTiles have as `iso_a2`.
    let names: JSONNode

    /// Takes a column of a table; nil if the table does not have the language.
    ///
    /// - Parameters:
    ///   - table: text in UTF-8; a line a country, with tabs between the cells. The first cell is the code; the first line
    ///     has the languages' tags. Empty cells are names that are not known.
    ///   - tag: the language, as the first line has it.
    package init?(table: [UInt8], tag: String) {
        let lines = table.split(separator: UInt8(ascii: "\n"))
        guard let header = lines.first.map(Self.cells),
            let column = header.firstIndex(where: { $0.elementsEqual(tag.utf8) })
        else { return nil }
        var names = JSONObject()
        for line in lines.dropFirst() {
            let cells = Self.cells(line)
            guard column < cells.count, column > 0, !cells[column].isEmpty else { continue }
            names.members.append(
                JSONObject.Member(
                    String(decoding: cells[0], as: UTF8.self), .text(String(decoding: cells[column], as: UTF8.self))))
        }
        self.names = JSONNode(.object(names))
    }

    private static func cells(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    }
}
