// SPDX-License-Identifier: MIT
import MapCore
import Testing

@Suite("Searching") struct SearchingTests {
    @Test("the first value that there is, each asked once") func first() {
        var asked: [Int] = []
        let found = [1, 2, 3, 4].firstNonNil { element -> String? in
            asked.append(element)
            return element == 3 ? "three" : nil
        }
        #expect(found == "three")
        #expect(asked == [1, 2, 3])
        #expect([1, 2].firstNonNil { _ in Int?.none } == nil)
    }

    @Test("the first index of those for which a condition holds") func partition() {
        let values = [1, 3, 5, 7]
        #expect((0...8).map { limit in values.partitioningIndex { $0 >= limit } } == [0, 0, 1, 1, 2, 2, 3, 3, 4])
    }
}
