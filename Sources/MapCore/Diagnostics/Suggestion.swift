// SPDX-License-Identifier: MIT

/// Words in double quotes, separated by commas.
package func listing(_ words: some Sequence<String>) -> String {
    words.map { "\"\($0)\"" }.joined(separator: ", ")
}

/// The hint `did you mean "…"?` with the nearest known word; nil when none is near.
package func didYouMean(_ word: String, _ known: some Sequence<String>) -> String? {
    let synonym = synonyms[word.lowercased()]?.first { known.contains($0) }
    return (synonym ?? suggestion(for: word, among: known)).map { "did you mean \"\($0)\"?" }
}

/// What people call things in other programs, and the words that may be meant.
private let synonyms: [String: [String]] = [
    "angle": ["rotation", "bearing"], "azimuth": ["bearing", "heading"], "caption": ["title"],
    "color": ["strokeColor", "tint", "fillColor"], "colour": ["color", "strokeColor", "tint", "fillColor"],
    "fill": ["fillColor"], "heading": ["bearing"], "icon": ["image", "glyphImage"], "label": ["title", "text"],
    "lat": ["latitude"], "line": ["polyline"], "linestring": ["polyline"], "lng": ["longitude"],
    "lon": ["longitude"], "long": ["longitude"], "name": ["title"], "points": ["coordinates"],
    "position": ["coordinate", "at"], "location": ["coordinate"], "rotation": ["bearing"],
    "stroke": ["strokeColor"], "tilt": ["pitch"], "weight": ["lineWidth"], "width": ["lineWidth"],
]

/// The candidate nearest to a misspelt word, or nil when none is near.
///
/// Optimal string alignment distance, ignoring case; at most a third of the word may differ.
package func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
    let lowercased = Array(word.lowercased().unicodeScalars)
    guard lowercased.count <= 64 else { return nil }
    let maxDistance = max(1, lowercased.count / 3)
    var best: (word: String, distance: Int)?
    for candidate in candidates {
        let other = Array(candidate.lowercased().unicodeScalars)
        guard abs(other.count - lowercased.count) <= maxDistance else { continue }
        let distance = editDistance(lowercased, other)
        if distance <= maxDistance, distance < max(1, lowercased.count), distance < best?.distance ?? .max {
            best = (candidate, distance)
        }
    }
    return best?.word
}

/// The number of insertions, deletions, substitutions and swaps of neighbours that turn one word into the other.
private func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 1...a.count {
        var row = [i] + [Int](repeating: 0, count: b.count)
        for j in 1...b.count {
            let cost = a[i - 1] == b[j - 1] ? 0 : 1
            row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost)
            if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                row[j] = min(row[j], beforeLast[j - 2] + 1)
            }
        }
        (beforeLast, last) = (last, row)
    }
    return last[b.count]
}
