// SPDX-License-Identifier: MIT
import Libc
import MapCore

/// A feature's part in a tile, as it is kept until all features are known: where it belongs, and its bytes.
struct Piece {
    /// The tile's number, the layer, and the order within it: see `key`.
    var key: UInt64
    /// In the bytes of its block.
    var start: UInt32
    var count: UInt32
    /// The number of the block, which comes after the key.
    var block: UInt32 = 0

    /// Tiles by number, their layers in the order of the schema, features in their order, which is limited to 26 bits.
    static func key(tile: UInt64, layer: Int, order: Int) -> UInt64 {
        let bias = 1 << 25
        return tile << 32 | UInt64(layer) << 26 | UInt64(max(0, min(2 * bias - 1, order + bias)))
    }

    var tile: UInt64 { key >> 32 }
    var layer: Int { Int(key >> 26 & 63) }
    /// In the bytes of its block.
    var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
}

/// The pieces of a block of features.
struct PieceBlock: Sendable {
    var pieces: [Piece] = []
    var bytes: [UInt8] = []
}

/// All pieces of a tile, in their order.
struct TilePieces: Sendable {
    /// Of the tile.
    let number: UInt64
    let pieces: ArraySlice<Piece>
    /// Those that pieces name by index; their bytes stay where they are.
    let blocks: [PieceBlock]
    /// How many bytes the pieces have.
    let size: Int

    /// The pieces one behind the other, for the thread that makes the tile: each use of a block, which all threads share, would be
    /// counted.
    func gathered() -> GatheredPieces {
        var all = GatheredPieces()
        all.pieces.reserveCapacity(pieces.count)
        all.bytes = [UInt8](unsafeUninitializedCapacity: size) { target, end in
            blocks.withUnsafeBufferPointer { blocks in
                for piece in pieces {
                    let (start, count) = (end, Int(piece.count))
                    blocks[Int(piece.block)].bytes.withUnsafeBufferPointer { bytes in
                        _ = UnsafeMutableBufferPointer(rebasing: target[start..<start + count])
                            .update(fromContentsOf: bytes[piece.range])
                    }
                    end = start + count
                    all.pieces.append((piece.layer, start..<end))
                }
            }
        }
        return all
    }
}

/// All pieces of a tile, and their bytes.
struct GatheredPieces {
    var pieces: [(layer: Int, range: Range<Int>)] = []
    var bytes: [UInt8] = []
}

extension [Piece] {
    /// Sorts by key; pieces of the same key stay in their order. By the digits of the keys, the lowest first.
    fileprivate mutating func sortByKey() {
        let bits = 11
        let mask = (1 << bits) - 1
        var sorted = self
        for shift in stride(from: 0, to: 64, by: bits) {
            var ends = [Int](repeating: 0, count: 1 << bits)
            for piece in self { ends[Int(truncatingIfNeeded: piece.key >> UInt64(shift)) & mask] += 1 }
            if ends.contains(count) { continue }
            var end = 0
            for digit in ends.indices {
                end += ends[digit]
                ends[digit] = end
            }
            for index in indices.reversed() {
                let digit = Int(truncatingIfNeeded: self[index].key >> UInt64(shift)) & mask
                ends[digit] -= 1
                sorted[ends[digit]] = self[index]
            }
            swap(&self, &sorted)
        }
    }
}

/// Keeps pieces, and gives them back tile by tile: sorted in memory, and, beyond a limit, in runs on disk that are merged.
final class PieceStore {
    private var blocks: [PieceBlock] = []
    private var size = 0
    private var runs: [PieceRun] = []
    private var blockCount: UInt32 = 0
    private let limit: Int
    private let folder: String
    /// How many pieces came.
    private(set) var count = 0

    /// - Parameters:
    ///   - folder: where runs are kept, without names.
    ///   - limit: bytes in memory, beyond which they go to disk.
    init(folder: String, limit: Int) { (self.folder, self.limit) = (folder, limit) }

    /// Adds a block; blocks that are added later have their pieces behind others of the same key.
    ///
    /// - Throws: when the disk is full.
    func add(_ block: PieceBlock) throws(Diagnostic) {
        guard !block.pieces.isEmpty else { return }
        count += block.pieces.count
        // With the room that the arrays have beyond their ends, and what sorting takes besides.
        size += block.bytes.capacity + (block.pieces.capacity + block.pieces.count) * MemoryLayout<Piece>.stride
        blocks.append(block)
        if size > limit { try spill() }
    }

    /// The pieces in memory by key, then by the order in which they came.
    private func sorted() -> [Piece] {
        var pieces: [Piece] = []
        pieces.reserveCapacity(blocks.reduce(0) { $0 + $1.pieces.count })
        for index in blocks.indices {
            for var piece in blocks[index].pieces {
                piece.block = UInt32(index)
                pieces.append(piece)
            }
            blocks[index].pieces = []
        }
        pieces.sortByKey()
        return pieces
    }

    private func spill() throws(Diagnostic) {
        let run = try PieceRun(folder: folder)
        let pieces = sorted()
        let blocks = blocks
        for piece in pieces {
            blocks[Int(piece.block)].bytes.withUnsafeBufferPointer {
                run.append(piece.key, UnsafeBufferPointer(rebasing: $0[piece.range]))
            }
            if run.isFull { try run.flush() }
        }
        try run.rewind()
        runs.append(run)
        self.blocks.removeAll()
        size = 0
    }

