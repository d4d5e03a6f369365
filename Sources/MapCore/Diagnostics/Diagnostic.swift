// SPDX-License-Identifier: MIT
private import Synchronization

/// A problem in an input: what is wrong, where, what was expected, and how to correct it.
///
/// Prints as `trip.json:14:9: overlays[0].fill: expected a CSS color, found "bleu" (did you mean "blue"?)`.
/// `jsonLine` gives the same to programs.
public struct Diagnostic: Error, Hashable, Sendable {
    /// How serious a diagnostic is.
    public enum Severity: String, Sendable, Comparable {
        /// Additional information.
        case note
        /// The input is questionable, but was drawn.
        case warning
        /// The input, or the part of it that the diagnostic names, cannot be drawn.
        case error

        private var rank: Int { self == .note ? 0 : self == .warning ? 1 : 2 }
        /// Compares severities: notes are less than warnings, and warnings less than errors.
        ///
        /// - Parameters:
        ///   - a: a severity.
        ///   - b: another severity.
        /// - Returns: true if the first is less severe.
        public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }
    }

    /// How serious the problem is.
    public var severity: Severity
    /// The kind of problem, such as `scene.unknown-key`: programs compare this, not the message.
    public var code: Code
    /// The document or archive, as the user named it; nil when no file is involved.
    public var file: String?
    /// The line and column in the document; nil for archives and for scenes built in Swift.
    public var position: Position?
    /// The location in the document's structure, such as `overlays[0].fill`; empty for the document as a whole.
    public var path: String
    /// The problem in words; most often "expected …, found …".
    public var message: String
    /// What would have been valid, such as `a CSS color`; nil when the message does not compare.
    public var expected: String?
    /// What the input has instead, such as `"bleu"`.
    public var found: String?
    /// How to correct it.
    public var hint: String?

    /// Creates a diagnostic.
    public init(
        _ severity: Severity = .error, code: Code, file: String? = nil, position: Position? = nil,
        path: String = "", _ message: String, expected: String? = nil, found: String? = nil, hint: String? = nil
    ) {
        self.severity = severity
        self.code = code
        self.file = file
        self.position = position
        self.path = path
        self.message = message
        self.expected = expected
        self.found = found
        self.hint = hint
    }
}

extension Diagnostic {
    /// Creates a diagnostic with the message "expected …, found …".
    package init(
        _ severity: Severity = .error, code: Diagnostic.Code, file: String? = nil, position: Position? = nil,
        path: String = "", expected: String, found: String? = nil, hint: String? = nil
    ) {
        self.init(
            severity, code: code, file: file, position: position, path: path,
            "expected \(expected)" + (found.map { ", found \($0)" } ?? ""), expected: expected, found: found,
            hint: hint)
    }

    /// The same at another place of the document's structure.
    package func at(_ path: String) -> Diagnostic {
        var copy = self
        copy.path = path
        return copy
    }

    /// The same in a file.
    package func of(_ file: String) -> Diagnostic {
        var copy = self
        copy.file = file
        return copy
    }

    /// The same, more or less serious.
    package func with(_ severity: Severity) -> Diagnostic {
        var copy = self
        copy.severity = severity
        return copy
    }
}

/// A line and column of a text. Both count from 1; columns count Unicode scalars.
public struct Position: Hashable, Sendable, Comparable {
    /// The line, from 1.
    public var line: Int
    /// The column, from 1, in Unicode scalars.
    public var column: Int

    /// Creates a position.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Compares positions in the order of the text.
    ///
    /// - Parameters:
    ///   - a: a position.
    ///   - b: another position.
    /// - Returns: true if the first comes earlier.
    public static func < (a: Position, b: Position) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

extension Diagnostic: CustomStringConvertible {
    /// One line, `file:line:column: severity: path: message (hint)`, without the parts that are unknown. The severity is
    /// left out for errors. Control characters of the input are escaped.
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
        return controlsEscaped(text)
    }

