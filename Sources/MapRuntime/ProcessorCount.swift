// SPDX-License-Identifier: MIT
#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// How many processors this process may use: those that it may run on, and no more than its container has time for.
///
/// - SeeAlso: proc(5), `Cpus_allowed`; Linux's documentation of control groups, version 2, `cpu.max`, and version 1,
///   `cpu.cfs_quota_us`.
package func processorCount() -> Int {
    let status = contents("/proc/self/status")
    let allowed = status.flatMap(processors(status:)) ?? Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let groups = "/sys/fs/cgroup"
    let quota =
        contents(groups + "/cpu.max")
        ?? contents(groups + "/cpu/cpu.cfs_quota_us").flatMap { quota in
            contents(groups + "/cpu/cpu.cfs_period_us").map { "\(quota) \($0)" }
        }
    return max(1, min(allowed, quota.flatMap(processors(quota:)) ?? allowed))
}

/// The processors that a process may run on, by its `/proc/PID/status`; nil where that does not say so.
package func processors(status: String) -> Int? {
    let line = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") }
    let count = line?.utf8.drop { $0 != UInt8(ascii: ":") }.reduce(0) { count, digit in
        count + (Character(UnicodeScalar(digit)).hexDigitValue ?? 0).nonzeroBitCount
    }
    return count == 0 ? nil : count
}

/// The processors that a quota pays for, in whole ones.
///
/// - Parameter quota: the time for each period, in microseconds, and the period: `150000 100000` is one and a half processors.
/// - Returns: nil for no limit, which is `max 100000` or `-1 100000`.
package func processors(quota: String) -> Int? {
    let numbers = quota.split { $0 == " " || $0 == "\n" }.map { Int($0) ?? 0 }
    guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else { return nil }
    return max(1, (numbers[0] + numbers[1] - 1) / numbers[1])
}

/// A small file of the system; nil where there is none.
private func contents(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let limit = 1 << 14
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { $1 = max(0, read(descriptor, $0.baseAddress, limit)) }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
}
