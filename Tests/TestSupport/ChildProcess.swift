// SPDX-License-Identifier: MIT
import Dispatch
import Libc

/// Another program, run to its end. Its streams are files: an image is larger than what a pipe holds.
///
/// Foundation's `Process` frees its parts on a thread that is ending, after libdispatch has freed what that thread had: memory is
/// corrupted at times, and the tests end.
package struct ChildProcess: Sendable {
    package var file: String
    package var arguments: [String]
    /// Nil for that of the tests.
    package var environment: [String: String]?
    /// The folder that it begins in; nil for that of the tests.
    package var folder: String?
    package var input = "/dev/null"
    package var output = "/dev/null"
    package var errors = "/dev/null"

    package init(_ file: String, _ arguments: [String]) {
        self.file = file
        self.arguments = arguments
    }

    package struct NotStarted: Error, CustomStringConvertible {
        let file: String
        let code: Int32
        package var description: String { "\(file) could not be started: \(String(cString: strerror(code)))" }
    }

    /// Waits without a thread of Swift's pool.
    /// - Returns: the exit code, or the negative number of the signal that ended it.
    package func run() async throws -> Int32 {
        let child = try start()
        return await withCheckedContinuation { ended in
            DispatchQueue.global().async { ended.resume(returning: end(of: child)) }
        }
    }

    /// As `run()`, for callers that may block.
    package func runBlocking() throws -> Int32 { end(of: try start()) }

    private func start() throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let creating = O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, creating, 0o644)
        posix_spawn_file_actions_addopen(&actions, 2, errors, creating, 0o644)
        // Signals that the tests ignore are not ignored by the child.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

        let command = (folder.map { ["/usr/bin/env", "-C", $0] } ?? []) + [file] + arguments
        let words = command.map { strdup($0) }
        let variables = environment.map { $0.map { strdup("\($0)=\($1)") } }
        defer { for text in words + (variables ?? []) { free(text) } }
        var child = pid_t()
        let code =
            if let variables {
                posix_spawn(&child, command[0], &actions, &attributes, words + [nil], variables + [nil])
            } else {
                posix_spawn(&child, command[0], &actions, &attributes, words + [nil], environ)
            }
        guard code == 0 else { throw NotStarted(file: file, code: code) }
        return child
    }

    private func end(of child: pid_t) -> Int32 {
        var status = Int32(0)
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : -signal
    }
}
