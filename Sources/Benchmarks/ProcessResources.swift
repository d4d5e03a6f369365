// SPDX-License-Identifier: MIT
import CAllocations
import Foundation
import MapText
import StaticMap

/// What a process that draws maps holds.
struct Holdings {
    /// Resident bytes of its own.
    var memory: Int
    /// Resident bytes of files that are mapped, such as fonts: the system takes them away when it needs memory.
    var mapped: Int
    /// Bytes that the renderer's caches say they hold.
    var caches: Int
    var descriptors: Int
    var threads: Int

    /// Gives free pages back first: how the allocator keeps them says nothing about what is in use.
    static func now(_ renderer: MapRenderer) -> Holdings {
        release_free_memory()
        return Holdings(
            memory: status("RssAnon:") << 10, mapped: status("RssFile:") << 10,
            caches: renderer.cache.cost + renderer.fonts.cachedBytes,
            descriptors: (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0,
            threads: status("Threads:"))
    }

    var line: String {
        String(
            format: "%10.1f %10.1f %10.1f %12d %8d", Double(memory) / 1e6, Double(mapped) / 1e6, Double(caches) / 1e6,
            descriptors, threads)
    }

    /// Throws when there is one descriptor or thread more than there was.
    func checkGrowth(since earlier: Holdings) throws {
        guard descriptors <= earlier.descriptors else {
            throw BenchmarkError("descriptors leak: there were \(earlier.descriptors), and are \(descriptors)")
        }
        guard threads <= earlier.threads else {
            throw BenchmarkError("threads leak: there were \(earlier.threads), and are \(threads)")
        }
    }

    /// Throws when the last quarter of what a process held took more than 5 % more memory than the first quarter.
    ///
    /// Means, as single readings differ by a tenth: the caches are full of now these tiles and images, now those.
    static func checkMemory(_ readings: [Holdings]) throws {
        let quarter = max(1, readings.count / 4)
        func mean(_ part: some Collection<Holdings>) -> Double {
            part.reduce(0) { $0 + Double($1.memory) } / Double(part.count) / 1e6
        }
        let (first, last) = (mean(readings.prefix(quarter)), mean(readings.suffix(quarter)))
        let growth = String(
            format: "%.1f MB at first, %.1f MB at last: %+.1f %%", first, last, 100 * (last / first - 1))
        guard last <= first * 1.05 else { throw BenchmarkError("memory grows: \(growth)") }
        print("memory, means of \(quarter) lines each: \(growth)")
    }

    /// A number of the process's status; 0 where the system has no such file.
    private static func status(_ name: String) -> Int {
        guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) })
        else { return 0 }
        return line.split(whereSeparator: \.isWhitespace).dropFirst().compactMap { Int($0) }.first ?? 0
    }
}

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
