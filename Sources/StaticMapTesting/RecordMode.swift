// SPDX-License-Identifier: MIT
import Foundation

/// Which reference images are written. A test that writes one fails, so that no image is committed unseen.
public enum RecordMode: String, CaseIterable, Sendable {
    /// Those that do not exist yet.
    case missing
    /// Those too that the map does not match.
    case failed
    /// Every one.
    case all

    /// The mode that the environment asks for with `STATICMAP_RECORD`; nil when it does not.
    static func fromEnvironment(
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> RecordMode? {
        guard let text = environment["STATICMAP_RECORD"], !text.isEmpty else { return nil }
        guard let mode = RecordMode(rawValue: text) else { throw Unknown(text: text) }
        return mode
    }

    struct Unknown: Error, CustomStringConvertible {
        let text: String
        var description: String {
            "STATICMAP_RECORD: expected \(RecordMode.allCases.map(\.rawValue).joined(separator: ", ")), found \"\(text)\""
        }
    }
}
