// SPDX-License-Identifier: MIT

/// Takes XML apart into tags and text: as much of it as GPX, KML and SVG files use. A document type is passed over, but
/// one with declarations is refused, so that no entity can grow.
package struct XMLScanner {
    package enum Token: Equatable {
        case open(String, [String: String])
        case close(String)
        case text(String)
    }

    private let bytes: [UInt8]
    private let file: String?
    private let code: Diagnostic.Code
    private let keepsPrefixes: Bool
    private var at = 0
    /// The end of an element that has no content.
    private var pendingClose: String?
    package private(set) var hasElements = false
    /// Elements that are kept in memory, whole.
    private var keptElements = 0
    private var tokens = 0

    /// - Parameters:
    ///   - bytes: the document, in UTF-8.
    ///   - file: its name in diagnostics.
    ///   - code: the code of diagnostics.
    ///   - keepsPrefixes: false to cut the prefixes of names off.
    package init(_ bytes: [UInt8], file: String?, code: Diagnostic.Code, keepsPrefixes: Bool = false) {
        self.bytes = bytes
        self.file = file
        self.code = code
        self.keepsPrefixes = keepsPrefixes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    }

    /// A diagnostic at the scanner's position.
    package func problem(_ message: String) -> Diagnostic {
        Diagnostic(code: code, file: file, position: Position(of: at, in: bytes), message)
    }

    /// Counts an element that is kept: it takes twice as much memory as a value of JSON.
    /// - Throws: past the limit of memory.
    mutating func countElement() throws(Diagnostic) {
        keptElements += 1
        let limit = WorkContext.current.documents.values / 2
        guard keptElements > limit else { return }
        var problem = problem(
            "the text has more than \(limit) elements, which is all that the limit of memory allows")
        problem.code = LimitCode.bytes.code
        throw problem
    }

    /// The next tag or text; nil at the end. Comments and processing instructions are passed over.
    package mutating func next() throws(Diagnostic) -> Token? {
        tokens += 1
        if tokens & 1023 == 0, WorkContext.isCancelled { throw problem("reading the text takes too long") }
        if let name = pendingClose {
            pendingClose = nil
            return .close(name)
        }
        while at < bytes.count {
            guard bytes[at] == 0x3C else { return .text(try text()) }
            if starts("<!--") {
                try skip(past: "-->")
            } else if starts("<![CDATA[") {
                let start = at + 9
                try skip(past: "]]>")
                return .text(String(decoding: bytes[start..<at - 3], as: UTF8.self))
            } else if starts("<?") {
                try skip(past: "?>")
            } else if starts("<!") {
                try skipDocumentType()
            } else {
                return try tag()
            }
        }
        return nil
    }

    private mutating func tag() throws(Diagnostic) -> Token {
        at += 1
        let closes = at < bytes.count && bytes[at] == 0x2F
        if closes { at += 1 }
        let name = try name()
        if closes {
            skipSpace()
            try take(0x3E)
            return .close(name)
        }
        hasElements = true
        var attributes: [String: String] = [:]
        while true {
            skipSpace()
            guard at < bytes.count else { throw problem("the file ends inside a tag") }
            if bytes[at] == 0x2F {
                at += 1
                try take(0x3E)
                pendingClose = name
                return .open(name, attributes)
            }
            if bytes[at] == 0x3E {
                at += 1
                return .open(name, attributes)
            }
            let key = try self.name()
            skipSpace()
            try take(0x3D)
            skipSpace()
            guard at < bytes.count, bytes[at] == 0x22 || bytes[at] == 0x27 else { throw problem("expected a quote") }
            let quote = bytes[at]
            let start = at + 1
            guard let end = bytes[start...].firstIndex(of: quote) else { throw problem("the file ends inside a tag") }
            at = end + 1
            guard attributes.count < 64 else { throw problem("a tag has too many attributes") }
            attributes[key] = try unescaped(bytes[start..<end])
        }
    }

    private mutating func skipDocumentType() throws(Diagnostic) {
        guard starts("<!DOCTYPE"), let end = bytes[at...].firstIndex(of: 0x3E), !bytes[at..<end].contains(0x5B) else {
            throw problem("declarations of a document type are not read")
        }
        at = end + 1
    }

    /// A name, without its prefix unless prefixes are kept.
    private mutating func name() throws(Diagnostic) -> String {
        let start = at
        while at < bytes.count, ![0x20, 0x09, 0x0A, 0x0D, 0x2F, 0x3E, 0x3D, 0x3C].contains(bytes[at]) { at += 1 }
        guard at > start, at - start < 256 else { throw problem("expected a name") }
        let full = bytes[start..<at]
        guard !keepsPrefixes else { return String(decoding: full, as: UTF8.self) }
        let local = full.lastIndex(of: 0x3A).map { full[($0 + 1)...] } ?? full
        return String(decoding: local, as: UTF8.self)
    }

    private mutating func text() throws(Diagnostic) -> String {
        let end = bytes[at...].firstIndex(of: 0x3C) ?? bytes.count
        let part = bytes[at..<end]
        at = end
        return try unescaped(part)
    }

    private func unescaped(_ part: ArraySlice<UInt8>) throws(Diagnostic) -> String {
        guard part.contains(0x26) else { return String(decoding: part, as: UTF8.self) }
        var result = ""
        var rest = part
        while let mark = rest.firstIndex(of: 0x26) {
            result += String(decoding: rest[..<mark], as: UTF8.self)
            guard let end = rest[mark...].prefix(12).firstIndex(of: 0x3B) else { throw problem("a lone \"&\"") }
            let entity = String(decoding: rest[(mark + 1)..<end], as: UTF8.self)
            guard let character = character(entity) else { throw problem("unknown entity \"&\(entity);\"") }
            result.unicodeScalars.append(character)
            rest = rest[(end + 1)...]
        }
        return result + String(decoding: rest, as: UTF8.self)
    }

    private func character(_ entity: String) -> Unicode.Scalar? {
        switch entity {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard entity.hasPrefix("#") else { return nil }
            let digits = entity.dropFirst()
            let code = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return code.flatMap(Unicode.Scalar.init)
        }
    }

    private func starts(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[at...].starts(with: $0) }
    }

    private mutating func skip(past end: String) throws(Diagnostic) {
        let wanted = Array(end.utf8)
        var here = at
        while here + wanted.count <= bytes.count {
            if bytes[here] == wanted[0], bytes[here..<here + wanted.count].elementsEqual(wanted) {
                at = here + wanted.count
                return
            }
            here += 1
        }
        throw problem("expected \"\(end)\", found the end of the file")
    }

    private mutating func skipSpace() {
        while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
    }

    private mutating func take(_ byte: UInt8) throws(Diagnostic) {
        guard at < bytes.count, bytes[at] == byte else {
            throw problem("expected \"\(Unicode.Scalar(byte))\"")
        }
        at += 1
    }
}

