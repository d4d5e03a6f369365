// SPDX-License-Identifier: MIT
import StaticMapBatch
import TestSupport
import Testing

@Suite("Codes of batches") struct BatchCodeTests {
    @Test("are an area, a dot and words") func form() {
        #expect(invalidCodes(of: BatchCode.self) == [])
    }
}
