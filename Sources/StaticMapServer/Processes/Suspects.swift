// SPDX-License-Identifier: MIT

/// Decides which of the drawings that a process has left behind are refused for a while.
///
/// Nobody may have somebody else's map refused by asking for it beside one that ends the process. A drawing is refused at once if
/// the process ended in its own thread, or if it outlived its limit. If the ending names none, as when the system took the
/// process for its memory, a drawing that was the only one has a strike, and is refused with the second: others never.
package struct Suspects {
    package static let refusalSeconds = 600
    private static let most = 64

    /// By digest: when the strike counts no longer.
    private var strikes: [String: Int] = [:]

    package init() {}

    /// - Parameters:
    ///   - left: what was under way.
    ///   - now: milliseconds of any clock.
    /// - Returns: what is to be refused.
    package mutating func judge(_ left: [Board.Drawing], now: Int) -> [Board.Drawing] {
        strikes = strikes.filter { $0.value > now }
        let named = left.filter { $0.mark != nil }
        guard named.isEmpty, left.count == 1, let only = left.first else { return named }
        guard strikes[only.digest] == nil else { return [only] }
        if strikes.count >= Self.most, let oldest = strikes.min(by: { $0.value < $1.value }) {
            strikes[oldest.key] = nil
        }
        strikes[only.digest] = now + 1000 * Self.refusalSeconds
        return []
    }
}
