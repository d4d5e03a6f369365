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
