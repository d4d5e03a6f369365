// SPDX-License-Identifier: MIT
import MapCore
import StaticMap
import Synchronization

/// What images depend on besides their scenes, as it is at one moment.
final class FileVersion: Sendable {
    /// Of the program, of the fonts, and of the contents of files.
    let digest: String
    /// The newest date of the files in seconds since 1970.
    let newest: Int

    init(digest: String, newest: Int) {
        (self.digest, self.newest) = (digest, newest)
    }
}

/// The files of a style. Asked for each request, so the disk is looked at no more often than twenty times a second.
final class WatchedFiles: Sendable {
    private struct State {
        var version: FileVersion?
        var checked: ContinuousClock.Instant
    }

    private let paths: [String]
    private let fonts: FontState
    private let digests: ContentDigests
    /// Of what is in no file.
    private let digest: String
    /// In seconds since 1970: the date of what says which files they are.
    private let since: Int
    private let state = Mutex(State(checked: .now))
    private static let interval = Duration.milliseconds(50)

    /// The version, and the program's file: another build may draw otherwise.
    private static let program: (text: String, modified: Int) = {
        let path = ["/proc/self/exe", CommandLine.arguments.first ?? ""].first { FileState($0) != nil } ?? ""
        let text = ContentDigests(limit: .max, store: nil).program(path)
        return ("\(MapRenderer.version) \(text)", FileState(path)?.modified ?? 0)
    }()

    init(
        _ paths: [String], fonts: FontState, _ digests: ContentDigests, digest: String = "", since: Int = 0
    ) {
        (self.paths, self.fonts, self.digests, self.digest, self.since) = (paths, fonts, digests, digest, since)
    }

    /// The same object as long as the files are the same.
    func version(at now: ContinuousClock.Instant = .now) -> FileVersion {
        state.withLock { state in
            if let version = state.version, now - state.checked < Self.interval { return version }
            let found = look()
            let version = state.version.flatMap { $0.digest == found.digest ? $0 : nil } ?? found
            state = State(version: version, checked: now)
            return version
        }
    }

    private func look() -> FileVersion {
        var text = "\(Self.program.text);\(fonts.state.digest);\(digest);"
        var newest = max(Self.program.modified, fonts.state.newest, since)
        for path in paths {
            let state = FileState(path)
            text += digests.value(path, state).text + ";"
            newest = max(newest, state?.modified ?? 0)
        }
        return FileVersion(digest: hexDigest(text), newest: newest)
    }
}

/// The font files of a renderer, looked at when the first image needs them. New fonts come with a reload.
final class FontState: Sendable {
    private let list: @Sendable () -> [String]
    private let digests: ContentDigests
    private let known = Mutex<FileVersion?>(nil)

    init(_ digests: ContentDigests, _ list: @escaping @Sendable () -> [String]) {
        (self.digests, self.list) = (digests, list)
    }

    var state: FileVersion {
        known.withLock { known in
            if let known { return known }
            let files = list()
            // A folder gives its files in no order.
            let text = files.map { digests.font($0) }.sorted().joined(separator: ";")
            let state = FileVersion(
                digest: hexDigest(text), newest: files.compactMap { FileState($0)?.modified }.max() ?? 0)
            known = state
            return state
        }
    }
}

/// The files of the operator's that a scene names, as they are now: images, data, archives.
struct SceneFiles: Sendable {
    private let paths: [String]
    private let states: [FileState?]
    private let digests: ContentDigests?
    private let isFinal: Bool
    /// Of what is in them; the same on each machine that has the files.
    let state: String
    /// In seconds since 1970; 0 without files.
    let newest: Int

    static let none = SceneFiles([], nil)

    init(_ paths: [String], _ digests: ContentDigests) { self.init(paths, digests as ContentDigests?) }

    private init(_ paths: [String], _ digests: ContentDigests?) {
        (self.paths, self.digests) = (paths, digests)
        states = paths.map { FileState($0) }
        let values = zip(paths, states).map { digests?.value($0, $1) ?? .none }
        isFinal = values.allSatisfy(\.isFinal)
        state = Self.text(values)
        newest = states.compactMap { $0?.modified }.max() ?? 0
    }

    /// False when one was written, replaced or removed, or has been read at last.
    var isUnchanged: Bool {
        guard let digests, !paths.isEmpty else { return true }
        guard paths.map({ FileState($0) }) == states else { return false }
        return isFinal || Self.text(zip(paths, states).map { digests.value($0, $1) }) == state
    }

    private static func text(_ values: [ContentDigests.Value]) -> String {
        values.map(\.text).joined(separator: ";")
    }
}
