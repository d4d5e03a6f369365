// SPDX-License-Identifier: MIT

extension RandomAccessCollection where Index == Int {
    /// The first index for which a condition holds that holds for all elements after it too; the end where it holds for none.
    @inlinable
    package func partitioningIndex(where holds: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension Sequence {
    /// What the first element gives that gives anything. Each is asked once, where the `first` of a lazy `compactMap` asks the one
    /// that it finds twice, and traps if that gives nothing then, as after a limit has passed.
    @inlinable
    package func firstNonNil<Value, Failure>(
        _ value: (Element) throws(Failure) -> Value?
    ) throws(Failure) -> Value? {
        for element in self {
            if let found = try value(element) { return found }
        }
        return nil
    }
}
