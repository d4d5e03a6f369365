// SPDX-License-Identifier: MIT

/// A file of data, and what of it is read and how, in one text: `walks.gpkg|layer:paths|layer:huts`, or
/// `stations.csv|longitude:x|latitude:y|crs:EPSG:2056`.
package struct DataReference: Hashable, Sendable {
    /// A file, - for standard input, or the data themselves.
    package var data: String
    /// Empty for all.
    package var layers: [String] = []
    package var reading = FeatureReading()

    package init(data: String) { self.data = data }

    /// The words behind a file.
    private static var words: [(word: String, value: WritableKeyPath<FeatureReading, String?>)] {
        [
            ("crs", \.crs), ("encoding", \.encoding), ("delimiter", \.delimiter), ("longitude", \.longitude),
            ("latitude", \.latitude), ("geometry", \.geometry),
        ]
    }

    /// - Parameter text: what begins with `{` has nothing behind it. So has a file that exists under exactly this name, which the caller
    ///   asks for.
    package init(_ text: String) {
        data = text
        guard text.first(where: { !$0.isWhitespace }) != "{" else { return }
        let marks = ["layer"] + Self.words.map(\.word)
        let starts = text.indices.filter { index in
            text[index] == "|" && marks.contains { text[text.index(after: index)...].hasPrefix($0 + ":") }
        }
        guard let first = starts.first else { return }
        data = String(text[..<first])
        for (start, end) in zip(starts, starts.dropFirst() + [text.endIndex]) {
            let part = text[text.index(after: start)..<end]
            let value = String(part.drop { $0 != ":" }.dropFirst())
            if part.hasPrefix("layer:") {
                layers.append(value)
            } else if let word = Self.words.first(where: { part.hasPrefix($0.word + ":") }) {
                reading[keyPath: word.value] = value
            }
        }
    }

    /// The words behind the file that are no layers, with their values.
    package var named: [(word: String, value: String)] {
        Self.words.compactMap { word in reading[keyPath: word.value].map { (word.word, $0) } }
    }
}
