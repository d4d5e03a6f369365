// SPDX-License-Identifier: MIT

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