    /// The diagnostic as a JSON object on one line, with the keys `severity`, `code`, `file`, `line`, `column`, `path`,
    /// `message`, `expected`, `found` and `hint`, without those that have no value.
    public var jsonLine: String {
        JSONNode.members([
            "severity": .text(severity.rawValue),
            "code": .text(code.rawValue),
            "file": file.map(JSONNode.text),
            "line": position.map { .count($0.line) },
            "column": position.map { .count($0.column) },
            "path": path.isEmpty ? nil : .text(path),
            "message": .text(message),
            "expected": expected.map(JSONNode.text),
            "found": found.map(JSONNode.text),
            "hint": hint.map(JSONNode.text),
        ]).line
    }
}

/// Codes for any JSON document. The kind of document comes first in the code: `scene.unknown-key`, `style.syntax`.
package enum DocumentProblem: String, CaseIterable, Sendable {
    /// The text is not JSON.
    case syntax
    /// A value has another JSON type than the one expected.
    case wrongType = "wrong-type"
    /// A number lies outside of its range.
    case outOfRange = "out-of-range"
    /// A string is none of the listed words.
    case unknownValue = "unknown-value"
    /// A value has the right type, but cannot be used.
    case invalidValue = "invalid-value"
    /// A required member is absent.
    case missingKey = "missing-key"
    /// A member has a name that the object does not have; most often a misspelling.
    case unknownKey = "unknown-key"
    /// An object has two members of one name.
    case repeatedKey = "repeated-key"

    /// The full code for a kind of document.
    package func code(in kind: JSONDocument.Kind) -> Diagnostic.Code {
        Diagnostic.Code(rawValue: "\(kind.rawValue).\(rawValue)")
    }
}

extension Position {
    /// The line and column of a byte offset in UTF-8 text. Columns count Unicode scalars; a byte order mark is not counted.
    package init(of offset: Int, in text: [UInt8]) { self = TextLines(text).position(of: offset, in: text) }
}

/// Where the lines of a text begin, and the columns of some of its bytes: any position is found without counting a long line again.
struct TextLines {
    /// Byte offsets.
    private let starts: [Int]
    /// Of every so many bytes, how many scalars of their line begin before them.
    private let columns: [Int]
    private static let step = 4096

