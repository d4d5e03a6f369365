// SPDX-License-Identifier: MIT
import Libc
import MapCore
import MapGeo
import MapTiles

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

    var id: TileID? { TileID(hilbertNumber: number) }

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
    private let limit: Int
    private let folder: String
    private let threads: Int
    /// How many pieces came.
    private(set) var count = 0

    /// - Parameters:
    ///   - folder: where runs are kept, without names.
    ///   - limit: bytes in memory, beyond which they go to disk.
    ///   - threads: how many sort.
    init(folder: String, limit: Int, threads: Int) {
        (self.folder, self.limit, self.threads) = (folder, limit, threads)
    }

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

    /// All pieces, which are not added to any more.
    func sorted() -> SortedPieces {
        let ranges = PieceRanges(takingFrom: &blocks, threads: threads)
        let sorted = parallelMap(Array(0..<ranges.count), threads: threads) { ranges.sorted($0) }
        defer { (blocks, runs) = ([], []) }
        return SortedPieces(sorted, blocks, runs)
    }

    private func spill() throws(Diagnostic) {
        let run = try PieceRun(folder: folder)
        let ranges = PieceRanges(takingFrom: &blocks, threads: threads)
        let blocks = blocks
        var numbers = (0..<ranges.count).makeIterator()
        try parallelPipeline(threads: threads, ahead: 2 * threads) {
        } next: { () throws(Diagnostic) in
            numbers.next()
        } map: { range, _ in
            PieceRun.bytes(of: ranges.sorted(range), blocks)
        } consume: { bytes throws(Diagnostic) in
            try run.write(bytes)
        }
        try run.rewind()
        runs.append(run)
        self.blocks.removeAll()
        size = 0
    }
}

/// Pieces by ranges of tiles, each of which is sorted on its own.
private struct PieceRanges {
    /// For each part of the blocks, the pieces of each range, in the order in which they came.
    private let parts: [[[Piece]]]
    let count: Int

    private static let (mostRanges, samples) = (64, 2048)

    /// Takes the pieces from their blocks, whose bytes stay.
    init(takingFrom blocks: inout [PieceBlock], threads: Int) {
        // Ranges of about as many pieces.
        let step = max(1, blocks.reduce(0) { $0 + $1.pieces.count } / Self.samples)
        let tiles = blocks.flatMap { block in
            stride(from: 0, to: block.pieces.count, by: step).map { block.pieces[$0].tile }
        }.sorted()
        var limits: [UInt64] = []
        for index in 1..<Self.mostRanges where !tiles.isEmpty {
            let tile = tiles[index * tiles.count / Self.mostRanges]
            if tile != limits.last { limits.append(tile) }
        }
        let size = max(1, (blocks.count + 4 * threads - 1) / (4 * max(1, threads)))
        let (own, starts) = (blocks, Array(stride(from: 0, to: blocks.count, by: size)))
        parts = parallelMap(starts, threads: threads) { [limits] start in
            Self.split(own[start..<min(start + size, own.count)], at: limits)
        }
        count = limits.count + 1
        for index in blocks.indices { blocks[index].pieces = [] }
    }

    /// The pieces of some blocks, range by range.
    private static func split(_ blocks: ArraySlice<PieceBlock>, at limits: [UInt64]) -> [[Piece]] {
        var counts = [Int](repeating: 0, count: limits.count + 1)
        // The range of each piece.
        var numbers: [UInt8] = []
        numbers.reserveCapacity(blocks.reduce(0) { $0 + $1.pieces.count })
        for block in blocks {
            for piece in block.pieces {
                let range = limits.partitioningIndex { $0 > piece.tile }
                counts[range] += 1
                numbers.append(UInt8(range))
            }
        }
        var ranges = counts.map { count -> [Piece] in
            var pieces: [Piece] = []
            pieces.reserveCapacity(count)
            return pieces
        }
        var place = 0
        for index in blocks.indices {
            for var piece in blocks[index].pieces {
                piece.block = UInt32(truncatingIfNeeded: index)
                ranges[Int(numbers[place])].append(piece)
                place += 1
            }
        }
        return ranges
    }

    /// The pieces of a range by key, then by the order in which they came.
    func sorted(_ range: Int) -> [Piece] {
        var pieces = Array(parts.map { $0[range] }.joined())
        pieces.sortByKey()
        return pieces
    }
}

