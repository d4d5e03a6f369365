// SPDX-License-Identifier: MIT
import CAllocations
import Foundation

/// The resources that the process has used.
struct Usage {
    /// Seconds of all threads, and of finished processes that this one started.
    var cpu: Double
    /// Seconds.
    var wall: Double
    var allocations: UInt64
    var bytes: UInt64
    /// Peak memory in bytes since `resetPeak`, or since the process began where the system cannot reset it.
    var peak: Int

    static func now() -> Usage {
        Usage(
            cpu: processSeconds(), wall: monotonicSeconds(),
            allocations: allocation_count(), bytes: allocated_bytes(), peak: peakMemory())
    }

    func since(_ earlier: Usage) -> Usage {
        Usage(
            cpu: cpu - earlier.cpu, wall: wall - earlier.wall, allocations: allocations - earlier.allocations,
            bytes: bytes - earlier.bytes, peak: peak)
    }

    /// Resets the peak; on Linux by writing "5" to the process's own file.
    static func resetPeak() {
        guard let file = fopen("/proc/self/clear_refs", "w") else { return }
        fputs("5", file)
        fclose(file)
    }

    private static func peakMemory() -> Int {
        if let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let kilobytes = line.split(separator: " ").dropFirst().compactMap({ Int($0) }).first
        {
            return kilobytes << 10
        }
        return 0
    }

    private static func processSeconds() -> Double {
        var (own, others) = (rusage(), rusage())
        // RUSAGE_SELF and RUSAGE_CHILDREN, which the systems' headers give different types.
        getrusage(0, &own)
        getrusage(-1, &others)
        return seconds(own.ru_utime) + seconds(own.ru_stime) + seconds(others.ru_utime) + seconds(others.ru_stime)
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }

    private static func monotonicSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
