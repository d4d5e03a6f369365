// SPDX-License-Identifier: MIT
import Foundation
import HTTPTypes
import Libc
import MapCore
import Synchronization

/// Encoded maps in a folder, shared by processes and bounded in size.
///
/// A file is written beside its place and renamed, so that readers see all of it or nothing. Each begins with a digest of
/// the rest: what a crash or a full disk has cut short is not given out.
final class DiskCache: Sendable {
    private let folder: String
    private let limit: Int
    private let written = Mutex(0)

    /// The folder is made when it is missing; the limit is of the bytes of all files together.
    init(folder: String, limit: Int) {
        self.folder = folder
        self.limit = limit
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        trim()
    }

    /// False for a folder that is read-only, or could not be made.
    var isWritable: Bool {
        let probe = "\(folder)/.\(getpid()).part"
        let file = open(probe, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        close(file)
        return unlink(probe) == 0
    }

    /// 64 folders of equal size.
    private func path(_ key: String) -> String { "\(folder)/\(key.prefix(2))/\(key)" }

    func value(for key: String) -> [UInt8]? {
        guard let bytes = try? readFile(path(key), limit: 256 << 20), bytes.count > 32 else { return nil }
        let content = Array(bytes[32...])
        guard hexDigest(content) == String(decoding: bytes[..<32], as: UTF8.self) else {
            unlink(path(key))
            return nil
        }
        // The oldest access is the first to go.
        utimes(path(key), nil)
        return content
    }

    /// Keeps bytes if it can; a disk that is full or read-only keeps nothing.
    func insert(_ bytes: [UInt8], for key: String) {
        let target = path(key)
        mkdir("\(folder)/\(key.prefix(2))", 0o755)
        let temporary = "\(target).\(getpid()).\(UInt32.random(in: 0 ... .max)).part"
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0o644)
        guard file >= 0 else { return }
        let isWritten = writeAll(Array(hexDigest(bytes).utf8) + bytes, to: file) == 0
        guard close(file) == 0, isWritten, rename(temporary, target) == 0 else {
            unlink(temporary)
            return
        }
        let isTrimDue = written.withLock { written in
            written += bytes.count
            guard written > limit / 16 else { return false }
            written = 0
            return true
        }
        if isTrimDue { trim() }
    }

    /// Takes away what was not used for longest, and what crashed writers left.
    private func trim() {
        var files: [(path: String, state: FileState)] = []
        let now = Int(Date().timeIntervalSince1970)
        for part in fileNames(in: folder) where part.count == 2 {
            for name in fileNames(in: "\(folder)/\(part)") {
                let path = "\(folder)/\(part)/\(name)"
                guard let state = FileState(path) else { continue }
                if name.hasSuffix(".part") {
                    if now - state.modified > 600 { unlink(path) }
                } else {
                    files.append((path, state))
                }
            }
        }
        var size = files.reduce(0) { $0 + $1.state.size }
        for file in files.sorted(by: { $0.state.modified < $1.state.modified }) {
            guard size > limit * 15 / 16 else { break }
            unlink(file.path)
            size -= file.state.size
        }
    }
}

/// What an address came to when it was asked for last: nothing of the request needs to be read again while the files are
/// the same.
final class CachedResponse: Sendable {
    let tag: String
    /// Of the style.
    let watched: WatchedFiles
    let version: FileVersion
    /// Files that the scene names.
    let files: SceneFiles
    let generation: Int
    let mediaType: String
    let warnings: [String]
    let metadata: ResponseMetadata
    let disposition: String?
    let varies: Bool
    /// Further header fields.
    let fields: HTTPFields
    let isPackable: Bool

    /// The answer with the map.
    let hit = Prepared()
    /// The answer to who has the map already.
    let notModified = Prepared()

    /// An answer without its body, made once: its headers never change.
    struct Prepared: ~Copyable, Sendable {
        private let known = Mutex<Response?>(nil)

        func callAsFunction(_ make: () -> Response) -> Response {
            known.withLock { known in
                if let known { return known }
                let answer = make()
                known = answer
                return answer
            }
        }
    }

    init(
        tag: String, watched: WatchedFiles, version: FileVersion, files: SceneFiles = .none, generation: Int,
        mediaType: String, warnings: [String] = [], metadata: ResponseMetadata, disposition: String? = nil,
        varies: Bool = false, fields: HTTPFields = HTTPFields()
    ) {
        self.tag = tag
        self.watched = watched
        self.version = version
        self.files = files
        self.generation = generation
        self.mediaType = mediaType
        self.warnings = warnings
        self.metadata = metadata
        self.disposition = disposition
        self.varies = varies
        self.fields = fields
        isPackable = StaticMapServer.isPackable(mediaType)
    }

    /// In seconds since 1970; 0 when it is not known.
    var newest: Int { max(version.newest, files.newest) }

    /// False when something that the map depends on is not as it was.
    func isCurrent(_ generation: Int, at now: ContinuousClock.Instant) -> Bool {
        self.generation == generation && watched.version(at: now) === version && files.isUnchanged
    }
}
