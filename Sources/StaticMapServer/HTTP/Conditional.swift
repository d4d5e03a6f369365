// SPDX-License-Identifier: MIT
import HTTPTypes

/// True when `If-None-Match` names the tag, so that the client's copy is still right.
///
/// - SeeAlso: RFC 9110, §13.1.2: the weak comparison is used.
package func matches(_ field: String, tag: String) -> Bool {
    // As browsers and caches send it.
    if field == tag { return true }
    if field.trimmed == "*" { return true }
    return field.split(separator: ",").contains { candidate in
        let candidate = candidate.drop { $0 == " " || $0 == "\t" }
        let strong = candidate.hasPrefix("W/") ? candidate.dropFirst(2) : candidate
        return String(strong).trimmed == tag
    }
}

extension String {
    /// Without spaces and tabs at both ends.
    package var trimmed: String {
        var text = self[...]
        while let first = text.first, first == " " || first == "\t" { text = text.dropFirst() }
        while let last = text.last, last == " " || last == "\t" { text = text.dropLast() }
        return String(text)
    }
}

/// What a list such as `Accept` prefers: names with their weights, in the order of the text.
///
/// - SeeAlso: RFC 9110, §12.4.2.
package func weighted(_ field: String) -> [(name: String, weight: Double)] {
    field.split(separator: ",").map { part in
        let parts = part.split(separator: ";").map { String($0).trimmed }
        let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
        return (parts.first?.lowercased() ?? "", weight)
    }
}

/// A date as HTTP writes it, such as "Sun, 06 Nov 1994 08:49:37 GMT".
///
/// - SeeAlso: RFC 9110, §5.6.7; Howard Hinnant, *chrono-Compatible Low-Level Date Algorithms*.
package func httpDate(secondsSince1970 seconds: Int) -> String {
    let days = Int((Double(seconds) / 86400).rounded(.down))
    let time = seconds - days * 86400
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(weekdays[((days % 7) + 7) % 7]), \(two(day)) \(months[month - 1]) \(year) "
        + "\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60)) GMT"
}
