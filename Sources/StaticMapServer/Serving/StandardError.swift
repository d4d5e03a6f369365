// SPDX-License-Identifier: MIT
#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Writes one line to standard error at once, so that lines of several threads do not mix.
func writeLine(_ line: String) {
    var bytes = Array(line.utf8)
    bytes.append(0x0A)
    _ = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
}

/// The time in UTC, as RFC 3339 has it, with milliseconds.
func timestamp() -> String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var parts = tm()
    gmtime_r(&now.tv_sec, &parts)
    func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let date = [digits(Int(parts.tm_year) + 1900, 4), digits(Int(parts.tm_mon) + 1, 2), digits(Int(parts.tm_mday), 2)]
    let time = [Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec)].map { digits($0, 2) }
    return date.joined(separator: "-") + "T" + time.joined(separator: ":") + "." + digits(now.tv_nsec / 1_000_000, 3)
        + "Z"
}
