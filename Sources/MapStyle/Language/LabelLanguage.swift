// SPDX-License-Identifier: MIT

/// The language in which a map shows names.
///
/// A feature's names stand in properties such as `name`, `name:de` and `name_zh-Hant`. Wherever a style's `text-field`
/// reads one of them, the first of these is read that the feature has:
/// 1. the name in the language, with its script or region if they are given, then without, then in a near relative;
/// 2. for languages that are written in other letters: `name`, which is local, if it begins with a letter of their script;
/// 3. `name:latin`, then `name_en`, as Latin letters are read by more people than any others;
/// 4. `name`;
/// 5. what the style asked for.
package struct LabelLanguage: Sendable, Hashable {
    /// BCP 47, as the scene has it; nil for local names.
    package let tag: String?
    /// The tags to look for, the best first.
    private let tags: [String]
    /// The letters that the language is written in; nil for Latin ones, and for local names.
    let script: LabelScript?

    /// - Parameter tag: BCP 47, such as "de" or "zh-Hant"; "local" for `name` as it is.
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

    /// The properties to read in place of one that holds names, the best first.
    func properties(insteadOf property: String) -> [String] {
        var found: [String] = []
        if property.first?.isUppercase == true {
            // Natural Earth writes NAME, NAME_DE, and NAME_ZHT for traditional Chinese.
            found = tags.map { "NAME_" + ($0 == "zh-Hant" ? "ZHT" : $0.uppercased()) } + ["NAME"]
        }
        found += tags.flatMap { ["name:\($0)", "name_\($0)"] }
        if tag != nil { found += ["name:latin"] + (script == nil ? [] : ["name_en"]) }
        found.append("name")
        // Letters of other scripts are what the language is to take the place of.
        if property != "name:nonlatin" { found.append(property) }
        var seen: Set<String> = []
        return found.filter { seen.insert($0).inserted }
    }

    /// True for a property that holds a feature's name, in whatever language: `name`, `name:latin`, `name_en`,
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

    /// Words after `name_` that have three letters and are no language.
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
        // RFC 4647, §3.4: what is too special is left out from the end.
        var found = subtags.indices.reversed().map { subtags[...$0].joined(separator: "-") }
        if subtags[0] == "zh" {
            let isTraditional = subtags.contains { ["Hant", "TW", "HK", "MO"].contains($0) }
            let own = isTraditional ? ["zh-Hant", "zh-TW", "zh-HK"] : ["zh-Hans", "zh-CN"]
            found = found.dropLast() + (subtags.count == 1 ? ["zh"] + own : own + ["zh"])
            found.append(isTraditional ? "zh-Hans" : "zh-Hant")
        } else if let relative = relatives[subtags[0]] {
            found.append(relative)
        }
        var seen: Set<String> = []
        return found.filter { seen.insert($0).inserted }
    }

    /// Norwegian has two written forms and a common tag; Cantonese reads Chinese names.
    private static let relatives = ["nb": "no", "nn": "no", "no": "nb", "yue": "zh-Hant"]
}
