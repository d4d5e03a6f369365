// SPDX-License-Identifier: MIT
package import MapPlane

/// Finds the boxes that touch a rectangle: a packed R-tree over boxes in Z-order, in two flat arrays.
package struct BoxIndex: Sendable {
    private static let nodeSize = 16

    /// The caller's boxes in Z-order, then the nodes level by level, the root last.
    private var boxes: [Rect] = []
    /// The caller's indices, in the order of the first boxes.
    private var items: [UInt32] = []
    /// Where each level ends in `boxes`.
    private var levelEnds: [Int] = []

    package init(_ input: [Rect]) {
        let bounds = input.reduce(Rect.null) { $0.union($1) }
        guard !bounds.isNull, bounds.width.isFinite, bounds.height.isFinite else { return }
        let order = input.enumerated().map { offset, box in
            (key: Self.zOrder(box.center, in: bounds), item: UInt32(truncatingIfNeeded: offset))
        }.sorted { ($0.key, $0.item) < ($1.key, $1.item) }
        items = order.map(\.item)
        boxes = items.map { input[Int($0)] }
        levelEnds = [boxes.count]
        var start = 0
        while boxes.count - start > 1 {
            let end = boxes.count
            for first in stride(from: start, to: end, by: Self.nodeSize) {
                boxes.append(boxes[first..<min(first + Self.nodeSize, end)].reduce(Rect.null) { $0.union($1) })
            }
            start = end
            levelEnds.append(boxes.count)
        }
    }

    /// The box around all; `Rect.null` when there is none.
    package var bounds: Rect { boxes.last ?? .null }

    /// Calls `body` with the index of each box that touches the rectangle, edges included, in no particular order.
    package func search(_ rect: Rect, _ body: (Int) -> Void) {
        guard !boxes.isEmpty else { return }
        var pending = [(node: boxes.count - 1, level: levelEnds.count - 1)]
        while let (node, level) = pending.popLast() {
            let box = boxes[node]
            guard box.minX <= rect.maxX, rect.minX <= box.maxX, box.minY <= rect.maxY, rect.minY <= box.maxY else {
                continue
            }
            if level == 0 {
                body(Int(items[node]))
                continue
            }
            let levelStart = level > 0 ? levelEnds[level - 1] : 0
            let below = level > 1 ? levelEnds[level - 2] : 0
            let first = below + (node - levelStart) * Self.nodeSize
            for child in first..<min(first + Self.nodeSize, levelStart) { pending.append((child, level - 1)) }
        }
    }

    /// The position on a Z-order curve: the bits of both coordinates, interleaved.
    private static func zOrder(_ p: Point, in bounds: Rect) -> UInt32 {
        func spread(_ value: Double, _ low: Double, _ extent: Double) -> UInt32 {
            guard extent > 0 else { return 0 }
            var n = UInt32(max(0, min(65535, (value - low) / extent * 65535)))
            n = (n | n << 8) & 0x00FF_00FF
            n = (n | n << 4) & 0x0F0F_0F0F
            n = (n | n << 2) & 0x3333_3333
            return (n | n << 1) & 0x5555_5555
        }
        return spread(p.x, bounds.minX, bounds.width) | spread(p.y, bounds.minY, bounds.height) << 1
    }
}
