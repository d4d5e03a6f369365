// SPDX-License-Identifier: MIT
import MapCore

/// Errors and warnings of many maps.
package enum BatchCode: String, DiagnosticCode {
    /// A line or row that cannot be understood.
    case invalidLine = "batch.invalid-line"
    /// A line that is longer than a scene may be.
    case longLine = "batch.long-line"
    /// A table whose header or quotes cannot be understood.
    case invalidTable = "batch.invalid-table"
    /// A placeholder that is written wrongly.
    case invalidPlaceholder = "batch.invalid-placeholder"
    /// A row without a value for a placeholder.
    case missingValue = "batch.missing-value"
    /// A value that has not the type that its placeholder asks for.
    case wrongValue = "batch.wrong-value"
    /// A name for an output that cannot be one.
    case invalidName = "batch.invalid-name"
    /// Two outputs would have one name.
    case repeatedName = "batch.repeated-name"
    /// A resumed run whose input is another than before.
    case changedInput = "batch.changed-input"
    /// The results of an earlier run cannot be understood, or do not belong to the output.
    case invalidResults = "batch.invalid-results"
    /// The container of the outputs cannot be written.
    case cannotWrite = "batch.not-writable"
    /// An archive whose tiles cannot be copied.
    case wrongArchive = "batch.wrong-archive"
    /// A tile of an archive that cannot be decoded, or is listed wrongly.
    case damagedTile = "batch.damaged-tile"
    /// How many maps were drawn.
    case summary = "batch.summary"
}
