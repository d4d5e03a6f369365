// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import Libc
import MapCore
import Synchronization

/// Memory of words and bytes that several processes see, or that is this process's own.
///
/// What lies in it outlives a process that ends. Words are read and written at once; bytes are not, and whoever writes them says
/// with a word that they are whole.
final class SharedMemory: Sendable {
    /// To map the memory in another process; nil for memory of this process.
    let file: Int32?
    let words: Int
    private nonisolated(unsafe) let start: UnsafeMutableRawPointer

    /// Memory of this process alone.
    init(words: Int) {
        file = nil
        self.words = words
        start = UnsafeMutableRawPointer.allocate(byteCount: 8 * words, alignment: 8)
        start.initializeMemory(as: UInt8.self, repeating: 0, count: 8 * words)
    }

    /// Memory for this process and those that it starts, behind a file without a name.
    ///
    /// - Throws: when no folder takes the file.
    init(sharedWords words: Int) throws(RequestError) {
        let folders = ["/dev/shm", NSTemporaryDirectory(), "/tmp"]
        var file: Int32 = -1
        for folder in folders where file < 0 { file = Self.namelessFile(in: folder, bytes: 8 * words) }
        guard file >= 0, let start = Self.mapped(file, words) else {
            throw RequestError(
                .internalServerError, "memory for several processes cannot be had: \(String(cString: strerror(errno)))",
                hint: "let the server write to /dev/shm or $TMPDIR")
        }
        (self.file, self.words, self.start) = (file, words, start)
    }

    /// What another process has made.
    init?(file: Int32) {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_size >= 64 else { return nil }
        let words = Int(status.st_size) / 8
        guard let start = Self.mapped(file, words) else { return nil }
        (self.file, self.words, self.start) = (file, words, start)
    }

    deinit {
        guard let file else { return start.deallocate() }
        munmap(start, 8 * words)
        close(file)
    }

    private static func namelessFile(in folder: String, bytes: Int) -> Int32 {
        var name = Array("\(folder)/staticmap-XXXXXX\0".utf8CString)
        let file = mkstemp(&name)
        guard file >= 0 else { return -1 }
        unlink(name)
        // The pages are there before anybody needs them: a full disk would end the process.
        guard fcntl(file, F_SETFD, FD_CLOEXEC) == 0, writeAll([UInt8](repeating: 0, count: bytes), to: file) == 0 else {
            close(file)
            return -1
        }
        return file
    }

    private static func mapped(_ file: Int32, _ words: Int) -> UnsafeMutableRawPointer? {
        let start = mmap(nil, 8 * words, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        return start == MAP_FAILED ? nil : start
    }

    /// The word at an index, which whoever asks has computed from the layout of the memory.
    subscript(_ index: Int) -> Int {
        get { atomic(index).pointee.load(ordering: .acquiring) }
        set { atomic(index).pointee.store(newValue, ordering: .releasing) }
    }

    /// Writes a word if it is as expected.
    func exchange(_ index: Int, _ expected: Int, for new: Int) -> Bool {
        atomic(index).pointee.compareExchange(expected: expected, desired: new, ordering: .acquiringAndReleasing)
            .exchanged
    }

    func add(_ count: Int, to index: Int) { atomic(index).pointee.wrappingAdd(count, ordering: .relaxed) }

    private func atomic(_ index: Int) -> UnsafeMutablePointer<Atomic<Int>> {
        precondition(index >= 0 && index < words)
        return (start + 8 * index).assumingMemoryBound(to: Atomic<Int>.self)
    }

    /// Writes as many bytes as there is room for.
    ///
    /// - Returns: how many.
    @discardableResult
    func write(_ bytes: some Collection<UInt8>, at index: Int, words count: Int) -> Int {
        precondition(index >= 0 && count >= 0 && index + count <= words)
        let part = Array(bytes.prefix(8 * count))
        part.withUnsafeBytes { bytes in
            if let source = bytes.baseAddress { (start + 8 * index).copyMemory(from: source, byteCount: bytes.count) }
        }
        return part.count
    }

    func bytes(at index: Int, count: Int) -> [UInt8] {
        let count = max(0, min(count, 8 * (words - index)))
        precondition(index >= 0 && index <= words)
        return Array(UnsafeRawBufferPointer(start: start + 8 * index, count: count))
    }
}
