// SPDX-License-Identifier: MIT
import MapCore

/// The attributes of a Shapefile: a table of dBASE III to 7, or of FoxPro. Memos are left out.
///
/// - SeeAlso: ESRI, *Shapefile Technical Description*, 1998; the file structure of dBASE, <https://www.dbase.com/Knowledgebase/INT/db7_file_fmt.htm>.
struct DBaseTable {
    struct Field {
        let name: String
        let type: UInt8
        /// From the start of the record.
        let offset: Int
        let length: Int
    }

    let recordCount: Int
    let fields: [Field]
    /// By the file's language driver; nil where that says nothing.
    let encoding: TextEncoding?
    private let headerLength: Int
    private let recordLength: Int
    private let source: ByteSource

    /// Nil for a file that is no table. `encoding` is that of names and texts; nil for the file's own.
    init?(_ source: ByteSource, encoding stated: TextEncoding?) {
        guard let head = source.bytes(at: 0, count: 32), let records = head.number(UInt32.self, at: 4),
            let header = head.number(UInt16.self, at: 8), let length = head.number(UInt16.self, at: 10), header >= 32,
            length > 0, let driver = head.number(UInt8.self, at: 29),
            let bytes = source.bytes(at: 0, count: min(Int(header), source.count))
        else { return nil }
        self.source = source
        (recordCount, headerLength, recordLength) = (Int(records), Int(header), Int(length))
        encoding = TextEncoding(languageDriver: driver)
        let words = stated ?? encoding ?? .guessed
        var fields: [Field] = []
        var (at, offset) = (32, 1)
        while let field = bytes.part(at, 32), let first = field.first, first != 0x0D {
            let name = field.prefix(11).prefix { $0 != 0 }
            guard let type = field.number(UInt8.self, at: 11), let width = field.number(UInt8.self, at: 16),
                let decimals = field.number(UInt8.self, at: 17)
            else { break }
            // A long text has the high byte of its length where numbers have their decimals.
            let length = type == UInt8(ascii: "C") ? Int(width) + Int(decimals) << 8 : Int(width)
            guard offset + length <= recordLength else { break }
            fields.append(Field(name: words.text(name), type: type, offset: offset, length: length))
            (at, offset) = (at + 32, offset + length)
        }
        self.fields = fields
    }

    /// The attributes of a record; nil when it is deleted.
    ///
    /// - Returns: no attributes beyond the end of the file.
    func properties(_ index: Int, encoding: TextEncoding) -> JSONNode? {
        var object = JSONObject()
        guard index < recordCount,
            let record = source.bytes(at: headerLength + index * recordLength, count: recordLength)
        else { return JSONNode(.object(object)) }
        guard record.first != UInt8(ascii: "*") else { return nil }
        for field in fields {
            guard let bytes = record.part(field.offset, field.length), let value = value(bytes, field.type, encoding)
            else { continue }
            object.members.append(JSONObject.Member(field.name, value))
        }
        return JSONNode(.object(object))
    }

    /// - Returns: nil for what is left out.
    private func value(_ bytes: ArraySlice<UInt8>, _ type: UInt8, _ encoding: TextEncoding) -> JSONNode? {
        switch UnicodeScalar(type) {
        case "C", "V":
            let text = trimmed(bytes)
            return text.isEmpty ? .null : .text(encoding.text(text))
        case "N", "F":
            let number = Double(String(decoding: trimmed(bytes), as: UTF8.self))
            return number.map(JSONNode.finite) ?? .null
        case "L":
            switch bytes.first.map(UnicodeScalar.init) {
            case "T", "t", "Y", "y", "1": return true
            case "F", "f", "N", "n", "0": return false
            default: return .null
            }
        case "D":
            let digits = String(decoding: trimmed(bytes), as: UTF8.self)
            guard digits.utf8.count == 8, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), Int(digits) != 0
            else {
                return .null
            }
            return "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))"
        case "I", "+": return bytes.number(Int32.self, at: 0).map { .number(Double($0)) } ?? .null
        case "O", "B": return bytes.double(at: 0).map(JSONNode.finite) ?? .null
        case "Y": return bytes.number(Int64.self, at: 0).map { .number(Double($0) / 10_000) } ?? .null
        default: return nil
        }
    }

    /// Without the blanks and zeros around it.
    private func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let start = bytes.drop { $0 == 0x20 }
        let end = start.lastIndex { $0 != 0x20 && $0 != 0 }
        return end.map { start[...$0].prefix { $0 != 0 } } ?? start.prefix(0)
    }
}
