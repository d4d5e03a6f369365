// SPDX-License-Identifier: MIT
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Measures one phase after another.
struct PhaseClock {
    private(set) var phases: [MapSnapshot.Phase] = []
    private var start = ContinuousClock.now

    /// Ends the phase that began with the last one's end.
    mutating func end(_ name: String) {
        let now = ContinuousClock.now
        phases.append(MapSnapshot.Phase(name: name, seconds: (now - start) / .seconds(1)))
        start = now
    }
}

/// How many processors this process may use.
func processorCount() -> Int {
    ProcessInfo.processInfo.activeProcessorCount
}
