// SPDX-License-Identifier: MIT
import MapTiles

/// The attributes of a feature, each with the zoom from which on it is there.
struct AttributeBytes {
    /// For each: field, size and value.
    private var bytes: [UInt8] = []
    /// Where each ends, and the zoom from which on it is there.
    private var items: [(end: Int, minZoom: Int)] = []
    /// From here on all are there.
    private var greatestZoom = 0

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        items.removeAll(keepingCapacity: true)
        greatestZoom = 0
    }

    /// Adds a value as tiles have it.
    mutating func add(_ field: Int, encoded value: [UInt8], _ minZoom: Int) {
        bytes.append(UInt8(truncatingIfNeeded: field))
        appendVarint(UInt64(value.count), to: &bytes)
        value.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
        finish(minZoom)
    }

    /// Adds a value that is no text, and takes few bytes.
    mutating func add(_ field: Int, _ value: PropertyValue, _ minZoom: Int) {
        bytes.append(UInt8(truncatingIfNeeded: field))
        let start = bytes.count
        bytes.append(0)
        value.appendTileBytes(to: &bytes)
        bytes[start] = UInt8(truncatingIfNeeded: bytes.count - start - 1)
        finish(minZoom)
    }

    /// Adds a text.
    mutating func add(_ field: Int, text: UnsafeBufferPointer<UInt8>, _ minZoom: Int) {
        bytes.append(UInt8(truncatingIfNeeded: field))
        let count = text.count
        appendVarint(UInt64(1 + varintSize(UInt64(count)) + count), to: &bytes)
        bytes.append(1 << 3 | 2)
        appendVarint(UInt64(count), to: &bytes)
        bytes.append(contentsOf: text)
        finish(minZoom)
    }

    /// Adds a string of the block of a feature; false where it is empty.
    mutating func add(_ field: Int, _ word: OSMWord, of tags: FeatureTags, _ minZoom: Int) -> Bool {
        tags.block.withBytes(of: word) { text in
            guard !text.isEmpty else { return false }
            add(field, text: text, minZoom)
            return true
        }
    }

    private mutating func finish(_ minZoom: Int) {
        items.append((bytes.count, minZoom))
        greatestZoom = max(greatestZoom, minZoom)
    }

    /// Their size, then for each: field, size and value.
    func append(atZoom zoom: Int, to target: inout [UInt8]) {
        if zoom >= greatestZoom {
            appendVarint(UInt64(bytes.count), to: &target)
            bytes.withUnsafeBufferPointer { target.append(contentsOf: $0) }
            return
        }
        var (size, start) = (0, 0)
        for item in items {
            if item.minZoom <= zoom { size += item.end - start }
            start = item.end
        }
        appendVarint(UInt64(size), to: &target)
        start = 0
        for item in items {
            if item.minZoom <= zoom { target += bytes[start..<item.end] }
            start = item.end
        }
    }
}
