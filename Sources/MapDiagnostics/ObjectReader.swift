// SPDX-License-Identifier: MIT

/// Reads an object's members by name and reports, at the end, those that nobody asked for.
package struct ObjectReader {
    package let field: Field
    package let object: JSONObject
    private var asked: [String] = []

    init(field: Field, object: JSONObject) {
        self.field = field
        self.object = object
    }

    /// The member's field, nil when it is absent. Keeps the key as a known one.
    package mutating func field(_ key: String) -> Field? {
        if !asked.contains(key) { asked.append(key) }
        return object[key].map { field.member(key, $0) }
    }

    /// Decodes a member; nil when it is absent, or wrong, which the decoder has then reported.
    package mutating func optional<T>(_ key: String, _ decode: (Field) -> T?) -> T? {
        field(key).flatMap(decode)
    }

    /// As `optional`, and reports when the member is absent.
    package mutating func required<T>(_ key: String, _ decode: (Field) -> T?) -> T? {
        guard let member = field(key) else {
            field.report("expected the key \"\(key)\", found none", hint: missingHint(key))
            return nil
        }
        return decode(member)
    }

    /// Reports every member that was not asked for, except keys that begin with "x-", with the nearest known name.
    package func finish(alsoKnown: [String] = []) {
        let known = asked + alsoKnown
        var seen: Set<String> = []
        for member in object.members {
            if !seen.insert(member.key).inserted {
                report(member, "the key \(JSONNode(.string(member.key)).found) stands here twice")
            }
            guard !known.contains(member.key), !member.key.hasPrefix("x-") else { continue }
            report(
                member, "unknown key \(JSONNode(.string(member.key)).found)",
                hint: didYouMean(member.key, known) ?? "known keys: \(known.joined(separator: ", "))")
        }
    }

    private func report(_ member: JSONObject.Member, _ message: String, hint: String? = nil) {
        let key = field.member(member.key, JSONNode(.null, offset: member.keyOffset))
        key.report(message, hint: hint)
    }

    /// The likely misspelling of an absent key, if there is one.
    private func missingHint(_ key: String) -> String? {
        suggestion(for: key, among: object.members.map(\.key).filter { !asked.contains($0) }).map {
            "is \"\($0)\" meant to be \"\(key)\"?"
        }
    }
}
