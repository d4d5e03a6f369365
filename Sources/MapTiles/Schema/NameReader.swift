// SPDX-License-Identifier: MIT

/// Reads the names of a layer's features, and tells them as OpenMapTiles does: in the local language, in each language that
/// is known, in Latin letters and in others.
struct NameReader {
    private enum Role {
        case other
        /// `name`, in the local language.
        case local
        /// `name2` and `name3` of Protomaps: the same in other scripts.
        case further
        /// `name:it` or `name_it`.
        case language
        case english
        case german
    }

    private let tables: PropertyTables
    private let roles: [Role]
    /// `name:de` for `name:de` and `name_de`.
    private let languages: [String]
    let hasNames: Bool
    /// Whether a value is written in Latin letters, once it is known.
    private var latin: [Bool?]
    /// For each builder, the places of the names in its keys.
    private var keys: [Keys?] = []

    private struct Keys {
        let local: UInt32
        let latin: UInt32
        let nonlatin: UInt32
        let english: UInt32
        let german: UInt32
        /// By the keys of the source.
        let languages: [UInt32]

        init(_ names: [String], _ builder: inout LayerBuilder) {
            local = builder.key("name")
            latin = builder.key("name:latin")
            nonlatin = builder.key("name:nonlatin")
            english = builder.key("name_en")
            german = builder.key("name_de")
            languages = names.map { $0.isEmpty ? 0 : builder.key($0) }
        }
    }

    init(_ tables: PropertyTables) {
        self.tables = tables
        var roles: [Role] = []
        var languages: [String] = []
        for key in tables.keys {
            var language = ""
            switch key {
            case "name": roles.append(.local)
            case "name2", "name3": roles.append(.further)
            case _ where key.hasPrefix("name:") || key.hasPrefix("name_"):
                language = "name:" + key.dropFirst(5)
                roles.append(language == "name:en" ? .english : language == "name:de" ? .german : .language)
            // "pgf:name" is for fonts whose glyphs are placed already.
            default: roles.append(.other)
            }
            languages.append(language)
        }
        self.roles = roles
        self.languages = languages
        hasNames = roles.contains { $0 != .other && $0 != .further }
        latin = [Bool?](repeating: nil, count: tables.values.count)
    }

    /// Adds the names of one feature to a layer.
    ///
    /// - Parameters:
    ///   - range: of the feature's tags.
    ///   - index: of the builder.
    ///   - builder: gets the names.
    mutating func copy(_ range: Range<UInt32>, _ index: Int, to builder: inout LayerBuilder) {
        guard hasNames else { return }
        let keys = keys(index, &builder)
        var (local, further, english, german, anyLatin): (UInt32?, UInt32?, UInt32?, UInt32?, UInt32?)
        for (key, value) in tables.pairs(in: range) {
            let role = roles[Int(key)]
            guard role != .other, let own = builder.value(at: value, of: tables) else { continue }
            switch role {
            case .other: break
            case .local:
                local = value
                builder.append(keys.local, own)
            case .further: further = further ?? value
            case .language, .english, .german:
                builder.append(keys.languages[Int(key)], own)
                if role == .english { english = value }
                if role == .german { german = value }
                if anyLatin == nil, isLatin(value) { anyLatin = value }
            }
        }
        guard let local else { return }
        let isOwnLatin = isLatin(local)
        let latin = isOwnLatin ? local : english ?? further.flatMap { isLatin($0) ? $0 : nil } ?? anyLatin
        let nonlatin = isOwnLatin ? further.flatMap { isLatin($0) ? nil : $0 } : local
        append(keys.latin, latin, to: &builder)
        append(keys.nonlatin, nonlatin, to: &builder)
        append(keys.english, english ?? latin, to: &builder)
        append(keys.german, german ?? latin, to: &builder)
    }

    private func append(_ key: UInt32, _ value: UInt32?, to builder: inout LayerBuilder) {
        if let value, let own = builder.value(at: value, of: tables) { builder.append(key, own) }
    }

    private mutating func keys(_ index: Int, _ builder: inout LayerBuilder) -> Keys {
        while keys.count <= index { keys.append(nil) }
        if let known = keys[index] { return known }
        let new = Keys(languages, &builder)
        keys[index] = new
        return new
    }

    private mutating func isLatin(_ value: UInt32) -> Bool {
        if let known = latin[Int(value)] { return known }
        let isLatin = tables.values[Int(value)].asText.isLatin
        latin[Int(value)] = isLatin
        return isLatin
    }
}

extension String {
    /// True for a text without letters of other scripts than the Latin one.
    package var isLatin: Bool {
        utf8.withContiguousStorageIfAvailable { bytes in bytes.allSatisfy { $0 < 0x80 } } ?? false
            || unicodeScalars.allSatisfy { scalar in
                switch scalar.value {
                // Latin, its extensions, phonetic letters and combining marks.
                case ..<0x370, 0x1D00..<0x1F00, 0x2C60..<0x2C80, 0xA720..<0xA800, 0xAB30..<0xAB70, 0xFB00..<0xFB07: true
                default: !scalar.properties.isAlphabetic
                }
            }
    }
}
