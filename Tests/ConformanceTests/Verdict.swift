// SPDX-License-Identifier: MIT

/// How near an image comes to the expected one.
enum Verdict: String, CaseIterable, Comparable, Sendable {
    /// No more pixels differ than MapLibre's own tests allow for the case.
    case strict
    case onePercent = "1%"
    case threePercent = "3%"
    /// More pixels differ, there is no image, or an empty one.
    case fail

    /// The share of pixels that differs, and what the case itself allows.
    init(differing: Double, allowed: Double) {
        self =
            differing <= allowed ? .strict : differing <= 0.01 ? .onePercent : differing <= 0.03 ? .threePercent : .fail
    }

    private var rank: Int {
        switch self {
        case .strict: 0
        case .onePercent: 1
        case .threePercent: 2
        case .fail: 3
        }
    }

    /// The better before the worse.
    static func < (a: Verdict, b: Verdict) -> Bool { a.rank < b.rank }
}
