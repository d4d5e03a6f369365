// SPDX-License-Identifier: MIT
import MapLayout
import Testing

@Suite("Justified blocks") struct JustifiedBlocksTests {
    /// What is shaped for labels with these justifications; the blocks are counted from 1.
    private func shaped(_ justifications: [Double], isIndependent: Bool) -> [Int] {
        var count = 0
        var blocks = JustifiedBlocks<Int>(isIndependent: { _ in isIndependent })
        return justifications.map { justify in
            blocks.block(justify: justify) {
                count += 1
                return count
            }
        }
    }

    @Test("anchors with one justification share a block")
    func shared() { #expect(shaped([0, 1, 0.5, 0.5, 0, 1], isIndependent: false) == [1, 2, 3, 3, 1, 2]) }

    @Test("a block that no justification changes is shaped once")
    func independent() { #expect(shaped([0, 1, 0.5], isIndependent: true) == [1, 1, 1]) }
}
