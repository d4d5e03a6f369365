// SPDX-License-Identifier: MIT
import MapDiagnostics
import StaticMap

/// A map to draw: what a line or a row asks for.
struct BatchItem: Sendable {
    /// In the whole input, from 1.
    let number: Int
    let id: String
    /// The input's file, as messages call it, and the line.
    let file: String
    let position: Position?
    /// The scene to draw.
    let scene: Result<SceneText, Diagnostic>
    let outputs: [OutputRequest]

    /// A scene's text, and how to find its messages.
    struct SceneText: Sendable {
        let text: [UInt8]
        /// As messages call it.
        let file: String
        /// Where relative paths begin.
        let folder: String
        /// The line of the file that the text begins on; nil for a template, whose lines the text has.
        let line: Int?
    }
}

/// A picture that is asked for.
struct OutputRequest: Hashable, Sendable {
    let name: String
    let format: OutputFormat
}
