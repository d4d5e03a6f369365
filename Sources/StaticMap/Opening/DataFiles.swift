// SPDX-License-Identifier: MIT
import MapDiagnostics
import MapScene

/// The data files of a scene: each is read once, however many overlays show it.
struct DataFiles {
    private struct Key: Hashable {
        var path: String
        var format: DataOverlay.Format
        var layers: [String]
    }

    private var read: [Key: Result<Field?, Diagnostic>] = [:]

    /// The features of a file; nil, and reported, when it is not of the format.
    mutating func features(
        _ path: String, _ format: DataOverlay.Format, _ file: DataFile
    ) throws(Diagnostic) -> Field? {
        let key = Key(path: path, format: format, layers: file.layers)
        if let known = read[key] { return try known.get() }
        let result = Result { () throws(Diagnostic) in try file.features(path, format) }
        read[key] = result
        return try result.get()
    }
}
