// SPDX-License-Identifier: MIT
import HTTPTypes
import Synchronization

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

    private struct Prepared {
        var hit: Response?
        var notModified: Response?
    }

    private let prepared = Mutex(Prepared())

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

    /// The answer with the map, without its body, made once: its headers never change.
    func hit(_ make: () -> Response) -> Response {
        prepared.withLock { prepared in
            if let hit = prepared.hit { return hit }
            let hit = make()
            prepared.hit = hit
            return hit
        }
    }

    /// The answer to a client that has the map, made once.
    func notModified(_ make: () -> Response) -> Response {
        prepared.withLock { prepared in
            if let answer = prepared.notModified { return answer }
            let answer = make()
            prepared.notModified = answer
            return answer
        }
    }
}
