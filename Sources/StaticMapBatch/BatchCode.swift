// SPDX-License-Identifier: MIT
package import MapCore

/// Errors and warnings of many maps.
extension Diagnostic.Code {
    /// A line or row that cannot be understood.
    package static let batchInvalidLine: Self = "batch.invalid-line"
    /// A line that is longer than a scene may be.
    static let batchLongLine: Self = "batch.long-line"
    /// A table whose header or quotes cannot be understood.
    package static let batchInvalidTable: Self = "batch.invalid-table"
    /// A placeholder that is written wrongly.
    package static let batchInvalidPlaceholder: Self = "batch.invalid-placeholder"
    /// A row without a value for a placeholder.
    package static let batchMissingValue: Self = "batch.missing-value"
    /// A value that has not the type that its placeholder asks for.
    package static let batchWrongValue: Self = "batch.wrong-value"
    /// A name for an output that cannot be one.
    package static let batchInvalidName: Self = "batch.invalid-name"
    /// Two outputs would have one name.
    package static let batchRepeatedName: Self = "batch.repeated-name"
    /// A resumed run whose input is another than before.
    package static let batchChangedInput: Self = "batch.changed-input"
    /// The results of an earlier run cannot be understood, or do not belong to the output.
    package static let batchInvalidResults: Self = "batch.invalid-results"
    /// The container of the outputs cannot be written.
    package static let batchNotWritable: Self = "batch.not-writable"
    /// An archive whose tiles cannot be copied.
    package static let batchWrongArchive: Self = "batch.wrong-archive"
    /// A tile of an archive that cannot be decoded, or is listed wrongly.
    package static let batchDamagedTile: Self = "batch.damaged-tile"
    /// How many maps were drawn.
    package static let batchSummary: Self = "batch.summary"
}
