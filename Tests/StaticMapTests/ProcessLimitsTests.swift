// SPDX-License-Identifier: MIT
import MapData
import StaticMap
import Testing

@Suite("Limits of the process") struct ProcessLimitsTests {
    @Test(
        "connections leave files for the maps, a quarter of a thousand or half of fewer",
        arguments: [(1 << 20, (1 << 20) - 256), (1024, 768), (256, 128), (64, 32), (33, 1), (8, 1)])
    func connections(files: Int, expected: Int) {
        #expect(ProcessLimits.connections(ofFiles: files) == expected)
    }
}