    /// Calls `body` for each tile with its pieces, by number.
    ///
    /// - Throws: what `body` throws; when the disk cannot be read.
    func forEachTile(_ body: (TilePieces) throws(Diagnostic) -> Void) throws(Diagnostic) {
        let pieces = sorted()
        let blocks = blocks
        if runs.isEmpty {
            var start = 0
            while start < pieces.count {
                var (end, size) = (start, 0)
                while end < pieces.count, pieces[end].tile == pieces[start].tile {
                    size += Int(pieces[end].count)
                    end += 1
                }
                try body(
                    TilePieces(number: pieces[start].tile, pieces: pieces[start..<end], blocks: blocks, size: size))
                start = end
            }
        } else {
            try mergeRuns(pieces, blocks, body)
        }
        self.blocks.removeAll()
        runs.removeAll()
    }

    /// Calls `body` for each tile of the runs and of what is in memory: of equal keys the earlier run comes first, and memory last.
    private func mergeRuns(
        _ pieces: [Piece], _ blocks: [PieceBlock], _ body: (TilePieces) throws(Diagnostic) -> Void
    ) throws(Diagnostic) {
        var (own, bytes): ([Piece], [UInt8]) = ([], [])
        func end() throws(Diagnostic) {
            guard let first = own.first else { return }
            let block = PieceBlock(bytes: bytes)
            try body(TilePieces(number: first.tile, pieces: own[...], blocks: [block], size: bytes.count))
            (own, bytes) = ([], [])
        }
        func add(_ key: UInt64, _ range: Range<Int>, of source: [UInt8]) throws(Diagnostic) {
            guard bytes.count + range.count <= UInt32.max else {
                throw Diagnostic(code: .limitsBytes, "the features of one tile take more than 4 GiB")
            }
            own.append(Piece(key: key, start: UInt32(bytes.count), count: UInt32(range.count)))
            source.withUnsafeBufferPointer { bytes.append(contentsOf: UnsafeBufferPointer(rebasing: $0[range])) }
        }
        var next = 0
        while true {
            // There are few runs.
            var (least, key): (PieceRun?, UInt64) = (nil, .max)
            for run in runs {
                if let own = run.key, own < key { (least, key) = (run, own) }
            }
            let isInMemory = next < pieces.count && pieces[next].key < key
            if isInMemory { key = pieces[next].key }
            guard isInMemory || least != nil else { break }
            if let first = own.first, first.tile != key >> 32 { try end() }
            if isInMemory {
                let piece = pieces[next]
                try add(key, piece.range, of: blocks[Int(piece.block)].bytes)
                next += 1
            } else if let least {
                try add(key, least.range, of: least.buffer)
                try least.next()
            }
        }
        try end()
    }
}

/// Sorted pieces in a file without a name, which goes with the process. One thread has it, and nothing that is called while it reads
/// or writes asks it for anything, so that accesses need not be checked.
private final class PieceRun {
    /// Of the piece that is next; nil at the end.
    @exclusivity(unchecked) private(set) var key: UInt64?
    /// Where its bytes stand in the buffer.
    @exclusivity(unchecked) private(set) var range = 0..<0
    @exclusivity(unchecked) private(set) var buffer: [UInt8] = []
    private let descriptor: Int32
    private let path: String
    private static let chunk = 1 << 20

    init(folder: String) throws(Diagnostic) {
        path = folder
        let name = folder + "/.staticmap-" + String(UInt64.random(in: .min ... .max), radix: 36)
        descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure() }
        unlink(name)
    }

    deinit { close(descriptor) }

    var isFull: Bool { buffer.count >= Self.chunk }

    func append(_ key: UInt64, _ bytes: UnsafeBufferPointer<UInt8>) {
        withUnsafeBytes(of: key) { buffer.append(contentsOf: $0) }
        withUnsafeBytes(of: UInt32(bytes.count)) { buffer.append(contentsOf: $0) }
        buffer.append(contentsOf: bytes)
    }

    func flush() throws(Diagnostic) {
        let code = writeAll(buffer, to: descriptor)
        guard code == 0 else { throw failure(code) }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Ends writing, and reads the first piece.
    func rewind() throws(Diagnostic) {
        try flush()
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw failure() }
        try next()
    }

    /// Reads the next piece.
    func next() throws(Diagnostic) {
        range = range.upperBound..<range.upperBound
        guard try fill(12) else {
            key = nil
            return
        }
        let start = range.upperBound
        let (own, count) = buffer.withUnsafeBytes { bytes in
            (
                bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self),
                Int(bytes.loadUnaligned(fromByteOffset: start + 8, as: UInt32.self))
            )
        }
        guard try fill(12 + count) else { throw failure(EIO) }
        key = own
        range = range.upperBound + 12..<range.upperBound + 12 + count
    }

    /// Makes sure that so many bytes are in the buffer behind the range; false at the end of the file.
    private func fill(_ count: Int) throws(Diagnostic) -> Bool {
        while buffer.count - range.upperBound < count {
            buffer.removeSubrange(..<range.upperBound)
            range = 0..<0
            let wanted = max(Self.chunk, count)
            let more = [UInt8](unsafeUninitializedCapacity: wanted) { target, filled in
                filled = max(0, read(descriptor, target.baseAddress, wanted))
            }
            if more.isEmpty {
                guard buffer.isEmpty else { throw failure(EIO) }
                return false
            }
            buffer += more
        }
        return true
    }

    private func failure(_ code: Int32 = errno) -> Diagnostic {
        Diagnostic(
            code: .fileCannotWrite, file: path,
            "what does not fit into memory cannot be kept here: \(String(cString: strerror(code)))")
    }
}
