// SPDX-License-Identifier: MIT

/// Seconds since 1970 of a date such as `2024-05-01` or `2024-05-01T10:00:00.5+02:00`; nil for another text.
///
/// - SeeAlso: RFC 3339, §5.6; the day number is that of Howard Hinnant's *chrono-Compatible Low-Level Date Algorithms*.
package func iso8601Seconds(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    func number(_ start: Int, _ count: Int) -> Int? {
        guard start + count <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[start..<start + count] {
            guard (48...57).contains(byte) else { return nil }
            value = value * 10 + Int(byte) - 48
        }
        return value
    }
    func has(_ character: Character, _ index: Int) -> Bool {
        index < bytes.count && bytes[index] == character.asciiValue
    }
    guard let year = number(0, 4), has("-", 4), let month = number(5, 2), has("-", 7), let day = number(8, 2),
        (1...12).contains(month), (1...daysOfMonth(month, of: year)).contains(day)
    else { return nil }
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted >= 0 ? shifted / 400 : (shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    var seconds = Double(era * 146_097 + dayOfEra - 719_468) * 86_400
    guard bytes.count > 10 else { return seconds }
    guard has("T", 10) || has(" ", 10) || has("t", 10), let hour = number(11, 2), has(":", 13),
        let minute = number(14, 2), hour < 25, minute < 60
    else { return nil }
    seconds += Double(hour * 3600 + minute * 60)
    var index = 16
    if has(":", index) {
        guard let second = number(index + 1, 2), second < 61 else { return nil }
        seconds += Double(second)
        index += 3
        if has(".", index) || has(",", index) {
            index += 1
            var unit = 0.1
            while let digit = number(index, 1) {
                (seconds, unit, index) = (seconds + Double(digit) * unit, unit / 10, index + 1)
            }
        }
    }
    guard index < bytes.count else { return seconds }
    if has("Z", index) || has("z", index) { return index + 1 == bytes.count ? seconds : nil }
    let isEast = has("+", index)
    guard isEast || has("-", index), let hours = number(index + 1, 2) else { return nil }
    index += has(":", index + 3) ? 4 : 3
    let minutes = number(index, 2)
    guard index + (minutes == nil ? 0 : 2) == bytes.count else { return nil }
    let offset = Double(hours * 3600 + (minutes ?? 0) * 60)
    return isEast ? seconds - offset : seconds + offset
}

private func daysOfMonth(_ month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
}

/// A time in seconds since 1970 as ISO 8601 writes it, in UTC, to the second.
package func iso8601(_ seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e11 else { return "" }
    let whole = Int(seconds.rounded(.down))
    let (day, clock) = (Int((Double(whole) / 86_400).rounded(.down)), ((whole % 86_400) + 86_400) % 86_400)
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    func digits(_ value: Int, _ count: Int = 2) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let date = [
        digits(yearOfEra + era * 400 + (month >= 10 ? 1 : 0), 4), digits(month < 10 ? month + 3 : month - 9),
        digits(dayOfYear - (153 * month + 2) / 5 + 1),
    ]
    let time = [digits(clock / 3600), digits(clock / 60 % 60), digits(clock % 60)]
    return date.joined(separator: "-") + "T" + time.joined(separator: ":") + "Z"
}
