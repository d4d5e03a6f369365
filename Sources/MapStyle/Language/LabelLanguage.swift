// SPDX-License-Identifier: MIT

/// The language of a map's names.
///
/// A feature's names are in properties such as `name`, `name:de` and `name_zh-Hant`. Wherever a style's `text-field` reads
/// one of them, the first of these that the feature has is read instead:
/// 1. the name in the language, first with its script or region if given, then without, then in a related language;
/// 2. for languages not in Latin script: `name`, the local name, if it begins with a letter of the language's script;
/// 3. `name:latin`, then `name_en`, since Latin script is the most widely read;
/// 4. `name`;
/// 5. the property that the style reads.
package struct LabelLanguage: Sendable, Hashable {
    /// The BCP 47 tag as written in the scene; nil for local names.
    package let tag: String?
    /// The tags to look for, in order of preference.
    private let tags: [String]
    /// The script of the language; nil for Latin script and for local names.
    let script: LabelScript?

    /// - Parameter tag: BCP 47, such as "de" or "zh-Hant"; "local" for `name`.
    package init(_ tag: String) {
        let subtags = Self.canonical(tag)
        guard tag != "local", let language = subtags.first else {
            (self.tag, tags, script) = (nil, [], nil)
            return
        }
        self.tag = tag
        tags = Self.tags(subtags)
        script = LabelScript(of: language, subtags: subtags)
    }

    /// The properties to read instead of a name property, in order of preference.
    func properties(insteadOf property: String) -> [String] {
        var candidates: [String] = []
        if property.first?.isUppercase == true {
            // Natural Earth writes NAME, NAME_DE, and NAME_ZHT for traditional Chinese.
            candidates = tags.map { "NAME_" + ($0 == "zh-Hant" ? "ZHT" : $0.uppercased()) } + ["NAME"]
        }
        candidates += tags.flatMap { ["name:\($0)", "name_\($0)"] }
        if tag != nil { candidates += ["name:latin"] + (script == nil ? [] : ["name_en"]) }
        candidates.append("name")
        // Names in other scripts are what the language replaces.
        if property != "name:nonlatin" { candidates.append(property) }
        var seen: Set<String> = []
        return candidates.filter { seen.insert($0).inserted }
    }

    /// True for a property with a feature's name in any language: `name`, `name:latin`, `name_en`,
    /// `name:zh-Hans`, `NAME`.
    static func isName(_ property: String) -> Bool {
        let lowered = property.lowercased()
        guard lowered.hasPrefix("name") else { return false }
        let rest = lowered.dropFirst(4)
        guard let separator = rest.first else { return true }
        guard separator == ":" || separator == "_" else { return false }
        let tag = rest.dropFirst()
        if ["latin", "nonlatin", "int"].contains(tag) { return true }
        let subtags = tag.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        guard let language = subtags.first, (2...3).contains(language.count), !Self.notLanguages.contains(language)
        else { return false }
        return subtags.allSatisfy { part in
            !part.isEmpty && part.count <= 8 && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
    }

    /// Three-letter words after `name_` that are not languages.
    private static let notLanguages: Set<Substring> = ["alt", "old", "len", "loc", "nat", "reg"]

    /// Subtags in the case that RFC 5646, §2.1.1 recommends: zh-Hant-HK.
    private static func canonical(_ tag: String) -> [String] {
        tag.split(separator: "-").enumerated().map { index, part in
            if index == 0 { return part.lowercased() }
            return part.count == 4 && part.allSatisfy(\.isLetter)
                ? part.prefix(1).uppercased() + part.dropFirst().lowercased()
                : part.count == 2 ? part.uppercased() : part.lowercased()
        }
    }

    private static func tags(_ subtags: [String]) -> [String] {
        // RFC 4647, §3.4: subtags are removed from the end.
        var candidates = subtags.indices.reversed().map { subtags[...$0].joined(separator: "-") }
        if subtags[0] == "zh" {
            let isTraditional = subtags.contains { ["Hant", "TW", "HK", "MO"].contains($0) }
            let own = isTraditional ? ["zh-Hant", "zh-TW", "zh-HK"] : ["zh-Hans", "zh-CN"]
            candidates = candidates.dropLast() + (subtags.count == 1 ? ["zh"] + own : own + ["zh"])
            candidates.append(isTraditional ? "zh-Hans" : "zh-Hant")
        } else if let relative = relatives[subtags[0]] {
            candidates.append(relative)
        }
        var seen: Set<String> = []
        return candidates.filter { seen.insert($0).inserted }
    }

    /// Norwegian has two written forms and a common tag; Cantonese reads Chinese names.
    private static let relatives = ["nb": "no", "nn": "no", "no": "nb", "yue": "zh-Hant"]
}
