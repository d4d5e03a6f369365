// SPDX-License-Identifier: MIT

/// The candidate that a misspelt word most likely meant, or nil when none is near.
///
/// Optimal string alignment distance, case ignored; at most a third of the word may differ.
package func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
    let lowered = Array(word.lowercased().unicodeScalars)
    guard lowered.count <= 64 else { return nil }
    let allowed = max(1, lowered.count / 3)
    var best: (word: String, distance: Int)?
    for candidate in candidates {
        let other = Array(candidate.lowercased().unicodeScalars)
        guard abs(other.count - lowered.count) <= allowed else { continue }
        let distance = editDistance(lowered, other)
        if distance <= allowed, distance < max(1, lowered.count), distance < best?.distance ?? .max {
            best = (candidate, distance)
        }
    }
    return best?.word
}

/// Insertions, deletions, substitutions and swaps of neighbours that turn one word into the other.
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
