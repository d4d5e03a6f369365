// SPDX-License-Identifier: MIT
import MapCore
import StaticMap
import Synchronization

/// What images depend on besides their scenes, as it is at one moment.
final class FileVersion: Sendable {
    /// Of the program, of the fonts, and of the sizes and dates of files.
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
    /// Of what is in no file.
    private let digest: String
    /// In seconds since 1970: the date of what says which files they are.
    private let since: Int
    private let state = Mutex(State(checked: .now))
    private static let interval = Duration.milliseconds(50)

    /// The version, and the program's file: another build may draw otherwise.
    private static let program: (text: String, modified: Int) = {
        let file = FileState("/proc/self/exe") ?? CommandLine.arguments.first.flatMap { FileState($0) }
        return ("\(MapRenderer.version) \(file?.contents ?? "")", file?.modified ?? 0)
    }()

    init(_ paths: [String], fonts: FontState, digest: String = "", since: Int = 0) {
        (self.paths, self.fonts, self.digest, self.since) = (paths, fonts, digest, since)
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
            text += "\(path):\(state?.contents ?? "none");"
            newest = max(newest, state?.modified ?? 0)
        }
        return FileVersion(digest: hexDigest(text), newest: newest)
    }
}

/// The font files of a renderer, looked at when the first image needs them. New fonts come with a reload.
final class FontState: Sendable {
    private let list: @Sendable () -> [String]
    private let known = Mutex<FileVersion?>(nil)

    init(_ list: @escaping @Sendable () -> [String]) {
        self.list = list
    }

    var state: FileVersion {
        known.withLock { known in
            if let known { return known }
            let states = list().map { ($0, FileState($0)) }
            let text = states.map { "\($0):\($1?.contents ?? "none")" }.joined(separator: ";")
            let state = FileVersion(
                digest: hexDigest(text), newest: states.compactMap { $0.1?.modified }.max() ?? 0)
            known = state
            return state
        }
    }
}

/// The files of the operator's that a scene names, as they are now: images, data, archives.
struct SceneFiles: Sendable {
    private let paths: [String]
    /// Sizes and dates; the same on each machine that has the files.
    let state: String
    /// In seconds since 1970; 0 without files.
    let newest: Int

    init(_ paths: [String]) {
        self.paths = paths
        let states = paths.map { FileState($0) }
        state = Self.text(states)
        newest = states.compactMap { $0?.modified }.max() ?? 0
    }

    /// False when one was written, replaced or removed.
    var isUnchanged: Bool { paths.isEmpty || Self.text(paths.map { FileState($0) }) == state }

    private static func text(_ states: [FileState?]) -> String {
        states.map { $0?.contents ?? "none" }.joined(separator: ";")
    }
}
