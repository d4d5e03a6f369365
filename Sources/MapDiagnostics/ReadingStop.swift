// SPDX-License-Identifier: MIT

/// Ends the reading of documents for which no time is left.
///
/// What has been read by then is discarded by whoever asked for it.
package enum ReadingStop {
    /// Says whether the documents that this task reads are still wanted; nil for those that are.
    @TaskLocal package static var isRequested: (@Sendable () -> Bool)?
}
