// SPDX-License-Identifier: MIT
import MapRuntime

/// Data to draw, and the layers of it: `walks.gpkg|layer:paths|layer:huts`.
struct DataArgument {
    /// A file, - for standard input, or the data themselves.
    var data: String
    /// Empty for all.
    var layers: [String] = []
}

extension DataArgument {
    /// The text before the first `|layer:`, and the names after each; a file of exactly this name has no layers.
    init(_ argument: String) {
        let mark = "|layer:"
        let isText = argument.first(where: { !$0.isWhitespace }) == "{"
        guard !isText, argument.contains(mark), !fileExists(argument) else {
            self.init(data: argument)
            return
        }
        var parts = argument.split(separator: mark, omittingEmptySubsequences: false).map(String.init)
        self.init(data: parts.removeFirst(), layers: parts)
    }
}