/// One element of an XML document with everything inside it.
package struct XMLElement {
    /// The nesting limit; KML of real programs stays below 20.
    package static let maxDepth = 64

    package let name: String
    package let attributes: [String: String]
    package var children: [XMLElement] = []
    /// The character data directly inside the element, joined.
    package var text = ""

    /// Reads the rest of an element whose start tag was the scanner's last token.
    /// - Throws: when the document ends early, or is nested deeper than `maxDepth`.
    package init(
        _ name: String, _ attributes: [String: String], rest scanner: inout XMLScanner, depth: Int = 0
    ) throws(Diagnostic) {
        guard depth < Self.maxDepth else {
            throw scanner.problem("elements are nested more than \(Self.maxDepth) deep")
        }
        try scanner.countElement()
        self.name = name
        self.attributes = attributes
        while let token = try scanner.next() {
            switch token {
            case .open(let child, let attributes):
                children.append(try XMLElement(child, attributes, rest: &scanner, depth: depth + 1))
            case .text(let more): text += more
            case .close(let closed):
                guard closed == name else { throw scanner.problem("expected </\(name)>, found </\(closed)>") }
                return
            }
        }
        throw scanner.problem("the file ends inside <\(name)>")
    }

    /// The first child of a name.
    package subscript(_ name: String) -> XMLElement? { children.first { $0.name == name } }

    package func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

    /// The text of the first child of a name without surrounding white space; nil when absent or empty.
    package func text(_ name: String) -> String? {
        guard let text = self[name]?.trimmedText, !text.isEmpty else { return nil }
        return text
    }

    package var trimmedText: String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}