/// Gives sorted pieces tile by tile, by the number of the tile.
final class SortedPieces {
    /// In memory, one behind the other.
    private let ranges: [[Piece]]
    private let blocks: [PieceBlock]
    private let runs: [PieceRun]
    /// Of the next piece of each run: numbers alone, since each piece is compared with all of them.
    private var keys: [UInt64?]
    /// Of the next piece in memory.
    private var (range, place) = (0, 0)

    fileprivate init(_ ranges: [[Piece]], _ blocks: [PieceBlock], _ runs: [PieceRun]) {
        self.ranges = ranges.filter { !$0.isEmpty }
        (self.blocks, self.runs) = (blocks, runs)
        keys = runs.map(\.key)
    }

    /// The next tile; nil at the end.
    ///
    /// - Throws: when the disk cannot be read.
    func next() throws(Diagnostic) -> TilePieces? { runs.isEmpty ? nextInMemory() : try nextMerged() }

    private func nextInMemory() -> TilePieces? {
        guard range < ranges.count else { return nil }
        let (pieces, start) = (ranges[range], place)
        var size = 0
        while place < pieces.count, pieces[place].tile == pieces[start].tile {
            size += Int(pieces[place].count)
            place += 1
        }
        defer { if place == pieces.count { (range, place) = (range + 1, 0) } }
        return TilePieces(number: pieces[start].tile, pieces: pieces[start..<place], blocks: blocks, size: size)
    }

    /// Of equal keys the earlier run comes first, and memory last.
    private func nextMerged() throws(Diagnostic) -> TilePieces? {
        var (own, bytes): ([Piece], [UInt8]) = ([], [])
        func add(_ key: UInt64, _ range: Range<Int>, of source: [UInt8]) throws(Diagnostic) {
            guard bytes.count + range.count <= UInt32.max else {
                throw Diagnostic(code: .limitsBytes, "the features of one tile take more than 4 GiB")
            }
            own.append(Piece(key: key, start: UInt32(bytes.count), count: UInt32(range.count)))
            source.withUnsafeBufferPointer { bytes.append(contentsOf: UnsafeBufferPointer(rebasing: $0[range])) }
        }
        while true {
            // There are few runs.
            var (least, key): (Int?, UInt64) = (nil, .max)
            for index in keys.indices {
                if let own = keys[index], own < key { (least, key) = (index, own) }
            }
            let piece = range < ranges.count ? ranges[range][place] : nil
            let isInMemory = piece.map { $0.key < key } ?? false
            if isInMemory, let piece { key = piece.key }
            guard isInMemory || least != nil, own.first.map({ $0.tile == key >> 32 }) ?? true else { break }
            if isInMemory, let piece {
                try add(key, piece.range, of: blocks[Int(piece.block)].bytes)
                place += 1
                if place == ranges[range].count { (range, place) = (range + 1, 0) }
            } else if let least {
                let run = runs[least]
                try add(key, run.range, of: run.buffer)
                try run.next()
                keys[least] = run.key
            }
        }
        return own.first.map {
            TilePieces(number: $0.tile, pieces: own[...], blocks: [PieceBlock(bytes: bytes)], size: bytes.count)
        }
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

    /// Pieces as they are written: each with its key and its length.
    static func bytes(of pieces: [Piece], _ blocks: [PieceBlock]) -> [UInt8] {
        var buffer: [UInt8] = []
        buffer.reserveCapacity(pieces.reduce(0) { $0 + 12 + Int($1.count) })
        blocks.withUnsafeBufferPointer { blocks in
            for piece in pieces {
                withUnsafeBytes(of: piece.key) { buffer.append(contentsOf: $0) }
                withUnsafeBytes(of: piece.count) { buffer.append(contentsOf: $0) }
                blocks[Int(piece.block)].bytes.withUnsafeBufferPointer {
                    buffer.append(contentsOf: UnsafeBufferPointer(rebasing: $0[piece.range]))
                }
            }
        }
        return buffer
    }

    func write(_ bytes: [UInt8]) throws(Diagnostic) {
        let code = writeAll(bytes, to: descriptor)
        guard code == 0 else { throw failure(code) }
    }

    /// Ends writing, and reads the first piece.
    func rewind() throws(Diagnostic) {
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