    init(_ text: [UInt8]) {
        var (starts, columns) = ([text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0], [Int]())
        var column = -starts[0].signum()
        for (offset, byte) in text.enumerated() {
            if offset.isMultiple(of: Self.step) { columns.append(column) }
            if byte == UInt8(ascii: "\n") {
                starts.append(offset + 1)
                column = 0
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        (self.starts, self.columns) = (starts, columns)
    }

    func position(of offset: Int, in text: [UInt8]) -> Position {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        let end = min(offset, text.count)
        var (start, before) = (min(starts[low], end), 0)
        let known = max(0, end - 1) / Self.step
        if known * Self.step > start { (start, before) = (known * Self.step, columns[known]) }
        let scalars = text.withUnsafeBufferPointer { $0[start..<end].count { $0 & 0xC0 != 0x80 } }
        return Position(line: low + 1, column: 1 + before + scalars)
    }
}

/// Collects diagnostics, so that one run reports all problems; safe to share between tasks.
///
/// At most 1,000 are kept and the rest is counted, so that a hostile document cannot exhaust memory.
package final class DiagnosticSink: Sendable {
    private struct State {
        var all: [Diagnostic] = []
        var seen: Set<Diagnostic> = []
        var errors = 0
        var dropped = 0
    }
    private let state = Mutex(State())
    private static let limit = 1000

    /// Creates an empty sink.
    package init() {}

    /// Adds a diagnostic. Repeated ones are ignored; beyond 1,000, diagnostics are only counted.
    ///
    /// - Parameter diagnostic: the diagnostic to add.
    package func add(_ diagnostic: Diagnostic) {
        state.withLock { state in
            if diagnostic.severity == .error { state.errors += 1 }
            guard state.all.count < Self.limit else {
                state.dropped += 1
                return
            }
            if state.seen.insert(diagnostic).inserted { state.all.append(diagnostic) }
        }
    }

    /// Adds a diagnostic of these parts.
    package func add(
        _ severity: Diagnostic.Severity = .error, code: Diagnostic.Code, file: String? = nil, path: String = "",
        _ message: String, hint: String? = nil
    ) {
        add(Diagnostic(severity, code: code, file: file, path: path, message, hint: hint))
    }

    /// Counts a diagnostic that is not kept.
    package func drop(_ severity: Diagnostic.Severity) {
        state.withLock { state in
            if severity == .error { state.errors += 1 }
            state.dropped += 1
        }
    }

    /// All diagnostics in the order in which they were added; a final note counts those over the limit.
    package var all: [Diagnostic] {
        state.withLock { state in
            guard state.dropped > 0 else { return state.all }
            let note = "\(state.dropped) further problems are not shown"
            return state.all + [Diagnostic(.note, code: .diagnosticsTruncated, note)]
        }
    }

    /// All diagnostics by file, path and message: the same for any order in which they were added.
    package var inDocumentOrder: [Diagnostic] {
        all.sorted { a, b in
            (a.file ?? "", a.path, a.message, a.hint ?? "") < (b.file ?? "", b.path, b.message, b.hint ?? "")
        }
    }

    /// False once so many diagnostics are kept that further ones are only counted: then there is no need to word them.
    package var hasRoom: Bool { state.withLock { $0.all.count < Self.limit } }

    /// The number of diagnostics kept.
    package var count: Int { state.withLock { $0.all.count } }

    /// The number of errors added, including repeated ones and those over the limit.
    package var errorCount: Int { state.withLock { $0.errors } }

    /// True when at least one error was added.
    package var hasErrors: Bool { state.withLock { $0.errors > 0 } }
}

/// Words in double quotes, separated by commas; long ones are cut.
package func listing(_ words: some Sequence<String>) -> String {
    words.map { $0.count > 60 ? "\"\($0.prefix(60))…\"" : "\"\($0)\"" }.joined(separator: ", ")
}

/// The hint `did you mean "…"?` with the nearest known word; nil when none is near.
package func didYouMean(_ word: String, _ known: some Sequence<String>) -> String? {
    let synonym = synonyms[word.lowercased()]?.first { known.contains($0) }
    return (synonym ?? suggestion(for: word, among: known)).map { "did you mean \"\($0)\"?" }
}

/// What people call things in other programs, and the words that may be meant.
private let synonyms: [String: [String]] = [
    "angle": ["rotation", "bearing"], "azimuth": ["bearing", "heading"], "caption": ["title"],
    "color": ["strokeColor", "tint", "fillColor"], "colour": ["color", "strokeColor", "tint", "fillColor"],
    "fill": ["fillColor"], "heading": ["bearing"], "icon": ["image", "glyphImage"], "label": ["title", "text"],
    "lat": ["latitude"], "line": ["polyline"], "linestring": ["polyline"], "lng": ["longitude"],
    "lon": ["longitude"], "long": ["longitude"], "name": ["title"], "points": ["coordinates"],
    "position": ["coordinate", "at"], "location": ["coordinate"], "rotation": ["bearing"],
    "stroke": ["strokeColor"], "tilt": ["pitch"], "weight": ["lineWidth"], "width": ["lineWidth"],
]

/// The candidate nearest to a misspelt word, or nil when none is near.
///
/// Optimal string alignment distance, ignoring case; at most a third of the word may differ.
package func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
    let lowercased = Array(word.lowercased().unicodeScalars)
    guard lowercased.count <= 64 else { return nil }
    let maxDistance = max(1, lowercased.count / 3)
    var best: (word: String, distance: Int)?
    for candidate in candidates {
        let other = Array(candidate.lowercased().unicodeScalars)
        guard abs(other.count - lowercased.count) <= maxDistance else { continue }
        let distance = editDistance(lowercased, other)
        if distance <= maxDistance, distance < max(1, lowercased.count), distance < best?.distance ?? .max {
            best = (candidate, distance)
        }
    }
    return best?.word
}

/// The number of insertions, deletions, substitutions and swaps of neighbours that turn one word into the other.
private func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 1...a.count {
        var row = [i] + [Int](repeating: 0, count: b.count)
        for j in 1...b.count {
            let cost = a[i - 1] == b[j - 1] ? 0 : 1
            row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost)
            if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                row[j] = min(row[j], beforeLast[j - 2] + 1)
            }
        }
        (beforeLast, last) = (last, row)
    }
    return last[b.count]
}
