// SPDX-License-Identifier: MIT
import CPango

/// Selects the family for characters that the requested fonts lack.
///
/// In order of preference: Noto Sans; for Han characters the Noto Sans CJK of the language; other "Noto Sans …" by
/// name; other "Noto …"; all other fonts by name; color fonts. Within one of these steps, families that have only a few
/// characters of a script come last. The order does not depend on the system's configuration.
struct FontFallback {
    private struct Family {
        var rank: Int
        var name: String
        var coverage: OpaquePointer
    }

    private let config: OpaquePointer?
    private let colorFamilies: [String]
    private lazy var families = Self.ranked(config, colorFamilies)
    private var familyOfScalar: [CJKVariant: [UInt32: Int]] = [:]
    /// How many of the 128 characters from one on families have.
    private var countsOfBlock: [UInt32: [Int: Int]] = [:]
    /// True when there are no fonts but color fonts.
    let isEmpty: Bool

    /// - Parameters:
    ///   - config: must outlive this value, which refers to its character sets.
    ///   - colorFamilies: the color fonts that can be drawn, best first.
    init(config: OpaquePointer?, colorFamilies: [String]) {
        self.config = config
        self.colorFamilies = colorFamilies
        isEmpty = !FontConfiguration.patterns(in: config).contains { pattern in
            pattern.string(FC_FAMILY).map { !pattern.isColored && !colorFamilies.contains($0) } ?? false
                && pattern.coverage != nil
        }
    }

    /// All families, best first.
    private static func ranked(_ config: OpaquePointer?, _ colorFamilies: [String]) -> [Family] {
        var regularFaces: [String: (weight: Int32, coverage: OpaquePointer)] = [:]
        for pattern in FontConfiguration.patterns(in: config) {
            guard let name = pattern.string(FC_FAMILY), let coverage = pattern.coverage else { continue }
            guard !pattern.isColored || colorFamilies.contains(name) else { continue }
            var weight: Int32 = 80
            FcPatternGetInteger(pattern, FC_WEIGHT, 0, &weight)
            // The regular face represents the family's coverage (80 is FC_WEIGHT_REGULAR).
            if let known = regularFaces[name], abs(known.weight - 80) <= abs(weight - 80) { continue }
            regularFaces[name] = (weight, coverage)
        }
        let rank = { (name: String) in colorFamilies.firstIndex(of: name).map { $0 + 5 } ?? Self.rank(name) }
        return regularFaces.map { Family(rank: rank($0.key), name: $0.key, coverage: $0.value.coverage) }
            .sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }
    }

    /// The fallback families that a text needs, best first.
    mutating func families(for text: String, variant: CJKVariant) -> [String] {
        var needed: [Int] = []
        for scalar in text.unicodeScalars where scalar.value > 0x24F {
            guard let index = family(covering: scalar.value, variant: variant), !needed.contains(index) else {
                continue
            }
            needed.append(index)
        }
        return needed.sorted().map { families[$0].name }
    }

    private mutating func family(covering scalar: UInt32, variant: CJKVariant) -> Int? {
        if let known = familyOfScalar[variant]?[scalar] { return known < 0 ? nil : known }
        let covering = families.indices.filter { FcCharSetHasChar(families[$0].coverage, scalar) != 0 }
        let preferred = covering.first { families[$0].name == variant.family }
        let first = covering.first
        let isFirstChoice = first.map { families[$0].name == "Noto Sans" } ?? true
        var choice = isFirstChoice ? first : preferred
        if choice == nil { choice = familyOfScript(among: covering, for: scalar) }
        familyOfScalar[variant, default: [:]][scalar] = choice ?? -1
        return choice
    }

    /// The first family of the best rank that has at least half as many of the 128 characters around as any other: Noto
    /// Sans Grantha has a few letters of Tamil, Noto Sans Bengali the full stop of Devanagari.
    private mutating func familyOfScript(among covering: [Int], for scalar: UInt32) -> Int? {
        let peers = covering.prefix { families[$0].rank == families[covering[0]].rank }
        guard peers.count > 1 else { return peers.first }
        let block = scalar & ~0x7F
        let counts = peers.map { index in
            if let known = countsOfBlock[block]?[index] { return known }
            let coverage = families[index].coverage
            let count = (block..<block + 128).count { FcCharSetHasChar(coverage, $0) != 0 }
            countsOfBlock[block, default: [:]][index] = count
            return count
        }
        let most = counts.max() ?? 0
        return zip(peers, counts).first { $1 * 2 >= most }?.0
    }

    private static func rank(_ name: String) -> Int {
        let words = name.split(separator: " ")
        guard words.first == "Noto" else { return 4 }
        guard words.count > 1, words[1] == "Sans" else { return 3 }
        if words.count == 2 { return 0 }
        if words[2] == "CJK" { return 1 }
        return words.contains { $0 == "Mono" || $0 == "Display" || $0 == "UI" } ? 3 : 2
    }
}

/// The regional variant of Han characters, whose shapes differ between Japan, Korea and the parts of China.
enum CJKVariant: String, Sendable {
    case simplifiedChinese = "SC"
    case traditionalChinese = "TC"
    case hongKong = "HK"
    case japanese = "JP"
    case korean = "KR"

    var family: String { "Noto Sans CJK \(rawValue)" }

    /// The language tag for text without a language, or with one that is not written in Han characters.
    var language: String {
        switch self {
        case .simplifiedChinese: "zh-hans"
        case .traditionalChinese: "zh-hant"
        case .hongKong: "zh-hk"
        case .japanese: "ja"
        case .korean: "ko"
        }
    }

    /// True for languages that determine a variant.
    static func isTold(by language: String?) -> Bool {
        let subtag = language?.split { $0 == "-" || $0 == "_" }.first?.lowercased()
        return subtag.map(["ja", "ko", "zh", "yue"].contains) ?? false
    }

    /// Derived from the language (BCP 47), else from kana or hangul in the text; else simplified Chinese.
    init(language: String?, text: String) {
        let tag = language?.lowercased().replacingUnderscores ?? ""
        let parts = tag.split(separator: "-")
        switch parts.first {
        case "ja": self = .japanese
        case "ko": self = .korean
        case "zh", "yue":
            if parts.contains("hk") || parts.contains("mo") || parts.first == "yue" {
                self = .hongKong
            } else if parts.contains("hant") || parts.contains("tw") {
                self = .traditionalChinese
            } else {
                self = .simplifiedChinese
            }
        default:
            let scalars = text.unicodeScalars
            self =
                scalars.contains(where: \.isKana)
                ? .japanese : scalars.contains(where: \.isHangul) ? .korean : .simplifiedChinese
        }
    }
}

extension String {
    /// POSIX writes `zh_TW`, BCP 47 `zh-TW`.
    fileprivate var replacingUnderscores: String { String(map { $0 == "_" ? "-" : $0 }) }
}

extension OpaquePointer {
    /// The characters of a fontconfig pattern.
    var coverage: OpaquePointer? {
        var coverage: OpaquePointer?
        return FcPatternGetCharSet(self, FC_CHARSET, 0, &coverage) == FcResultMatch ? coverage : nil
    }
}
