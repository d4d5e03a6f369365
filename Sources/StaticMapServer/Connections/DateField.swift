// SPDX-License-Identifier: MIT
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The `Date` of answers, which is made once a second.
final class DateField: Sendable {
    private let held = Mutex((second: 0, text: ""))

    var text: String {
        let second = time(nil)
        return held.withLock { held in
            if held.second != second { held = (second, httpDate(secondsSince1970: second)) }
            return held.text
        }
    }
}
