// SPDX-License-Identifier: MIT
package import MapCore
import StaticMap

/// A pattern for the names of outputs, such as `{{country}}/{{id}}.png`.
///
/// Placeholders are `{{id}}`, `{{number}}` (of the input, from 1; `{{number:06}}` with leading zeros) and the columns of rows.
/// A value cannot lead into another folder: slashes and control characters of it become hyphens, and a dot at its beginning a
/// low line.
package struct OutputName: Sendable {
    private let pattern: String
    private let text: PlaceholderText

    /// The longest name of a file (ext4, APFS), in bytes.
    private static let maxComponent = 255
    private static let maxLength = 1024

    /// - Throws: what is wrong with a placeholder.
    package init(_ pattern: String) throws(Diagnostic) {
        self.pattern = pattern
        do throws(PlaceholderError) {
            text = try PlaceholderText(pattern)
        } catch {
            throw Diagnostic(code: error.code, path: pattern, error.message, hint: error.hint)
        }
    }

    /// Checks what all names have in common, before there is one.
    ///
    /// - Parameters:
    ///   - option: that the pattern is from.
    ///   - hasFormat: true where the format is known without the name.
    /// - Throws: for a pattern that makes no name within the output, or none of a format, whatever the row.
    package func check(option: String, hasFormat: Bool) throws(Diagnostic) {
        var name = ""
        for part in text.parts { if case .literal(let literal) = part { name += literal } else { name += "x" } }
        do throws(Diagnostic) {
            try Self.check(name)
        } catch {
            throw Diagnostic(code: error.code, path: option, expected: error.expected ?? "", found: quoted(pattern))
        }
        guard !hasFormat, case .literal(let ending) = text.parts.last, ending.contains(".") || text.parts.count == 1,
            OutputFormat(fileName: name) == nil
        else { return }
        throw Diagnostic(
            code: .batchInvalidName, path: option, expected: "a name that ends with the extension of a format",
            found: quoted(pattern), hint: "or give --format")
    }

    /// The columns that rows must have.
    var columns: [String] {
        text.placeholders.filter { $0.fallback == nil && $0.column != "id" && Self.width(of: $0.column) == nil }
            .map(\.column)
    }

    /// The name for an input.
    ///
    /// - Parameters:
    ///   - id: of the input.
    ///   - number: of the input, from 1.
    ///   - row: of a template; without columns for a scene.
    /// - Returns: the name.
    /// - Throws: when the row has not the values, or they make no name.
    func name(id: String, number: Int, row: Row) throws(Diagnostic) -> String {
        let name = try plain(id: id, number: number, row: row)
        try Self.check(name)
        return name
    }

    /// The text for an input, whether or not it is a name.
    func plain(id: String, number: Int, row: Row) throws(Diagnostic) -> String {
        var name = ""
        for part in text.parts {
            switch part {
            case .literal(let literal): name += literal
            case .placeholder(let placeholder):
                if placeholder.column == "id" {
                    name += Self.harmless(id)
                } else if let width = Self.width(of: placeholder.column) {
                    let digits = String(number)
                    name += String(repeating: "0", count: max(0, width - digits.count)) + digits
                } else {
                    name += Self.harmless(try value(placeholder, row))
                }
            }
        }
        return name
    }

    /// Checks a name that an input gives itself.
    ///
    /// - Throws: for a path that leads out of the folder, and for what no file can be called.
    static func check(_ name: String) throws(Diagnostic) {
        let steps = name.split(separator: "/", omittingEmptySubsequences: false)
        let isSafe = steps.allSatisfy { step in
            !step.isEmpty && step != "." && step != ".." && step.utf8.count <= maxComponent
                && !step.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F || $0 == "\\" }
        }
        guard isSafe, name.utf8.count <= maxLength else {
            throw Diagnostic(
                code: .batchInvalidName, expected: "a name within the output, such as maps/one.png",
                found: quoted(String(name.prefix(80))))
        }
    }

    /// The number of digits of `number`, `number:06` and the like; nil for other columns.
    private static func width(of column: String) -> Int? {
        if column == "number" { return 0 }
        guard column.hasPrefix("number:0"), let width = Int(column.dropFirst(8)), (1...20).contains(width) else {
            return nil
        }
        return width
    }

    private func value(_ placeholder: Placeholder, _ row: Row) throws(Diagnostic) -> String {
        do throws(PlaceholderError) {
            return try placeholder.text(in: row)
        } catch {
            throw error.diagnostic(row, usedAt: "the name of the output, where {{id}} and {{number}} are known too")
        }
    }

    private static func harmless(_ value: String) -> String {
        var name = ""
        for scalar in value.unicodeScalars {
            let isHarmful =
                scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar == "/" || scalar == "\\"
            name.unicodeScalars.append(isHarmful ? "-" : name.isEmpty && scalar == "." ? "_" : scalar)
        }
        return name
    }
}
