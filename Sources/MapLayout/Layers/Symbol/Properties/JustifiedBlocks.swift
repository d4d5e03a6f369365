// SPDX-License-Identifier: MIT

/// The blocks of one label by justification, for the anchors to share.
package struct JustifiedBlocks<Block> {
    private let isIndependent: (Block) -> Bool
    private var blocks: [(justify: Double, block: Block)] = []

    /// - Parameter isIndependent: whether a block is the same however it is justified.
    package init(isIndependent: @escaping (Block) -> Bool) {
        self.isIndependent = isIndependent
    }

    /// - Parameters:
    ///   - justify: 0 for left, 0.5 for center, 1 for right.
    ///   - shape: shapes the label; called unless the block is known.
    /// - Returns: the block with that justification.
    package mutating func block(justify: Double, shape: () -> Block) -> Block {
        if let known = blocks.first(where: { $0.justify == justify || isIndependent($0.block) }) { return known.block }
        let block = shape()
        blocks.append((justify, block))
        return block
    }
}
