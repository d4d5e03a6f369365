// SPDX-License-Identifier: MIT
import Dispatch
import Foundation
import Libc
package import MapCore
import MapTiles
import Synchronization

/// Digests of what is in files: the same on each machine that has the files, whatever their dates are.
///
/// A file of up to `limit` bytes is read when it is asked for first. Larger ones are read in the background, one at a time on a
/// machine; until that is done, their size and date stand for them. What was found is kept in a folder, so that a restart
/// reads them no more.
package final class ContentDigests: Sendable {
    /// What stands for the contents of a file.
    package struct Value: Hashable, Sendable {
        package var text: String
        /// False while a large file has not been read.
        package var isFinal = true

        static let none = Value(text: "none")
    }

    private struct Key: Hashable, Sendable {
        var path: String
        var state: FileState
    }

    private struct State {
        var files: [Key: String] = [:]
        var folders: [String: String] = [:]
        /// Large files that wait to be read, or could not be.
        var begun: Set<Key> = []
    }

    private let limit: Int
    private let store: String?
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "staticmap.digests", qos: .background)
    /// A digest is that of the digests of blocks of this size.
    private static let blockSize = 8 << 20
    /// Of a folder of tiles whose files are read; the date stands for a larger one.
    private static let folderLimit = (files: 4096, bytes: 64 << 20)

    /// - Parameters:
    ///   - limit: bytes of a file that is read at once.
    ///   - store: a folder for the digests of larger ones, made when it is missing; nil keeps them in memory alone.
    package init(limit: Int = 32 << 20, store: String?) {
        (self.limit, self.store) = (limit, store)
    }

    /// What stands for the contents of a file or a folder of tiles, which may be named by the pattern of its tiles.
    package func value(_ path: String, _ state: FileState?) -> Value {
        guard let state else {
            guard path.contains("{") else { return .none }
            let folder = FolderArchive.folder(ofTemplate: path)
            return FileState(folder).map { value(folder, $0) } ?? .none
        }
        switch state.kind {
        case .file: return file(Key(path: path, state: state))
        case .folder: return folder(path, state)
        case .other: return Value(text: state.contents)
        }
    }

    package func value(_ path: String) -> Value { value(path, FileState(path)) }

    /// What stands for the contents of a font: its size and its table directory, which has a checksum of each table.
    func font(_ path: String) -> String {
        guard let state = FileState(path), state.kind == .file else { return "none" }
        let isDirectory = [
            [0, 1, 0, 0], Array("OTTO".utf8), Array("true".utf8), Array("ttcf".utf8), Array("wOFF".utf8),
        ]
        let start = firstBytes(of: path, count: 16_384)
        guard isDirectory.contains(Array(start.prefix(4))) else { return value(path, state).text }
        return "\(state.size),\(hexDigest(start))"
    }

    /// What stands for a program: the identity that its linker made of its contents, or its bytes.
    func program(_ path: String) -> String {
        // An ELF note of type 3 with 20 bytes, by GNU.
        let note: [UInt8] = [4, 0, 0, 0, 20, 0, 0, 0, 3, 0, 0, 0, 0x47, 0x4E, 0x55, 0]
        let start = firstBytes(of: path, count: 4096)
        if let place = start.firstRange(of: note), start.count - place.upperBound >= 20 {
            return hexadecimalText(start[place.upperBound...].prefix(20))
        }
        return value(path).text
    }

    /// Has folders read again: nothing tells of a change of a tile in them.
    func forgetFolders() { state.withLock { $0.folders.removeAll() } }

    // MARK: files

    private func file(_ key: Key) -> Value {
        if let known = state.withLock({ $0.files[key] }) { return Value(text: known) }
        if key.state.size <= limit {
            guard let digest = digest(key) else { return Value(text: key.state.contents) }
            keep(digest, key)
            return Value(text: digest)
        }
        if state.withLock({ $0.begun.insert(key).inserted }) {
            if let digest = stored(key) {
                keep(digest, key)
                return Value(text: digest)
            }
            queue.async { [self] in
                if let digest = readAlone(key) { keep(digest, key) }
            }
        }
        return Value(text: key.state.contents, isFinal: false)
    }

    private func keep(_ digest: String, _ key: Key) {
        state.withLock { state in
            // Of files that are no more.
            if state.files.count > 65_536 { state.files.removeAll() }
            state.files[key] = digest
        }
    }

    /// Reads a file, unless another process of the machine has.
    private func readAlone(_ key: Key) -> String? {
        guard let store else { return digest(key) }
        try? FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: true)
        let lock = open(store + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        while lock >= 0, flock(lock, LOCK_EX) != 0, errno == EINTR {}
        defer { if lock >= 0 { close(lock) } }
        if let digest = stored(key) { return digest }
        guard let digest = digest(key) else { return nil }
        let path = storePath(key, store)
        let part = "\(path).\(getpid()).part"
        let file = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { return digest }
        let isWritten = writeAll(Array(digest.utf8), to: file) == 0
        if close(file) != 0 || !isWritten || rename(part, path) != 0 { unlink(part) }
        return digest
    }

    private func storePath(_ key: Key, _ store: String) -> String {
        "\(store)/\(hexDigest("\(absolutePath(key.path))\n\(key.state.description)"))"
    }

    private func stored(_ key: Key) -> String? {
        guard let store, let bytes = try? readFile(storePath(key, store), limit: 64), bytes.count == 32 else {
            return nil
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Nil for a file that cannot be read, or is written to meanwhile.
    private func digest(_ key: Key) -> String? {
        guard let file = try? openFile(key.path) else { return nil }
        defer { close(file.descriptor) }
        guard file.kind == .file else { return nil }
        var digests: [UInt8] = []
        for offset in stride(from: 0, to: key.state.size, by: Self.blockSize) {
            let size = min(Self.blockSize, key.state.size - offset)
            let block = fileBytes(file.descriptor, at: offset, count: size)
            guard block.count == size else { return nil }
            digests += Digest.sha256.hash(block)
        }
        return FileState(key.path) == key.state ? hexDigest(digests) : nil
    }

    // MARK: folders

    private func folder(_ path: String, _ state: FileState) -> Value {
        if let known = self.state.withLock({ $0.folders[path] }) { return Value(text: known) }
        var rest = Self.folderLimit
        var text = ""
        let digest = list(path, &text, &rest, depth: 0) ? hexDigest(text) : state.contents
        self.state.withLock { $0.folders[path] = digest }
        return Value(text: digest)
    }

    /// Appends the names and digests of all files; false when there are too many.
    private func list(_ path: String, _ text: inout String, _ rest: inout (files: Int, bytes: Int), depth: Int) -> Bool
    {
        guard depth < 8 else { return false }
        for name in fileNames(in: path).sorted() {
            guard let state = FileState(path + "/" + name) else { continue }
            rest.files -= 1
            if state.kind == .file { rest.bytes -= state.size }
            guard rest.files >= 0, rest.bytes >= 0 else { return false }
            text += name
            switch state.kind {
            case .file: text += ":\(digest(Key(path: path + "/" + name, state: state)) ?? state.contents);"
            case .folder:
                text += "("
                guard list(path + "/" + name, &text, &rest, depth: depth + 1) else { return false }
                text += ");"
            case .other: text += ";"
            }
        }
        return true
    }
}
