// SPDX-License-Identifier: MIT

/// What is wrong, and where: `trip.json:14:9: overlays[0].fill: expected a CSS color, found "bleu" (did you mean "blue"?)`.
public struct Diagnostic: Error, Hashable, Sendable {
    /// How much it matters.
    public enum Severity: String, Sendable, Comparable {
        /// Good to know.
        case note
        /// Odd, but it was drawn.
        case warning
        /// Nothing can be drawn from it.
        case error

        private var rank: Int { self == .note ? 0 : self == .warning ? 1 : 2 }
        /// Notes before warnings before errors.
        public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }
    }

    /// How much it matters.
    public var severity: Severity
    /// The document or archive, as the user named it; nil for what has no file.
    public var file: String?
    /// Where in the document; nil for archives.
    public var position: Position?
    /// The place in the document's structure, such as `overlays[0].fill`; empty for the whole.
    public var path: String
    /// Most often "expected …, found …".
    public var message: String
    /// How to mend it.
    public var hint: String?

    /// Makes a diagnostic.
    public init(
        _ severity: Severity = .error, file: String? = nil, position: Position? = nil, path: String = "",
        _ message: String, hint: String? = nil
    ) {
        self.severity = severity
        self.file = file
        self.position = position
        self.path = path
        self.message = message
        self.hint = hint
    }
}

/// A place in a text; both counts begin at 1, columns count Unicode scalars.
public struct Position: Hashable, Sendable {
    /// Begins at 1.
    public var line: Int
    /// Begins at 1.
    public var column: Int

    /// Makes a position.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

extension Diagnostic: CustomStringConvertible {
    /// One line: `file:line:col: path: message (hint)`, without the parts that are not known. Warnings and notes say so.
    public var description: String {
        var text = ""
        if let file {
            text += file
            if let position { text += ":\(position.line):\(position.column)" }
            text += ": "
        }
        if severity != .error { text += "\(severity.rawValue): " }
        if !path.isEmpty { text += path + ": " }
        text += message
        if let hint { text += " (\(hint))" }
        return text
    }
}
