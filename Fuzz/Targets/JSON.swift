// SPDX-License-Identifier: MIT
import MapCore

extension FuzzTarget {
    /// JSON as all of our formats have it.
    static let json = FuzzTarget("json") { bytes throws(BrokenPromise) in
        guard let document = accepted({ () throws(Diagnostic) in try JSONDocument(file: "input", text: bytes) }) else {
            return
        }
        try promiseRoundTrip(document.root)
    }

    /// GeoJSON text sequences: a JSON value on each line, or after each record separator.
    static let jsonLines = FuzzTarget("json-lines") { bytes throws(BrokenPromise) in
        guard
            let document = accepted({ () throws(Diagnostic) in try JSONDocument(.geojson, file: "input", text: bytes) })
        else { return }
        try promiseRoundTrip(document.root)
        _ = document.position(of: document.root.offset)
    }
}

/// A tree that is written and read again is written the same.
func promiseRoundTrip(_ node: JSONNode) throws(BrokenPromise) {
    let text = node.lines
    let again = try promised("JSON that was written cannot be read") { () throws(Diagnostic) in
        try JSONDocument(file: "written", text: Array(text.utf8))
    }
    try promise(again.root.lines == text, "JSON changes when it is written and read")
}
