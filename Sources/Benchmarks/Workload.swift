// SPDX-License-Identifier: MIT
import CAllocations

/// Something to be measured.
struct Work {
    var name: String
    /// What is counted, such as "features" or "MB", and how many a run handles; nil for one map.
    var amount: (count: Double, unit: String)?
    /// Done before each run; its time does not count.
    var prepare: () throws -> Void = {}
    var body: () throws -> Void

    /// The middle one of so many runs, after one that does not count.
    func measured(runs: Int) throws -> Measurement {
        var all: [Usage] = []
        for run in 0...runs {
            try prepare()
            Usage.resetPeak()
            let before = Usage.now()
            try body()
            let used = Usage.now().since(before)
            if run > 0 { all.append(used) }
        }
        let (cpu, wall) = (all.map(\.cpu).sorted(), all.map(\.wall).sorted())
        let last = all[all.count - 1]
        return Measurement(
            name: name, cpu: cpu[runs / 2], wall: wall[runs / 2], fastest: wall[0],
            rate: amount.map { $0.count / wall[runs / 2] }, unit: amount?.unit, allocations: last.allocations,
            allocatedBytes: last.bytes, peakMemory: last.peak)
    }
}
