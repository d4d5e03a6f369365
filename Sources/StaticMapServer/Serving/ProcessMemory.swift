// SPDX-License-Identifier: MIT
import Foundation

/// Bytes of the process in memory, from `/proc`; 0 where there is none.
func residentBytes() -> Int {
    guard let data = FileManager.default.contents(atPath: "/proc/self/statm") else { return 0 }
    let fields = String(decoding: data, as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
}
