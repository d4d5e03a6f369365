// SPDX-License-Identifier: MIT

/// Reads an object's members by name and finally reports the members that no decoder asked for.
package struct ObjectReader {
    package let field: Field
    package let object: JSONObject
    private var knownKeys: [String] = []

    init(field: Field, object: JSONObject) {
        self.field = field
        self.object = object
    }

    /// The member's field, nil when it is absent. From now on the key counts as known.
    package mutating func field(_ key: String) -> Field? {
        if !knownKeys.contains(key) { knownKeys.append(key) }
        return object[key].map { field.member(key, $0) }
    }

    /// Decodes a member; nil when it is absent, or when the decoder has reported a problem.
    package mutating func optional<T>(_ key: String, _ decode: (Field) -> T?) -> T? {
        field(key).flatMap(decode)
    }

    /// Decodes a member; an absent one is an error.
    package mutating func required<T>(_ key: String, _ decode: (Field) -> T?) -> T? {
        guard let member = field(key) else {
            field.report(.missingKey, "expected the key \"\(key)\", found none", hint: misspellingHint(key))
            return nil
        }
        return decode(member)
    }

    /// Reports repeated keys and, with the nearest known name, every key that was not asked for. Keys that begin with
    /// "x-" are the user's own and always allowed.
    package func finish(alsoKnown: [String] = []) {
        let known = knownKeys + alsoKnown
        var seen: Set<String> = []
        let isStopped = ReadingStop.isRequested
        for (index, member) in object.members.enumerated() {
            if index & 1023 == 1023, isStopped?() ?? false { return }
            let isRepeated = !seen.insert(member.key).inserted
            let isKnown = known.contains(member.key) || member.key.hasPrefix("x-")
            if isKnown, !isRepeated { continue }
            let key = JSONNode(.string(member.key)).summary
            let location = field.member(member.key, JSONNode(.null, offset: member.keyOffset))
            if isRepeated {
                location.report(.repeatedKey, "the key \(key) appears more than once", found: key, hint: nil)
            }
            guard !isKnown else { continue }
            guard !field.diagnostics.isFull else {
                field.diagnostics.drop(.error)
                continue
            }
            location.report(
                .unknownKey, "unknown key \(key)", found: key,
                hint: didYouMean(member.key, known) ?? "known keys: \(known.joined(separator: ", "))")
        }
    }

    /// A hint when an unknown key is the likely misspelling of an absent one.
    private func misspellingHint(_ key: String) -> String? {
        // Whoever writes so many keys has not misspelt one.
        guard object.members.count <= 1000 else { return nil }
        return suggestion(for: key, among: object.members.map(\.key).filter { !knownKeys.contains($0) }).map {
            "is \"\($0)\" meant to be \"\(key)\"?"
        }
    }
}
