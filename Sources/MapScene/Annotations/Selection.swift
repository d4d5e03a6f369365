// SPDX-License-Identifier: MIT

/// How many annotations may be selected at a time.
public enum Selection: String, CaseIterable, Hashable, Sendable {
    /// Any number.
    case multiple
    /// One, as in MapKit: the last selected one of the list.
    case single
}

extension Scene {
    /// The places in the list of those that are selected in vain, since a later one is.
    package var outdoneSelections: [Int] {
        guard selection == .single else { return [] }
        return annotations.indices.filter { annotations[$0].selected }.dropLast()
    }

    /// The same scene with no more selected than `selection` allows.
    package var withSelection: Scene {
        var scene = self
        for index in outdoneSelections { scene.annotations[index].selected = false }
        return scene
    }
}
