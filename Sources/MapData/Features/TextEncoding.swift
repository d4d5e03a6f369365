// SPDX-License-Identifier: MIT
import Libc
import MapCore

/// The encoding of a file's texts.
struct TextEncoding: Hashable {
    /// As iconv names it; nil for texts that are read as UTF-8 where they are valid, and else as Windows-1252.
    private let name: String?

    static let utf8 = TextEncoding(name: "UTF-8")
    static let guessed = TextEncoding(name: nil)

    private init(name: String?) { self.name = name }

    /// The encoding with a name of people or programs, such as `UTF-8`, `1252`, `ANSI 1251`, `latin1`, `8859-15` or `Big5`. Nil for
    /// one that is not known here.
    init?(label: String) {
        let word = label.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let digits = word.filter(\.isNumber)
        let name: String
        switch word {
        case "UTF8", "65001", "CP65001": name = "UTF-8"
        case "LATIN1": name = "ISO-8859-1"
        case "ASCII", "USASCII": name = "CP1252"
        case "SJIS", "SHIFTJIS", "932", "ANSI932": name = "CP932"
        case "GBK", "936", "ANSI936": name = "GB18030"
        default:
            if digits.hasPrefix("8859"), digits.count > 4 {
                name = "ISO-8859-\(digits.dropFirst(4))"
            } else if word == "ANSI" + digits || word == "OEM" + digits || word == "CP" + digits
                || word == "WINDOWS" + digits || word == "WIN" + digits || word == digits, !digits.isEmpty
            {
                name = "CP\(digits)"
            } else {
                name = label.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
            }
        }
        self.init(name: name)
        guard !name.isEmpty, name.utf8.count <= 40, name == "UTF-8" || decoded([0x41]) == "A" else { return nil }
    }

    /// The encoding of that name, which somebody stated for a file.
    init(_ label: String, in file: String) throws(Diagnostic) {
        guard let known = TextEncoding(label: label) else {
            throw Diagnostic(
                code: .dataInvalid, file: file, expected: "an encoding such as UTF-8 or windows-1252",
                found: quoted(String(label.prefix(60))))
        }
        self = known
    }

    /// Those of dBASE's language driver ids.
    init?(languageDriver id: UInt8) {
        let page: Int? =
            switch id {
            case 0x01, 0x09, 0x0B, 0x0D, 0x0F, 0x11, 0x15, 0x18, 0x19, 0x1B: 437
            case 0x02, 0x0A, 0x0E, 0x10, 0x12, 0x14, 0x16, 0x1A, 0x1D, 0x25, 0x37: 850
            case 0x03, 0x57, 0x58, 0x59: 1252
            case 0x08, 0x17, 0x66: 865
            case 0x13, 0x7B: 932
            case 0x1C: 863
            case 0x1F, 0x22, 0x23, 0x40, 0x64, 0x87: 852
            case 0x24: 860
            case 0x26, 0x65: 866
            case 0x4D, 0x7A: 936
            case 0x4E, 0x79: 949
            case 0x4F, 0x78: 950
            case 0x50, 0x7C: 874
            case 0x67: 861
            case 0x6A, 0x86: 737
            case 0x6B, 0x88: 857
            case 0xC8: 1250
            case 0xC9: 1251
            case 0xCA: 1254
            case 0xCB: 1253
            case 0xCC: 1257
            default: nil
            }
        guard let page else { return nil }
        self.init(label: "\(page)")
    }

    /// The text of bytes. What the encoding does not have becomes U+FFFD.
    func text(_ bytes: ArraySlice<UInt8>) -> String {
        if bytes.allSatisfy({ $0 < 0x80 }) || name == "UTF-8" { return String(decoding: bytes, as: UTF8.self) }
        if name == nil, let text = String(validating: bytes, as: UTF8.self) { return text }
        return TextEncoding(name: name ?? "CP1252").decoded(Array(bytes)) ?? String(decoding: bytes, as: UTF8.self)
    }

    /// Through iconv; nil when it does not know the encoding.
    private func decoded(_ bytes: [UInt8]) -> String? {
        guard let name, let converter = iconv_open("UTF-8", name), Int(bitPattern: converter) != -1 else { return nil }
        defer { iconv_close(converter) }
        // No character of these encodings takes more than four bytes in UTF-8.
        let capacity = 4 * bytes.count + 16
        let output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
            bytes.withUnsafeBytes { input in
                guard let from = input.baseAddress, let to = buffer.baseAddress else { return }
                var source =
                    UnsafeMutablePointer(mutating: from.assumingMemoryBound(to: CChar.self)) as UnsafeMutablePointer?
                var (left, space) = (input.count, capacity)
                to.withMemoryRebound(to: CChar.self, capacity: capacity) { start in
                    var target = start as UnsafeMutablePointer?
                    while left > 0, iconv(converter, &source, &left, &target, &space) == -1, left > 0, space >= 3 {
                        // A byte that stands for nothing.
                        for (index, byte) in [UInt8(0xEF), 0xBF, 0xBD].enumerated() {
                            target?[index] = CChar(bitPattern: byte)
                        }
                        target = target?.advanced(by: 3)
                        (space, source, left) = (space - 3, source?.advanced(by: 1), left - 1)
                    }
                }
                filled = capacity - space
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
