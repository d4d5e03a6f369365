// SPDX-License-Identifier: MIT

/// The stable identifiers of the diagnostics that a module can report, such as `tiles.missing`.
///
/// Each module lists its own in one enumeration, so that documentation and tests can enumerate them. A code is a lowercase
/// area, a dot, and words joined by hyphens; once released, it keeps its meaning.
package protocol DiagnosticCode: RawRepresentable<String>, CaseIterable, Sendable {}

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
    package func code(in kind: JSONDocument.Kind) -> String { "\(kind.rawValue).\(rawValue)" }
}
